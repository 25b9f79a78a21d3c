// Tests of the escalation of overdue tasks: who is told and when, once for each level, by the rule
// in force.
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { setting } from '../../../tests/actors/settings.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { dayOf } from '#contract/core/day.ts';
import { inWork } from '../../work.ts';
import { openTask } from '../opening.ts';
import { escalateTasks } from './escalation.ts';

const server = useServer();
let reviewer: Person;
let finance: Person;
let admin: Person;

beforeAll(async () => {
  reviewer = await newOperator(server, ['reviewer']);
  finance = await newOperator(server, ['finance']);
  admin = await newOperator(server, ['admin']);
});

const mailsTo = async ({ email }: Person) =>
  (await messagesTo(server, email)).filter(({ subject }) => subject?.includes('已逾期'));

let subject = 5_000;
/** Opens a task and lets it be overdue by these hours. */
async function overdue(hours: number, kind: 'loan_review' | 'bank_difference' = 'loan_review') {
  subject += 1;
  await inWork(server.services, (work) =>
    openTask(work, { kind, subject: { type: 'loan', id: subject, label: `案件 ${subject}` } }),
  );
  const id = await openTaskId(server, kind, subject);
  await makeOverdue(id, hours);
  return id;
}
const makeOverdue = (id: string, hours: number) =>
  server.rows(
    `update tasks.task set due_at = $2::timestamptz - make_interval(hours => $3)
    where id = $1`,
    [id, server.services.clock.now(), hours],
  );
const read = async (id: string) =>
  (
    await server.rows(
      `select priority, priority_reason as "priorityReason" from tasks.task where id = $1`,
      [id],
    )
  )[0];
const levels = async (id: string) =>
  server.rows<{ from_status: string; to_status: string }>(
    `select from_status, to_status from tasks.audit
     where subject_type = 'task' and subject_id = $1 and action = 'task.escalated' order by id`,
    [id],
  );

beforeEach(async () => {
  await server.rows(`update tasks.task set status = 'done' where status = 'open'`);
});

test('the role is told after four hours, the admins after a day, each once', async () => {
  const id = await overdue(3);
  await escalateTasks(server.services);
  expect(await read(id)).toMatchObject({ priority: 'normal' });
  expect(await mailsTo(reviewer)).toHaveLength(0);

  await makeOverdue(id, 5);
  await escalateTasks(server.services);
  expect(await read(id)).toMatchObject({
    priority: 'high',
    priorityReason: '逾期超過 4 小時',
  });
  expect(await mailsTo(reviewer)).toHaveLength(1);
  expect((await mailsTo(reviewer))[0]?.body).toContain('申貸審核 1 件');
  expect(await mailsTo(finance)).toHaveLength(0);
  expect(await mailsTo(admin)).toHaveLength(0);
  await escalateTasks(server.services);
  expect(await mailsTo(reviewer)).toHaveLength(1);

  await server.advance(1);
  await escalateTasks(server.services);
  await escalateTasks(server.services);
  expect(await mailsTo(admin)).toHaveLength(1);
  expect(await mailsTo(reviewer)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ priorityReason: '逾期超過 24 小時' });
  expect(await levels(id)).toEqual([
    { from_status: '0', to_status: '1' },
    { from_status: '1', to_status: '2' },
  ]);
});

test('whoever holds the task is told alone; a reason for its priority stays', async () => {
  const id = await overdue(5, 'bank_difference');
  const holder = await newOperator(server, ['finance']);
  await server.rows(
    `update tasks.task set assignee_id = $2, priority = 'high', priority_reason = '主管交辦'
     where id = $1`,
    [id, holder.id],
  );
  const before = (await mailsTo(finance)).length;
  await escalateTasks(server.services);
  expect(await mailsTo(holder)).toHaveLength(1);
  expect(await mailsTo(finance)).toHaveLength(before);
  expect(await read(id)).toMatchObject({ priorityReason: '主管交辦' });
});

test('an absent colleague and a task that is done are left alone', async () => {
  const absent = await newOperator(server, ['reviewer']);
  const today = dayOf(server.services.clock.now());
  await server.rows(
    `insert into tasks.absence (operator_id, first_day, last_day, made_by, made_at)
     values ($1, $2, $2, $1, now())`,
    [absent.id, today],
  );
  const done = await overdue(5);
  await server.rows(`update tasks.task set status = 'done' where id = $1`, [done]);
  await overdue(5);
  await escalateTasks(server.services);
  expect(await mailsTo(absent)).toHaveLength(0);
  expect(await levels(done)).toEqual([]);
});

test('the inbox counts escalated tasks, and the rule in force decides', async () => {
  await setting(server, 'escalateRoleHours', 0);
  await setting(server, 'escalateAdminHours', 2);
  const id = await overdue(3, 'bank_difference');
  const before = (await mailsTo(finance)).length;
  await escalateTasks(server.services);
  expect(await mailsTo(finance)).toHaveLength(before);
  expect(await levels(id)).toEqual([{ from_status: '0', to_status: '2' }]);
  const { queues } = await server.ok(taskList, {}, { token: admin.token });
  const queue = queues.find(({ kind }) => kind === 'bank_difference');
  expect(queue).toMatchObject({ escalated: 1, overdue: 1 });
});
