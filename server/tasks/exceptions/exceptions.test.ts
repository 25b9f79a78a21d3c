// Tests that each exception is a task with an age, stands first in the health, and is told by mail.
import { beforeAll, expect, test } from 'vitest';
import { addBusinessDays, daysBetween } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { type ExceptionKind, healthOffice } from '#contract/tasks/health.ts';
import { disburse, lentLoan, newTeam, signedLoan, today } from '../../../tests/actors/loans.ts';
import { messagesTo, newOperator, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';
import { askForClosing } from '../../banking/reconciliation/closing.ts';
import { askForStatements } from '../../banking/reconciliation/reconciliation.ts';
import { inWork } from '../../work.ts';
import { openTask } from '../opening.ts';
import { attendExceptions } from './exceptions.ts';

const server = useServer();
const { placed, pay } = paymentsOn(server);
let finance: Person;
let admin: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  admin = await newOperator(server, ['admin']);
});

/** The exception of this kind as the health shows it, after the job of the minute. */
async function exception(what: ExceptionKind) {
  await attendExceptions(server.services);
  const { data } = await server.ok(healthOffice.health, {}, finance);
  return data.exceptions.find((one) => one.what === what) ?? null;
}
const one = { open: 1, unowned: 1, oldestAt: expect.any(String) };
const mailsTo = async ({ email }: Person) =>
  (await messagesTo(server, email)).filter(({ subject }) => subject?.includes('異常'));

test('a payment that the bank sent back', async () => {
  expect(await exception('returned')).toBeNull();
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  await server.ok(demonstration.bankReturn, { reference: `disbursement-${loan.id}-1` });
  expect(await exception('returned')).toMatchObject(one);
  const [mail] = await mailsTo(finance);
  expect(mail?.body).toContain('退回的匯款');
  await exception('returned');
  expect(await mailsTo(finance), 'each exception is told once').toHaveLength(1);
  expect(await mailsTo(admin)).toEqual([]);
});

test('a job that failed, until it runs again', async () => {
  const fail = (failure: string | null) =>
    server.rows(
      `insert into app.job (name, each, started_at, finished_at, failure, failures)
       values ('testJob', 'day', now(), now(), $1, case when $1::text is null then 0 else 1 end)
       on conflict (name) do update set failure = excluded.failure,
         failures = excluded.failures`,
      [failure],
    );
  await fail('TypeError: x');
  expect(await exception('job')).toMatchObject(one);
  const [mail] = await mailsTo(admin);
  expect(mail?.body).toContain('排程 testJob 失敗');
  expect(mail?.body, 'no details of the failure').not.toContain('TypeError');
  await fail(null);
  expect(await exception('job')).toBeNull();
});

test('a batch that the bank does not take, until it does', async () => {
  const order = await placed(5_000);
  await pay(order, 6_000);
  const [refund] = await server.rows<{ id: string }>(
    'select id from investing.refund where order_id = $1',
    [order.orderId],
  );
  const team = await newTeam(server);
  expect(await decide(server, team.maker, 'refund_release', refund!.id, 'release')).toBeNull();
  expect(await decide(server, team.checker, 'payment_check', null, 'approve')).toBeNull();
  expect(await exception('batch')).toBeNull();
  // Who checked and when is written once, so that only the owner without triggers changes it.
  await server.rows(
    `set session_replication_role = replica;
     update banking.batch set attempts = 4, checked_at = checked_at - interval '11 minutes'
     where state = 'approved';
     set session_replication_role = origin`,
  );
  expect(await exception('batch')).toMatchObject(one);
  await server.rows(
    `update banking.batch set state = 'sent', sent_at = now() where state = 'approved'`,
  );
  expect(await exception('batch')).toBeNull();
});

test('a bank day that is not closed, and a difference with its owner', async () => {
  await server.ok(demonstration.bankLine, { amount: -30 });
  const later = addBusinessDays(today(server), 3);
  await server.advance(daysBetween(today(server), later), { bankIsLate: true });
  await askForClosing(server.services);
  expect(await exception('bankDay')).toMatchObject(one);
  await server.closeDays();
  expect(await exception('bankDay')).toBeNull();
  await askForStatements(server.services);
  const found = await exception('difference');
  expect(found?.open).toBeGreaterThan(0);
  const id = await openTaskId(server, 'bank_difference', null);
  await server.rows('update tasks.task set assignee_id = $2 where id = $1', [id, finance.id]);
  expect((await exception('difference'))?.unowned).toBe(found!.unowned - 1);
});

test('any other task past its due time', async () => {
  await lentLoan(server, await newTeam(server));
  const before = (await exception('overdue'))?.open ?? 0;
  await inWork(server.services, (work) =>
    openTask(work, {
      kind: 'plan_recall',
      subject: { type: 'plan', id: 77, label: '方案 77' },
    }),
  );
  expect((await exception('overdue'))?.open ?? 0).toBe(before);
  await server.rows(
    `update tasks.task set due_at = $1::timestamptz - interval '1 minute'
     where kind = 'plan_recall'`,
    [server.services.clock.now()],
  );
  expect((await exception('overdue'))?.open).toBe(before + 1);
});
