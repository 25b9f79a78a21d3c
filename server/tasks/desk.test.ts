// Test of the inbox: nobody gets a task that is assigned to somebody else, and nobody checks their
// own work.
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { type Person, newMember, newOperator } from '../../tests/actors/people.ts';
import { repeatThrice } from '../../tests/actors/repeats.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { openTask } from './opening.ts';

const server = useServer();
let one: Person;
let other: Person;
let approver: Person;
let auditor: Person;
let admin: Person;
let member: Person;
let maker: Person;

beforeAll(async () => {
  one = await newOperator(server, ['finance']);
  other = await newOperator(server, ['finance', 'approver']);
  approver = await newOperator(server, ['approver']);
  auditor = await newOperator(server, ['auditor']);
  admin = await newOperator(server, ['admin']);
  member = await newMember(server);
  maker = await newOperator(server, ['reviewer', 'approver', 'finance']);
});

let subject = 70_000;

async function newTask(kind: TaskKind = 'refund_release', makerId?: number): Promise<string> {
  subject += 1;
  const about = { type: 'task', id: subject, label: `測試 ${subject}` } as const;
  await inWork(server.services, (work) =>
    openTask(work, { kind, subject: about, ...(makerId === undefined ? {} : { makerId }) }),
  );
  const [row] = await server.rows<{ id: string }>(
    `select id from tasks.task where subject_type = 'task' and subject_id = $1`,
    [subject],
  );
  return String(row?.id);
}

const by = ({ token }: Person) => ({ token });
const claim = async (who: Person, ...ids: string[]) =>
  (await server.ok(deskOffice.claimTasks, { ids }, by(who))).data;
const next = async (who: Person, kind: TaskKind) =>
  (await server.ok(deskOffice.nextTask, { kind }, by(who))).data;
const taskOf = async (id: string) => {
  const [row] = await server.rows<{ status: string; assignee: string | null }>(
    'select status, assignee_id::text as assignee from tasks.task where id = $1',
    [id],
  );
  return row;
};
const finish = (kind: TaskKind) =>
  server.rows(`update tasks.task set status = 'done' where status = 'open' and kind = $1`, [kind]);
const auditsOf = async (id: string) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'task' and subject_id = $1 order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('the next task', () => {
  test('is an urgent one, then the first due, and nothing when nothing is left', async () => {
    await finish('refund_release');
    const [first, second, urgent] = [await newTask(), await newTask(), await newTask()];
    await server.rows(`update tasks.task set due_at = due_at - interval '1 h' where id = $1`, [
      first,
    ]);
    const reason = '客訴急件';
    const ask = { ids: [urgent], priority: 'high' as const, reason };
    await server.ok(deskOffice.setTaskPriority, ask, by(one));
    expect(await next(one, 'refund_release')).toMatchObject({
      id: urgent,
      priority: 'high',
      priorityReason: reason,
      assignee: { id: String(one.id) },
    });
    expect((await next(other, 'refund_release'))?.id).toBe(first);
    expect((await next(one, 'refund_release'))?.id).toBe(second);
    expect(await next(other, 'refund_release')).toBeNull();
    expect(await auditsOf(urgent)).toEqual(['task.priority', 'task.claimed']);
  });

  test('is never given to two operators, however many ask concurrently', async () => {
    await finish('payout_release');
    const ids = [];
    for (let n = 0; n < 12; n += 1) ids.push(await newTask('payout_release'));
    const given = await Promise.all(
      Array.from({ length: 20 }, (_, n) => next(n % 2 ? one : other, 'payout_release')),
    );
    const taken = given.flatMap((task) => task?.id ?? []);
    expect(taken.toSorted()).toEqual(ids.toSorted());
  });

  test('is never one’s own work, nor of a kind one may not decide', async () => {
    await finish('disbursement_check');
    const id = await newTask('disbursement_check', one.id);
    expect(await next(one, 'disbursement_check')).toBeNull();
    expect(await next(auditor, 'disbursement_check')).toBeNull();
    expect((await next(approver, 'disbursement_check'))?.id).toBe(id);
  });
});

describe('a claim', () => {
  test('keeps other operators from deciding until it is released', async () => {
    const id = await newTask('attention');
    expect(await claim(one, id)).toEqual({ done: [id], left: [] });
    const decision = { id, decision: 'done' };
    const refused = await server.ask(tasksOffice.decideTask, decision, by(other));
    expect(refused.code).toBe('TASK_TAKEN');
    expect(JSON.stringify(refused.body)).toContain(one.email);
    const left = [{ id, why: 'TASK_TAKEN', who: expect.stringContaining(one.email) }];
    expect(await claim(other, id)).toEqual({ done: [], left });
    const release = (who: Person) => server.ok(deskOffice.releaseTasks, { ids: [id] }, by(who));
    expect((await release(other)).data.done).toEqual([]);
    expect((await release(one)).data.done).toEqual([id]);
    await server.ok(tasksOffice.decideTask, decision, by(other));
    expect((await claim(one, id)).left).toMatchObject([{ why: 'TASK_DONE' }]);
    const late = await server.ask(tasksOffice.decideTask, decision, by(one));
    expect(JSON.stringify(late.body)).toContain(other.email);
    expect(await auditsOf(id)).toEqual(['task.claimed', 'task.released']);
  });

  test('of many takes the free ones, and gives the reason for each other', async () => {
    const [free, taken, own, hidden] = [
      await newTask(),
      await newTask(),
      await newTask('disbursement_check', one.id),
      await newTask('identity_review'),
    ];
    await claim(other, taken);
    const { done, left } = await claim(one, free, taken, own, hidden, '99999999');
    expect(done).toEqual([free]);
    expect(left.map(({ id, why }) => [id, why])).toEqual([
      [taken, 'TASK_TAKEN'],
      [own, 'MAKER_IS_CHECKER'],
      [hidden, 'TASK_NOT_FOUND'],
      ['99999999', 'TASK_NOT_FOUND'],
    ]);
    expect((await claim(auditor, free)).left).toMatchObject([{ why: 'ROLE_REQUIRED' }]);
  });

  test('is listed as mine, and no longer as free', async () => {
    await finish('refund_release');
    const [mine, free] = [await newTask(), await newTask()];
    await claim(one, mine);
    const seen = async (assignee: string) => {
      const of = { kind: 'refund_release' as const, assignee };
      const { data, queues } = await server.ok(taskList, of, by(one));
      const queue = queues.find(({ kind }) => kind === 'refund_release');
      expect(queue).toMatchObject({ open: 2, unclaimed: 1, overdue: 0 });
      return data.map(({ id }) => id);
    };
    expect(await seen('me')).toEqual([mine]);
    expect(await seen('none')).toEqual([free]);
    expect(await seen(String(other.id))).toEqual([]);
  });
});

describe('handing over', () => {
  const give = async (who: Person, to: Person, ...ids: string[]) => {
    const ask = { ids, operator: String(to.id) };
    const { done, left } = (await server.ok(deskOffice.assignTasks, ask, by(who))).data;
    return done.length > 0 ? 'done' : left[0]?.why;
  };

  test('is for the holder and for admins, to an operator who may decide it', async () => {
    const id = await newTask();
    expect(await give(one, other, id)).toBe('TASK_TAKEN');
    expect(await give(one, one, id)).toBe('done');
    expect(await give(one, approver, id)).toBe('ROLE_REQUIRED');
    expect(await give(one, other, id)).toBe('done');
    expect(await give(admin, one, id)).toBe('done');
    expect(await give(admin, admin, id)).toBe('ROLE_REQUIRED');
    expect(await give(auditor, one, id)).toBe('ROLE_REQUIRED');
    expect((await taskOf(id))?.assignee).toBe(String(one.id));
    const made = await newTask('disbursement_check', one.id);
    expect(await give(admin, one, made)).toBe('MAKER_IS_CHECKER');
    expect((await server.ok(deskOffice.releaseTasks, { ids: [id] }, by(admin))).data.done).toEqual([
      id,
    ]);
    const nobody = { ids: [id], operator: '99999999' };
    expect(await server.refused(deskOffice.assignTasks, nobody, by(admin))).toBe('NOT_FOUND');
    const { data } = await server.ok(deskOffice.colleagues, {}, by(one));
    expect(data.map((row) => row.id)).toContain(String(other.id));
  });
});

describe('many decisions at once', () => {
  test('are allowed for notes that were read, and for nothing with an effect', async () => {
    const ids = [await newTask('attention'), await newTask('attention')];
    const [mine, refund] = [await newTask('attention', one.id), await newTask()];
    const ask = { ids: [...ids, mine, refund], decision: 'done' };
    const { data } = await server.ok(deskOffice.decideTasks, ask, by(one));
    expect(data.done).toEqual(ids);
    expect(data.left.map(({ why }) => why)).toEqual(['MAKER_IS_CHECKER', 'DECISION_INVALID']);
    const release = { ids: [refund], decision: 'release' };
    const { left } = (await server.ok(deskOffice.decideTasks, release, by(one))).data;
    expect(left).toMatchObject([{ why: 'DECISION_INVALID' }]);
    expect((await taskOf(refund))?.status).toBe('open');
  });
});

describe('a checker is never the maker', () => {
  // Work that was sent back is for its maker, so it has no checker.
  const kinds = taskKinds
    .filter((kind) => kind !== 'sent_back')
    .flatMap((kind) => taskRules[kind].decisions.map((decision) => [kind, decision] as const));

  test.each(kinds)('%s: %s', async (kind, decision) => {
    // The operator has a role that may decide this kind of task, so that only the rule against
    // deciding one's own task can refuse.
    const own = taskRules[kind].roles.some((role) => role !== 'admin') ? maker : admin;
    const id = await newTask(kind, own.id);
    const decide = { id, decision, reason: '自己的案件' };
    expect(await server.refused(tasksOffice.decideTask, decide, by(own))).toBe('MAKER_IS_CHECKER');
    expect((await claim(own, id)).left).toMatchObject([{ why: 'MAKER_IS_CHECKER' }]);
    expect(await taskOf(id)).toMatchObject({ status: 'open', assignee: null });
  });
});

test('a view is stored, replaced by its name, and private', async () => {
  const query = { kind: 'refund_release', assignee: 'me' };
  const save = { list: 'tasks' as const, name: '我的退款', query };
  const { data: kept } = await server.ok(deskOffice.saveListView, save, by(one));
  expect(kept.query).toEqual(query);
  const again = { ...save, query: { order: 'newest' } };
  expect((await server.ok(deskOffice.saveListView, again, by(one))).data.id).toBe(kept.id);
  const views = async (list: 'tasks' | 'loans', who: Person) =>
    (await server.ok(deskOffice.listViews, { list }, by(who))).data;
  expect(await views('tasks', one)).toMatchObject([{ id: kept.id, query: { order: 'newest' } }]);
  // Another list has views of its own, also under the same name.
  expect(await views('loans', one)).toEqual([]);
  const elsewhere = { ...save, list: 'loans' as const };
  expect((await server.ok(deskOffice.saveListView, elsewhere, by(one))).data.id).not.toBe(kept.id);
  expect(await views('tasks', other)).toEqual([]);
  for (const bad of [{ 'a b': 'x' }, { kind: '' }, { kind: 'x'.repeat(301) }]) {
    const { code } = await server.ask(deskOffice.saveListView, { ...save, query: bad }, by(one));
    expect(code).toBe('INVALID_INPUT');
  }
  const remove = (who: Person) =>
    server.ask(deskOffice.removeListView, { id: kept.id }, by(who)).then(({ code }) => code);
  expect(await remove(other)).toBe('NOT_FOUND');
  expect(await remove(one)).toBeNull();
  expect(await remove(one)).toBe('NOT_FOUND');
});

test('members are refused; no editor gets others’ work; repeats do nothing', async () => {
  const editor = await newOperator(server, ['editor']);
  const id = await newTask();
  const calls: [Endpoint, object][] = [
    [deskOffice.nextTask, {}],
    [deskOffice.claimTasks, { ids: [id] }],
    [deskOffice.releaseTasks, { ids: [id] }],
    [deskOffice.assignTasks, { ids: [id], operator: String(other.id) }],
    [deskOffice.setTaskPriority, { ids: [id], priority: 'high', reason: '急件' }],
    [deskOffice.decideTasks, { ids: [id], decision: 'done' }],
    [deskOffice.colleagues, {}],
    [deskOffice.listViews, { list: 'tasks' }],
    [deskOffice.saveListView, { list: 'tasks', name: '視圖', query: {} }],
    [deskOffice.removeListView, { id: '1' }],
  ];
  for (const [call, input] of calls) {
    expect((await server.ask(call, input, by(member))).status, call.path).toBe(401);
    if (!('ids' in input)) continue;
    const { body } = await server.ask(call, input, by(editor));
    const left = [{ id, why: 'TASK_NOT_FOUND', who: null }];
    expect(body, call.path).toEqual({ data: { done: [], left } });
  }
  expect(await next(editor, 'refund_release')).toBeNull();
  expect((await taskOf(id))?.assignee).toBeNull();
  for (const [call, input] of calls.slice(0, 6)) await repeatThrice(server, call, input, one);
  await repeatThrice(
    server,
    deskOffice.saveListView,
    { list: 'tasks', name: '視圖', query: {} },
    one,
  );
});
