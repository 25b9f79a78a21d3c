// Tests of the inbox: who sees and decides which tasks, and that nobody checks their own work.
import { taskList } from '#contract/tasks/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide, openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { type Person, newOperator } from '../../tests/actors/people.ts';
import { inWork } from '../work.ts';
import { type Office, audited, newOffice, offered, terms } from '../lending/testing/cases.ts';
import { closeTask, openTask } from './opening.ts';
import { sealAuditLog } from './jobs.ts';

const server = useServer();
let office: Office;
let finance: Person;
let auditor: Person;

beforeAll(async () => {
  office = await newOffice(server);
  finance = await newOperator(server, ['finance']);
  auditor = await newOperator(server, ['auditor']);
});

let subject = 7_000;
/** Opens a task of kind attention on an arbitrary subject. */
async function attention(makerId?: number): Promise<string> {
  subject += 1;
  await inWork(server.services, (work) =>
    openTask(work, {
      kind: 'attention',
      subject: { type: 'task', id: subject, label: `測試 ${subject}` },
      detail: { why: '測試' },
      ...(makerId === undefined ? {} : { makerId }),
    }),
  );
  return openTaskId(server, 'attention', String(subject));
}

const decideAs = (who: Person, id: string, decision: Record<string, unknown>) =>
  server.refused(tasksOffice.decideTask, { id, ...decision }, { token: who.token });
const statusOf = async (id: string) =>
  (await server.rows<{ status: string }>('select status from tasks.task where id = $1', [id]))[0]
    ?.status;

describe('the inbox', () => {
  test('lists what the operator may decide, oldest due first, with counts', async () => {
    const id = await attention();
    const { data, counts } = await server.ok(
      taskList,
      { kind: 'attention' },
      { token: finance.token },
    );
    expect(data.map((task) => task.id)).toContain(id);
    expect(data.map((task) => task.dueAt)).toEqual(data.map((task) => task.dueAt).toSorted());
    expect(counts['attention']).toBeGreaterThan(0);
  });

  test('opens one task of a kind on a subject, however often it is requested', async () => {
    const id = await attention();
    subject -= 1;
    expect(await attention()).toBe(id);
  });

  test('shows a reviewer no task of finance, and an auditor every kind', async () => {
    await server.rows(
      `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
       values ('payout_release', 'task', 1, 'x', now(), now())`,
    );
    const id = await openTaskId(server, 'payout_release', '1');
    const seen = async (who: Person) =>
      (await server.ok(taskList, { item_per_page: 200 }, { token: who.token })).data;
    expect((await seen(office.reviewer)).map((task) => task.id)).not.toContain(id);
    expect((await seen(auditor)).map((task) => task.id)).toContain(id);
    const token = office.reviewer.token;
    expect(await server.refused(tasksOffice.getTask, { id }, { token })).toBe('TASK_NOT_FOUND');
    await inWork(server.services, (work) =>
      closeTask(work, 'payout_release', { type: 'task', id: 1 }, 'done'),
    );
  });

  test('refuses members, strangers and forms of another site', async () => {
    const id = await attention();
    const asked = (options: object) => server.ask(tasksOffice.getTask, { id }, options);
    expect((await asked({})).status).toBe(401);
    expect((await asked({ token: 'a'.repeat(43) })).status).toBe(401);
    const headers = { 'x-office': '0' };
    expect((await asked({ token: finance.token, headers })).code).toBe('ORIGIN_REFUSED');
    const origin = { origin: 'https://elsewhere.example' };
    expect((await asked({ token: finance.token, headers: origin })).code).toBe('ORIGIN_REFUSED');
  });
});

describe('a decision', () => {
  test('closes the task, names the checker and leaves an audit row', async () => {
    const id = await attention();
    const { data } = await server.ok(
      tasksOffice.decideTask,
      { id, decision: 'done' },
      { token: finance.token },
    );
    expect(data).toMatchObject({ status: 'done', decision: 'done', checker: expect.any(String) });
    const rows = await server.rows<{ action: string; actor: string }>(
      `select action, actor_id::text as actor from tasks.audit
       where subject_type = 'task' and subject_id = $1`,
      [subject],
    );
    expect(rows).toEqual([{ action: 'task.attention.done', actor: String(finance.id) }]);
  });

  test('by the maker is refused, for every kind', async () => {
    const id = await attention(finance.id);
    expect(await decideAs(finance, id, { decision: 'done' })).toBe('MAKER_IS_CHECKER');
    expect(await statusOf(id)).toBe('open');
  });

  test('of a role that may only read is refused', async () => {
    expect(await decideAs(auditor, await attention(), { decision: 'done' })).toBe('ROLE_REQUIRED');
  });

  test('that the kind does not know, or without a required reason, is refused', async () => {
    expect(await decideAs(finance, await attention(), { decision: 'approve' })).toBe(
      'DECISION_INVALID',
    );
    const { loan } = await audited(server, office);
    const id = await openTaskId(server, 'loan_review', loan.id);
    expect(await decideAs(office.reviewer, id, { decision: 'reject' })).toBe('DECISION_INVALID');
    expect(await statusOf(id)).toBe('open');
  });

  test('with a field of another kind is refused and leaves the task open', async () => {
    const id = await attention();
    const { status, body } = await server.ask(
      tasksOffice.decideTask,
      { id, decision: 'done', amount: 1 },
      { token: finance.token },
    );
    expect([status, body]).toMatchObject([
      422,
      { code: 'DECISION_INVALID', fields: { amount: '這個決定不能附帶這一項' } },
    ]);
    expect(await statusOf(id)).toBe('open');
  });

  test('by ten concurrent operators is made once; the others are told', async () => {
    const id = await attention();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.ask(tasksOffice.decideTask, { id, decision: 'done' }, { token: finance.token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code));
    expect([...codes]).toEqual(['TASK_DONE']);
  });

  test('on another task with the same key is refused', async () => {
    const id = await attention();
    const how = { token: finance.token, key: 'same-key-again' };
    await server.ok(tasksOffice.decideTask, { id, decision: 'done' }, how);
    const other = { id: await attention(), decision: 'done' };
    expect(await server.refused(tasksOffice.decideTask, other, how)).toBe('IDEMPOTENCY_MISMATCH');
  });

  test.each<[string, Partial<typeof terms>]>([
    ['AMOUNT_OUT_OF_PLAN', { amount: 15_000 }],
    ['RATE_OUT_OF_PLAN', { annualRate: 15.5 }],
    ['INSTALMENT_NOT_OFFERED', { installments: 7 }],
  ])('outside the plan is refused with %s and leaves the review open', async (code, wrong) => {
    const { loan } = await audited(server, office);
    const decision = { ...terms, ...wrong, reason: '測試' };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBe(code);
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeDefined();
  });

  test('on a loan that has changed in the meantime is refused with LOAN_STATUS', async () => {
    const { loan } = await offered(server, office);
    await server.rows(
      `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
       values ('loan_review', 'loan', $1, 'x', now(), now())`,
      [loan.id],
    );
    const decision = { ...terms, reason: '測試' };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBe(
      'LOAN_STATUS',
    );
  });

  test('to release a refund that was sent already is refused with ORDER_STATUS', async () => {
    await server.rows(
      `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
       values ('refund_release' , 'refund', 987654, 'x', now(), now())`,
    );
    const decision = { decision: 'release' };
    expect(await decide(server, finance, 'refund_release', '987654', decision)).toBe(
      'ORDER_STATUS',
    );
  });
});

test('the seal chains every committed audit row once, in the recorded order', async () => {
  await server.ok(
    tasksOffice.decideTask,
    { id: await attention(), decision: 'done' },
    { token: finance.token },
  );
  await Promise.all([sealAuditLog(server.services), sealAuditLog(server.services)]);
  // Rows are sealed only after every earlier transaction has ended, even those of other databases.
  await expect
    .poll(async () => {
      await sealAuditLog(server.services);
      const [left] = await server.rows<{ count: number }>(
        `select count(*)::int as count from tasks.audit a
         where not exists (select from tasks.seal s where s.audit_id = a.id)`,
      );
      return left?.count;
    })
    .toBe(0);
  const [row] = await server.rows<{ rows: string; sealed: string; last: string }>(
    `select (select count(*) from tasks.audit) as rows, count(*) as sealed,
       max(position) as last from tasks.seal`,
  );
  expect(row?.sealed).toBe(row?.rows);
  expect(row?.last).toBe(row?.rows);
  const broken = await server.rows(
    `select s.position from tasks.seal s join tasks.audit a on a.id = s.audit_id
     left join tasks.seal p on p.position = s.position - 1
     where s.hash <> sha256(coalesce(p.hash, ''::bytea) || convert_to(a::text, 'UTF8'))`,
  );
  expect(broken).toEqual([]);
});

test('the audit log and its seal cannot be changed', async () => {
  await expect(server.rows(`update tasks.audit set reason = 'x'`)).rejects.toThrow('append only');
  await expect(server.rows('delete from tasks.seal')).rejects.toThrow('append only');
});

test('a task that does not exist is not found', async () => {
  expect(await decideAs(finance, '99999999', { decision: 'done' })).toBe('TASK_NOT_FOUND');
});
