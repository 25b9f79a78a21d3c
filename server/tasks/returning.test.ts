// Tests that work which a second person returns keeps its age and goes back to its maker, for every
// kind of task that a second person decides. The handlers of the features are replaced by ones that
// only open the next task, because the features have their own tests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taskList } from '#contract/tasks/lists.ts';
import { roles } from '#contract/core/endpoint.ts';
import { ZERO } from '#contract/core/money.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { returnsTo, type TaskKind, taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import type { Operator } from '../call.ts';
import { connect, type Hooks, hooks } from '../hooks.ts';
import type { Work } from '../work.ts';
import { inWork } from '../work.ts';
import { openTask } from './opening.ts';

/** Decision by which the first person presents the work to the second. */
const presents: Partial<Record<TaskKind, string>> = {
  loan_review: 'approve',
  screening_review: 'clear',
  disbursement_release: 'release',
  unmatched_payment: 'match',
  negotiation_draft: 'propose',
  recourse: 'recovered',
  trust_shortfall: 'sent',
  payer_source: 'enter',
  returned_account: 'again',
};

/** A person returns the money of an unmatched payment, which is no return of another's work. */
const checks = taskKinds.filter(
  (kind) => taskRules[kind].decisions.includes('return') && kind !== 'unmatched_payment',
);
const again = checks.filter((kind) => returnsTo[kind]);

type Decided = { decision: string };
/** The check that the first person's work leads to; two kinds may begin with the same work. */
let leadsTo: TaskKind | undefined;
const next = (kind: TaskKind) => ({
  detail: async () => ({}),
  amount: async () => ZERO,
  async decide(work: Work & { operator: Operator }, task: object, { decision }: Decided) {
    const { subjectId, subjectLabel } = task as { subjectId: number; subjectLabel: string };
    const subject = { type: 'task', id: subjectId, label: subjectLabel } as const;
    const first = returnsTo[kind];
    if (decision === 'return' && first) await openTask(work, { kind: first, subject });
    if (leadsTo && returnsTo[leadsTo] === kind && presents[kind] === decision) {
      await openTask(work, { kind: leadsTo, subject, makerId: work.operator.id });
    }
  },
});
const handlers = Object.fromEntries(taskKinds.map((kind) => [kind, next(kind)]));

const server = useServer();
const allRoles = roles.filter((role) => role !== 'admin' && role !== 'auditor');
let maker: Person;
let checker: Person;
let admin: Person;

/** The handlers of the features, which are connected again afterwards. */
let connected: Hooks;
afterAll(() => void connect(connected));
beforeAll(async () => {
  connected = connect(hooks);
  connect({ ...connected, tasks: { ...handlers, sent_back: undefined } as Hooks['tasks'] });
  maker = await newOperator(server, [...allRoles, 'admin']);
  checker = await newOperator(server, [...allRoles, 'admin']);
  admin = await newOperator(server, ['admin']);
});

let subject = 1_000;
const newSubject = () => ({ type: 'task' as const, id: (subject += 1), label: `工作 ${subject}` });
const read = async (id: string, { token } = maker) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data;
const decideAs = ({ token }: Person, id: string, decision: string) =>
  server.ok(tasksOffice.decideTask, { id, decision, reason: '請再確認' }, { token });

describe('work returned by a second person', () => {
  test.each(again)(
    '%s opens the first task again, with its age and for its maker',
    async (kind) => {
      leadsTo = kind;
      const first = returnsTo[kind]!;
      const about = newSubject();
      await inWork(server.services, (work) => openTask(work, { kind: first, subject: about }));
      const id = await openTaskId(server, first, about.id);
      const before = await read(id);
      await server.ok(deskOffice.claimTasks, { ids: [id] }, { token: maker.token });
      await decideAs(maker, id, presents[first] ?? '');
      for (let round = 1; round <= 2; round += 1) {
        await server.advance(1);
        await decideAs(checker, await openTaskId(server, kind, about.id), 'return');
        const back = await read(await openTaskId(server, first, about.id));
        expect(back).toMatchObject({
          createdAt: before.createdAt,
          dueAt: before.dueAt,
          assignee: { id: String(maker.id) },
          maker: null,
        });
        await decideAs(maker, back.id, presents[first] ?? '');
      }
    },
  );

  test.each(checks.filter((kind) => !returnsTo[kind]))(
    '%s becomes a task of its maker, with the age of what was returned',
    async (kind) => {
      const about = newSubject();
      await inWork(server.services, (work) =>
        openTask(work, { kind, subject: about, makerId: maker.id }),
      );
      const check = await read(await openTaskId(server, kind, about.id));
      await server.advance(1);
      await decideAs(checker, check.id, 'return');
      const id = await openTaskId(server, 'sent_back', about.id);
      expect(await read(id)).toMatchObject({
        createdAt: check.createdAt,
        dueAt: check.dueAt,
        assignee: { id: String(maker.id) },
        detail: { returned: '請再確認', from: kind },
      });
      // Presenting the work again closes the task.
      await inWork(server.services, (work) =>
        openTask(work, { kind, subject: about, makerId: maker.id }),
      );
      expect(await read(id)).toMatchObject({ status: 'done', decision: 'again' });
    },
  );

  test('that nobody made is not sent back', async () => {
    const about = newSubject();
    await inWork(server.services, (work) =>
      openTask(work, { kind: 'collection_measure', subject: about }),
    );
    const id = await openTaskId(server, 'collection_measure', about.id);
    await decideAs(checker, id, 'return');
    const open = `select from tasks.task where status = 'open' and subject_id = ${about.id}`;
    expect(await server.rows(open)).toEqual([]);
  });
});

describe('a task of its maker alone', () => {
  const returned = async (made: Person) => {
    const about = newSubject();
    await inWork(server.services, (work) =>
      openTask(work, { kind: 'booking_check', subject: about, makerId: made.id }),
    );
    await decideAs(checker, await openTaskId(server, 'booking_check', about.id), 'return');
    return openTaskId(server, 'sent_back', about.id);
  };

  test('is seen and closed by the maker, not by a colleague of the same role', async () => {
    const mine = await newOperator(server, ['finance']);
    const colleague = await newOperator(server, ['finance']);
    const id = await returned(mine);
    const list = async ({ token }: Person) => server.ok(taskList, { kind: 'sent_back' }, { token });
    expect((await list(mine)).data.map((task) => task.id)).toEqual([id]);
    expect((await list(mine)).counts['sent_back']).toBe(1);
    expect((await list(colleague)).data).toEqual([]);
    expect((await list(colleague)).counts['sent_back'] ?? 0).toBe(0);
    expect((await list(admin)).data.map((task) => task.id)).toContain(id);
    const { token } = colleague;
    expect(await server.refused(tasksOffice.getTask, { id }, { token })).toBe('TASK_NOT_FOUND');
    const done = { id, decision: 'done' };
    expect(await server.refused(tasksOffice.decideTask, done, { token })).toBe('TASK_NOT_FOUND');
    expect(
      (await server.ok(deskOffice.nextTask, { kind: 'sent_back' }, { token })).data,
    ).toBeNull();
    await server.ok(tasksOffice.decideTask, done, { token: mine.token });
    expect(await server.refused(tasksOffice.decideTask, done, { token: mine.token })).toBe(
      'TASK_DONE',
    );
  });

  test('waits for an admin if the maker is no longer at work', async () => {
    const gone = await newOperator(server, ['finance']);
    await server.rows('update identity.operator set disabled_at = now() where id = $1', [gone.id]);
    const id = await returned(gone);
    expect(await read(id, admin)).toMatchObject({ assignee: null });
  });
});
