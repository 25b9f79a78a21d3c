// Tests recalling an approved version before its day: who may recall it, until when, and the table
// of moves.
import { officePlanList } from '#contract/lending/lists.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day, dayOf } from '#contract/core/day.ts';
import { planMoves, plansOffice, type PlanState } from '#contract/lending/plans.ts';
import { lending } from '#contract/lending/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { newMember, newOperator, type Person } from '../../../tests/actors/people.ts';
import { SEED } from '../../../tests/actors/seed.ts';
import { useServer } from '../../../tests/server.ts';
import { startPlanVersions } from './plan-versions.ts';

const server = useServer();
let editor: Person;
let approver: Person;
let other: Person;

beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  approver = await newOperator(server, ['approver']);
  other = await newOperator(server, ['approver']);
});

const today = () => dayOf(server.services.clock.now());
const inDays = (days: number) => addDays(today(), days);
const idOf = async (slug: string) =>
  (await server.ok(officePlanList, {}, editor)).data.find((row) => row.slug === slug)!.id;
const planOf = async (slug: string) =>
  (await server.ok(plansOffice.getPlan, { id: await idOf(slug) }, editor)).data;

/**
 * Returns the next version in the form in which the page sends it: the newest version with an extra
 * line in its subtitle.
 */
async function formOf(slug: string, effectiveOn: Day, more: object = {}) {
  const { id, versions } = await planOf(slug);
  const { version: _, ...newest } = versions[0]!;
  const names = Object.keys(plansOffice.createPlan.input.shape) as (keyof typeof newest)[];
  const copied = Object.fromEntries(names.map((name) => [name, newest[name]]));
  const text = { effectiveOn, summary: '調整副標題', subtitle: `自 ${effectiveOn} 起` };
  return { ...(copied as typeof newest), ...text, ...more, id } as never;
}

async function submitted(slug: string, effectiveOn: Day, more: object = {}) {
  const { data } = await server.ok(
    plansOffice.draftPlan,
    await formOf(slug, effectiveOn, more),
    editor,
  );
  const { id: version, version: edition, number } = data.versions[0]!;
  await server.ok(plansOffice.submitPlan, { id: data.id, version: edition }, editor);
  return { id: data.id, version, number };
}

async function approved(slug: string, effectiveOn: Day, more: object = {}) {
  const made = await submitted(slug, effectiveOn, more);
  const decision = { decision: 'approve' };
  expect(await decide(server, approver, 'plan_approval', made.version, decision)).toBeNull();
  return made;
}

const recall = (of: { id: string; number: number }, who: Person = editor) =>
  server.ask(plansOffice.recallPlan, { id: of.id, number: of.number, reason: '利率需重議' }, who);
const agree = (version: string, who: Person = approver) =>
  decide(server, who, 'plan_recall', version, { decision: 'approve' });
const refuse = (version: string, who: Person = approver) =>
  decide(server, who, 'plan_recall', version, { decision: 'return', reason: '照原定日期' });
const subtitle = async (slug: string) =>
  (await server.ok(lending.planDetail, { id: slug })).data.subtitle;

async function nextDay(): Promise<void> {
  await server.advance(1);
  await startPlanVersions(server.services);
}

describe('recalling a version', () => {
  test('takes two persons; the version never begins, and another follows it', async () => {
    const before = await subtitle('engineer');
    const made = await approved('engineer', inDays(1));
    const { body } = await recall(made, other);
    expect(body.data.versions[0]).toMatchObject({
      state: 'approved',
      recall: { reason: '利率需重議', checker: null },
    });
    expect((await recall(made)).code).toBe('PLAN_RECALLING');
    expect(await agree(made.version, other)).toBe('MAKER_IS_CHECKER');
    const id = await openTaskId(server, 'plan_recall', made.version);
    const { data: task } = await server.ok(tasksOffice.getTask, { id }, approver);
    expect(task.detail).toMatchObject({ reason: '利率需重議', current: { number: 1 } });
    expect(await agree(made.version)).toBeNull();
    await nextDay();
    expect(await subtitle('engineer')).toBe(before);
    const plan = await planOf('engineer');
    expect(plan.coming).toBeNull();
    expect(plan.versions[0]).toMatchObject({
      state: 'recalled',
      inForceAt: null,
      recall: { reason: '利率需重議', taskId: null },
    });
    expect(plan.versions[0]?.recall?.checker).not.toBe(plan.versions[0]?.recall?.by);
    expect(plan.history.map(({ action }) => action).slice(0, 2)).toEqual([
      'plan.recalled',
      'plan.recall_asked',
    ]);
    expect((await recall(made)).code).toBe('PLAN_STARTED');
    const next = await approved('engineer', inDays(1));
    expect(next.number).toBe(made.number + 1);
    await nextDay();
    expect(await subtitle('engineer')).not.toBe(before);
  });

  test('is requested and approved at the latest the day before', async () => {
    const made = await approved('public', inDays(1));
    expect((await recall(made)).code).toBeNull();
    const task = await openTaskId(server, 'plan_recall', made.version);
    await server.advance(1);
    // The effective day has come, so the recall is refused whether or not the job has run yet.
    expect(await agree(made.version)).toBe('DECISION_INVALID');
    await startPlanVersions(server.services);
    const answer = await server.ask(
      tasksOffice.decideTask,
      { id: task, decision: 'approve' },
      approver,
    );
    expect(answer.code).toBe('TASK_DONE');
    expect((await recall(made)).code).toBe('PLAN_STARTED');
    expect((await planOf('public')).current?.number).toBe(made.number);
  });

  test('is refused for versions that are current, in preparation, or followed', async () => {
    const plan = await planOf('medical');
    const of = { id: plan.id, number: plan.versions[0]!.number };
    expect((await recall(of)).code).toBe('PLAN_STARTED');
    expect((await recall({ ...of, number: 99 })).code).toBe('PLAN_STARTED');
    expect((await recall({ id: '999999', number: 1 })).code).toBe('PLAN_NOT_FOUND');
    const waiting = await submitted('medical', inDays(2));
    expect((await recall(waiting)).code).toBe('PLAN_STARTED');
    const answer = { decision: 'approve' };
    expect(await decide(server, approver, 'plan_approval', waiting.version, answer)).toBeNull();
    const later = await approved('medical', inDays(4));
    expect((await recall(waiting)).code).toBe('PLAN_FOLLOWED');
    expect((await recall(later)).code).toBeNull();
    expect(await refuse(later.version)).toBeNull();
    expect((await planOf('medical')).versions[0]).toMatchObject({
      state: 'approved',
      recall: null,
    });
  });

  test('is for those who draft plans; not for others or members', async () => {
    const made = await approved('licensed', inDays(8));
    for (const role of ['reviewer', 'finance', 'auditor'] as const) {
      expect((await recall(made, await newOperator(server, [role]))).code).toBe('ROLE_REQUIRED');
    }
    expect((await recall(made, await newMember(server))).status).toBe(401);
    const how = { ...editor, key: 'recall-once' };
    const input = { id: made.id, number: made.number, reason: '重複送出' };
    const first = await server.ok(plansOffice.recallPlan, input, how);
    expect(await server.ok(plansOffice.recallPlan, input, how)).toEqual(first);
    expect(await agree(made.version, editor)).toBe('TASK_NOT_FOUND');
    expect(await agree(made.version)).toBeNull();
  });

  test('leaves at least one plan on offer on every day', async () => {
    await approved('office', inDays(1), { enabled: false });
    await nextDay();
    const back = await approved('office', inDays(3), { enabled: true });
    for (const { slug } of (await server.ok(lending.planMenu, {})).data) {
      await approved(slug, inDays(9), { enabled: false });
    }
    expect((await recall(back)).code).toBe('PLAN_LAST');
  });
});

describe('the table of transitions', () => {
  type States = Map<number, PlanState>;
  const acts = ['draft', 'submit', 'approve', 'return', 'ask', 'agree', 'refuse', 'day'] as const;
  type Act = (typeof acts)[number];
  const begun = [[], ['submit', 'approve', 'ask']] as const satisfies readonly (readonly Act[])[];
  let walks = 0;

  /** Tries one action on a plan and ignores a refusal. */
  async function tryTo(act: Act, slug: string): Promise<void> {
    const { id, versions } = await planOf(slug);
    const newest = versions[0]!;
    const isDraft = newest.state === 'draft' || newest.state === 'returned';
    if (act === 'day') return nextDay();
    if (act === 'draft') {
      const more = isDraft ? { version: newest.version } : {};
      const form = await formOf(slug, inDays(2), more);
      return void (await server.ask(plansOffice.draftPlan, form, editor));
    }
    if (act === 'submit') {
      const input = { id, version: newest.version };
      return void (await server.ask(plansOffice.submitPlan, input, editor));
    }
    if (act === 'ask') return void (await recall({ id, number: newest.number }));
    const kind = act === 'approve' || act === 'return' ? 'plan_approval' : 'plan_recall';
    const decision = act === 'approve' || act === 'agree' ? 'approve' : 'return';
    const open = await server.rows<{ id: string }>(
      `select id from tasks.task where kind = $1 and subject_id = $2 and status = 'open'`,
      [kind, newest.id],
    );
    if (!open[0]) return;
    const answer = { id: open[0].id, decision, reason: '測試' };
    await server.ask(tasksOffice.decideTask, answer, approver);
  }

  test('is respected whatever is tried in whatever order', async () => {
    const steps = fc.array(fc.constantFrom(...acts), { minLength: 4, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...begun), steps, async (first, rest) => {
        const slug = `walk-${(walks += 1)}`;
        const { id: _, ...form } = (await formOf('office', inDays(2))) as { id: string };
        await server.ok(plansOffice.createPlan, { ...form, slug } as never, editor);
        const states = async (): Promise<States> =>
          new Map((await planOf(slug)).versions.map(({ number, state }) => [number, state]));
        let before = await states();
        for (const act of [...first, ...rest]) {
          await tryTo(act, slug);
          const { versions } = await planOf(slug);
          for (const { number, state, current, inForceAt } of versions) {
            const from = before.get(number);
            if (from === undefined) expect(state).toBe('draft');
            else if (from !== state) expect(planMoves[from]).toContain(state);
            if (state !== 'approved') expect([current, inForceAt]).toEqual([false, null]);
          }
          const making = versions.filter(({ state }) => !['approved', 'recalled'].includes(state));
          expect(making.length).toBeLessThanOrEqual(1);
          expect(versions.filter(({ current }) => current).length).toBeLessThanOrEqual(1);
          before = await states();
        }
      }),
      { seed: SEED, numRuns: 6 },
    );
  });

  test('is enforced by the database too', async () => {
    const back = `recalled_at = now(), recalled_by = 1, recall_checker_id = 2`;
    const inForce = `update lending.plan set state = 'recalled', ${back} where current`;
    await expect(server.rows(inForce)).rejects.toThrow(/check|approved/);
    const again = `update lending.plan set state = 'approved', recalled_at = null
      where state = 'recalled'`;
    await expect(server.rows(again)).rejects.toThrow(/approved|called back/);
    await expect(
      server.rows(`delete from lending.plan where state = 'recalled'`),
    ).rejects.toThrow();
  });
});
