// Tests plan versions over HTTP: two persons, a future effective day, and what never changes.
import { officePlanList } from '#contract/lending/lists.ts';
import { money } from '#contract/core/money.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, compareDays, day, dayOf } from '#contract/core/day.ts';
import { planVersionSchema, plansOffice, type PlanVersionFields } from '#contract/lending/plans.ts';
import { planInfo } from '#contract/lending/plan-info.ts';
import { lending } from '#contract/lending/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { loanOf } from '../../../actors/loan.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { alwaysOffered } from './plan-timeline.ts';
import { startPlanVersions } from './plan-versions.ts';
import { applied, newOffice, offered } from '../testing/cases.ts';

const server = useServer();
let editor: Person;
let approver: Person;
let auditor: Person;

beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  approver = await newOperator(server, ['approver']);
  auditor = await newOperator(server, ['auditor']);
});

const today = () => dayOf(server.services.clock.now());
const tomorrow = () => addDays(today(), 1);

const fields = (more: Partial<PlanVersionFields> = {}): PlanVersionFields => ({
  slug: 'farmer',
  listName: '農漁民方案',
  position: 7,
  enabled: true,
  occupations: [301],
  amountMin: money(30_000),
  amountMax: money(200_000),
  amountStep: money(10_000),
  rateMin: 6,
  rateMax: 12.5,
  installments: [24, 6, 12],
  platformFeePercent: 3,
  platformFeeMin: money(500),
  title: '為農漁民準備的信用借款',
  subtitle: '收成之前，先把日子安排好',
  description: '最高 {amountMax}，{reviewDays} 個營業日內完成審核。',
  eligibility: ['年滿 {ageMin} 歲'],
  requiredDocuments: ['身分證正反面'],
  steps: [{ title: '線上申請', text: '填寫資料', time: '約 10 分鐘' }],
  faqs: [],
  effectiveOn: tomorrow(),
  summary: '新增農漁民方案',
  ...more,
});

const planOf = async (slug: string) => {
  const { data } = await server.ok(officePlanList, {}, auditor);
  const { id } = data.find((row) => row.slug === slug)!;
  return (await server.ok(plansOffice.getPlan, { id }, auditor)).data;
};

/** Returns the values with which the form opens: the newest version, to take effect tomorrow. */
async function nextOf(slug: string, more: Partial<PlanVersionFields> = {}) {
  const { id, versions } = await planOf(slug);
  const names = Object.keys(fields()) as (keyof PlanVersionFields)[];
  const copied = Object.fromEntries(names.map((name) => [name, versions[0]![name]]));
  const text = { effectiveOn: tomorrow(), summary: '調整條件' };
  return { ...(copied as PlanVersionFields), ...text, ...more, id };
}

const newestId = async (id: string) =>
  (await server.ok(plansOffice.getPlan, { id }, auditor)).data.versions[0]!;

async function submit(id: string): Promise<string> {
  const { id: version, version: edition } = await newestId(id);
  await server.ok(plansOffice.submitPlan, { id, version: edition }, editor);
  return version;
}

/** Has the version drafted by the editor and approved by the approver. */
async function agree(slug: string, more: Partial<PlanVersionFields>): Promise<string> {
  const next = await nextOf(slug, more);
  await server.ok(plansOffice.draftPlan, next, editor);
  const version = await submit(next.id);
  const decision = { decision: 'approve' };
  expect(await decide(server, approver, 'plan_approval', version, decision)).toBeNull();
  return next.id;
}

async function nextDay(): Promise<void> {
  await server.advance(1);
  await startPlanVersions(server.services);
}

const stamp = async () =>
  (await server.rows<{ stamp: string }>('select stamp from content.stamp'))[0];

describe('a new plan', () => {
  test('is visible to nobody until a second person agreed and its day has come', async () => {
    const { data } = await server.ok(plansOffice.createPlan, fields(), editor);
    expect(data).toMatchObject({ slug: 'farmer', current: null, isSlugFixed: false });
    expect(data.versions[0]?.installments).toEqual([6, 12, 24]);
    expect(await server.refused(plansOffice.createPlan, fields(), editor)).toBe('SLUG_TAKEN');
    const { id } = data;
    const renamed = { ...fields({ slug: 'fishing' }), id, version: 1 };
    await server.ok(plansOffice.draftPlan, renamed, editor);
    expect(await server.refused(plansOffice.draftPlan, renamed, editor)).toBe('CONTENT_CHANGED');
    const taken = { ...fields({ slug: 'medical' }), id, version: 2 };
    expect(await server.refused(plansOffice.draftPlan, taken, editor)).toBe('SLUG_TAKEN');
    const early = { ...fields({ effectiveOn: today() }), id, version: 2 };
    await server.ok(plansOffice.draftPlan, early, editor);
    const submitted = { id, version: 3 };
    expect(await server.refused(plansOffice.submitPlan, submitted, editor)).toBe('EFFECTIVE_DAY');
    await server.ok(plansOffice.draftPlan, { ...fields(), id, version: 3 }, editor);
    const version = await submit(id);
    const again = { id, version: 5 };
    expect(await server.refused(plansOffice.submitPlan, again, editor)).toBe('PLAN_WAITING');
    const change = { ...fields(), id, version: 5 };
    expect(await server.refused(plansOffice.draftPlan, change, editor)).toBe('PLAN_WAITING');
    expect(await server.refused(plansOffice.dropPlanDraft, again, editor)).toBe('PLAN_WAITING');

    expect(await decide(server, approver, 'plan_approval', version, { decision: 'approve' })).toBe(
      null,
    );
    expect(await server.refused(lending.planDetail, { id: 'farmer' })).toBe('PLAN_NOT_FOUND');
    await startPlanVersions(server.services);
    expect(await server.refused(lending.planDetail, { id: 'farmer' })).toBe('PLAN_NOT_FOUND');
    const before = await stamp();
    await nextDay();
    const shown = await server.ok(lending.planDetail, { id: 'farmer' });
    expect(shown.data).toMatchObject({ version: 1, rateMax: 12.5, investorFeePercent: 10 });
    expect(shown.data.description).toBe('最高 $\u00a0200,000，2 個營業日內完成審核。');
    expect(await stamp()).not.toEqual(before);
    const menu = await server.ok(lending.planMenu, {});
    expect(menu.data.at(-1)).toMatchObject({ slug: 'farmer', listName: '農漁民方案' });
    const investors = await server.ok(planInfo.investorPagePlanInfo, {});
    expect(investors.data.plans.at(-1)?.slug).toBe('farmer');
    const map = await (await fetch(`${server.siteUrl}/sitemap.xml`)).text();
    expect(map).toContain('/loan/farmer<');

    const fixed = { ...(await nextOf('farmer')), slug: 'other' };
    expect(await server.refused(plansOffice.draftPlan, fixed, editor)).toBe('SLUG_FIXED');
    const { history } = await planOf('farmer');
    expect(history.map(({ action }) => action)).toEqual([
      'plan.in_force',
      'plan.approved',
      'plan.submitted',
      'plan.changed',
      'plan.changed',
      'plan.changed',
      'plan.created',
    ]);
    expect(history.at(-2)?.changed).toEqual(['slug']);
  });

  test('that was a mistake is deleted, and its slug is free again', async () => {
    const mistake = fields({ slug: 'mistake' });
    const { data } = await server.ok(plansOffice.createPlan, mistake, editor);
    const which = { id: data.id, version: 1 };
    const stale = { id: data.id, version: 7 };
    expect(await server.refused(plansOffice.dropPlanDraft, stale, editor)).toBe('CONTENT_CHANGED');
    await server.ok(plansOffice.dropPlanDraft, which, editor);
    for (const call of [plansOffice.dropPlanDraft, plansOffice.submitPlan]) {
      expect(await server.refused(call, which, editor)).toBe('PLAN_NOT_FOUND');
    }
    expect(await server.refused(plansOffice.getPlan, { id: data.id }, editor)).toBe(
      'PLAN_NOT_FOUND',
    );
    const late = { ...mistake, ...which };
    expect(await server.refused(plansOffice.draftPlan, late, editor)).toBe('PLAN_NOT_FOUND');
    expect((await server.ok(plansOffice.createPlan, mistake, editor)).data.slug).toBe('mistake');
  });
});

describe('a change', () => {
  test('affects neither existing offers nor existing applications', async () => {
    const office = await newOffice(server);
    const { borrower, loan } = await offered(server, office);
    const waiting = await applied(server);
    await agree('engineer', { rateMin: 6, rateMax: 13.25, platformFeePercent: 2 });
    expect((await server.ok(lending.planDetail, { id: 'engineer' })).data.version).toBe(1);
    await nextDay();
    const { data: plan } = await server.ok(lending.planDetail, { id: 'engineer' });
    expect(plan).toMatchObject({ version: 2, rateMin: 6, rateMax: 13.25, platformFeePercent: 2 });
    const { nextDue: _a, ...now } = await loanOf(server, borrower);
    const { nextDue: _b, ...then } = loan;
    expect(now).toEqual(then);
    const agreed = await server.ok(lending.agreeToOffer, { id: loan.id }, borrower);
    expect(agreed.data).toMatchObject({ platformFee: loan.platformFee, apr: loan.apr });
    const used = await server.rows<{ version: number }>(
      `select p.version from lending.loan l join lending.plan p on p.id = l.plan_id
       where l.id = $1`,
      [waiting.loan.id],
    );
    expect(used).toEqual([{ version: 1 }]);
    const { versions } = await planOf('engineer');
    expect(versions.map(({ loans, current }) => [loans > 0, current])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test('needs another person, who sees the differences; returned, it is edited again', async () => {
    const next = await nextOf('medical', { amountMax: money(400_000) });
    await server.ok(plansOffice.draftPlan, next, approver);
    const { id: version } = await newestId(next.id);
    await server.ok(plansOffice.submitPlan, { id: next.id, version: 1 }, editor);
    const approve = { decision: 'approve' };
    const decided = (who: Person, how: object) =>
      decide(server, who, 'plan_approval', version, how as never);
    // The author of the version is its maker, whoever submitted it.
    expect(await decided(approver, approve)).toBe('MAKER_IS_CHECKER');
    expect(await decided(editor, approve)).not.toBeNull();
    const second = await newOperator(server, ['approver']);
    const task = await openTaskId(server, 'plan_approval', version);
    const { data } = await server.ok(tasksOffice.getTask, { id: task }, second);
    expect(data.detail).toMatchObject({
      version: { number: 2, amountMax: 400_000 },
      before: { number: 1, amountMax: 500_000 },
      plan: { example: { amount: 100_000 } },
    });
    expect(await decided(second, { decision: 'return', reason: '上限太低' })).toBeNull();
    expect(await newestId(next.id)).toMatchObject({ state: 'returned', reason: '上限太低' });
    const again = { ...next, amountMax: 450_000, version: 3 };
    await server.ok(plansOffice.draftPlan, again, editor);
    await submit(next.id);
    // The effective day passes before anybody opens the task.
    await nextDay();
    expect(await decided(second, approve)).toBe('DECISION_INVALID');
    expect(await decided(second, { decision: 'return', reason: '已過生效日' })).toBeNull();
    const late = { ...again, effectiveOn: tomorrow(), version: 6 };
    await server.ok(plansOffice.draftPlan, late, editor);
    await submit(next.id);
    expect(await decided(second, approve)).toBeNull();
    await nextDay();
    const { data: plan } = await server.ok(lending.planDetail, { id: 'medical' });
    expect(plan.amountMax).toBe(450_000);
    await expect(
      server.rows(`update lending.plan set rate_max_bps = 1600 where id = $1`, [version]),
    ).rejects.toThrow('is approved');
    await expect(server.rows(`delete from lending.plan where id = $1`, [version])).rejects.toThrow(
      'stays',
    );
  });

  test('is approved by nobody who wrote a part of it, whoever saved it last', async () => {
    const author = await newOperator(server, ['editor', 'approver']);
    const next = await nextOf('medical', { position: 8 });
    await server.ok(plansOffice.draftPlan, next, author);
    const { version: edition } = await newestId(next.id);
    await server.ok(plansOffice.draftPlan, { ...next, version: edition }, editor);
    const version = await submit(next.id);
    const [approve, back] = [{ decision: 'approve' }, { decision: 'return', reason: '不需要' }];
    expect(await decide(server, author, 'plan_approval', version, approve)).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(await decide(server, approver, 'plan_approval', version, back)).toBeNull();
    const seen = { id: next.id, version: (await newestId(next.id)).version };
    await server.ok(plansOffice.dropPlanDraft, seen, editor);
  });

  test('sent twice with one key is one version', async () => {
    const next = await nextOf('finance');
    const how = { ...editor, key: 'aaaaaaaa-0000-4000-8000-000000000033' };
    const first = await server.ok(plansOffice.draftPlan, next, how);
    const second = await server.ok(plansOffice.draftPlan, next, how);
    expect(second.data.versions).toEqual(first.data.versions);
    // Without the version number, the second editor would overwrite changes that they have not
    // seen.
    expect(await server.refused(plansOffice.draftPlan, next, editor)).toBe('CONTENT_CHANGED');
    const stale = { ...next, version: 2 };
    expect(await server.refused(plansOffice.draftPlan, stale, editor)).toBe('CONTENT_CHANGED');
    await server.ok(plansOffice.dropPlanDraft, { id: next.id, version: 1 }, editor);
    expect(await server.refused(plansOffice.draftPlan, stale, editor)).toBe('CONTENT_CHANGED');
  });

  test('is written by those who may, and read by the others', async () => {
    const next = await nextOf('public');
    for (const role of ['auditor', 'finance', 'reviewer'] as const) {
      const other = await newOperator(server, [role]);
      expect(await server.refused(plansOffice.draftPlan, next, other)).toBe('ROLE_REQUIRED');
      expect((await server.ok(officePlanList, {}, other)).total).toBeGreaterThan(5);
    }
    expect((await server.ask(officePlanList, {})).status).toBe(401);
    const { data } = await server.ok(plansOffice.previewPlan, fields(), auditor);
    expect(data.plan.example.apr).toBeGreaterThan(9.25);
    const figures = await server.ok(plansOffice.planFigures, {}, auditor);
    expect(figures.data).toMatchObject({ remittanceFee: 15 });
  });
});

describe('withdrawing', () => {
  test('does not affect loans in progress, and the last plan stays on offer', async () => {
    const { borrower, loan } = await applied(server, {
      plan: 'office',
      job: { ...(await jobOf('office')) },
    });
    await agree('office', { enabled: false, summary: '停止受理' });
    await nextDay();
    expect(await server.refused(lending.planDetail, { id: 'office' })).toBe('PLAN_NOT_FOUND');
    expect((await loanOf(server, borrower)).plan).toEqual(loan.plan);
    expect((await planOf('office')).current).toMatchObject({ number: 2, enabled: false });
    for (const { slug } of (await server.ok(lending.planMenu, {})).data.slice(1)) {
      await agree(slug, { enabled: false });
    }
    const { data } = await server.ok(lending.planMenu, {});
    const last = await nextOf(data[0]!.slug, { enabled: false });
    await server.ok(plansOffice.draftPlan, last, editor);
    const { version } = await newestId(last.id);
    const refused = await server.refused(plansOffice.submitPlan, { id: last.id, version }, editor);
    expect(refused).toBe('PLAN_LAST');
    // Another plan is offered again on the same day.
    await agree('office', { enabled: true, summary: '恢復受理' });
    await server.ok(plansOffice.submitPlan, { id: last.id, version }, editor);
    await nextDay();
    const left = await server.ok(lending.planMenu, {});
    expect(left.data.map(({ slug }) => slug)).toEqual([data[0]!.slug, 'office']);
  });
});

async function jobOf(slug: string) {
  const { data } = await server.ok(lending.planDetail, { id: slug });
  const company = { company: '測試公司', title: '職員', since: '2019-03', monthlyIncome: 60_000 };
  return { ...company, occupation: data.occupations[0]! };
}

describe('what a version may contain', () => {
  test.each<[field: string, wrong: Partial<Record<keyof PlanVersionFields, unknown>>]>([
    ['rateMax', { rateMax: 16.01 }],
    ['rateMin', { rateMin: 0 }],
    ['rateMin', { rateMin: 5.555 }],
    ['rateMax', { rateMin: 10, rateMax: 9 }],
    ['amountMax', { amountMax: 20_000 }],
    ['amountMin', { amountMin: 35_000 }],
    ['amountStep', { amountStep: 20_000 }],
    ['installments', { installments: [] }],
    ['installments.0', { installments: [7] }],
    ['installments', { installments: [6, 6] }],
    ['occupations.0', { occupations: [999] }],
    ['platformFeePercent', { platformFeePercent: 11 }],
    ['platformFeeMin', { platformFeeMin: 15_001 }],
    ['slug', { slug: 'Not A Slug' }],
    ['listName', { listName: ' ' }],
    ['description', { description: '最高 {nobodyKnows}' }],
    ['eligibility', { eligibility: ['{}'] }],
    ['steps', { steps: [] }],
    ['summary', { summary: '' }],
    ['effectiveOn', { effectiveOn: '2026-02-30' }],
  ])('%s is refused in %o', (field, wrong) => {
    const { error } = planVersionSchema.safeParse({ ...fields(), ...wrong });
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });

  test('the cap itself is allowed, and these have no other problem', () => {
    expect(planVersionSchema.safeParse(fields({ rateMax: 16 })).success).toBe(true);
  });
});

test('some plan is offered on every day if each day of change has one', () => {
  const start = day('2026-11-21');
  const version = fc.record({
    planId: fc.integer({ min: 1, max: 3 }),
    enabled: fc.boolean(),
    inDays: fc.integer({ min: -5, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(version, { maxLength: 8 }), (drawn) => {
      const counts = new Map<number, number>();
      const versions = drawn
        .toSorted((a, b) => a.inDays - b.inDays)
        .map(({ planId, enabled, inDays }) => {
          const number = (counts.get(planId) ?? 0) + 1;
          counts.set(planId, number);
          return { planId, enabled, number, effectiveOn: addDays(start, inDays) };
        });
      const isOfferedOn = (on: ReturnType<typeof day>) =>
        [1, 2, 3].some((plan) => {
          const begun = versions.filter(
            (row) => row.planId === plan && compareDays(row.effectiveOn, on) <= 0,
          );
          return begun.at(-1)?.enabled === true;
        });
      const days = Array.from({ length: 8 }, (_, ahead) => addDays(start, ahead));
      expect(alwaysOffered(versions, start)).toBe(days.every(isOfferedOn));
    }),
  );
});
