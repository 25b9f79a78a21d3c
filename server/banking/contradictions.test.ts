// Tests of reports that contradict or repeat earlier ones, and of members whose data are damaged.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BankRecord } from '#contract/banking/calls.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { reportOfBank } from '../../tests/actors/bank-reports.ts';
import { balanceOf, checkBatches, newTeam, type Team, today } from '../../tests/actors/loans.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';

const server = useServer();
const { placed, pay, orderOf, releaseRefund } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

function record(more: Partial<BankRecord> = {}): BankRecord {
  const at = server.services.clock.now();
  return {
    bank: '812',
    date: dayOf(at),
    seq: randomUUID().slice(0, 30),
    at,
    type: 'transfer',
    amount: money(5_000),
    sign: '+',
    virtualAccount: '0',
    fromBank: '004',
    fromAccount: '00400000000099',
    ...more,
  };
}
/** Sends a report as the bank would; returns what it is told. */
async function report(body: object) {
  const answer = await reportOfBank(server, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const records = async (...lines: BankRecord[]) =>
  (await report({ records: lines })).records.map(({ state }: { state: string }) => state);

const openTasks = (type: string, label: string) =>
  server.rows<{ label: string; detail: Record<string, unknown> }>(
    `select subject_label as label, detail from tasks.task
     where kind = 'attention' and status = 'open' and subject_type = $1
       and subject_label like '%' || $2 || '%'`,
    [type, label],
  );
const refundOf = async (orderId: string) => {
  const [row] = await server.rows<{ id: number; status: string }>(
    'select id::int, status from investing.refund where order_id = $1',
    [orderId],
  );
  return row!;
};

/** A refund that was sent to the bank, which has not answered. */
async function sentRefund() {
  const one = await placed(5_000);
  await pay(one, 5_915);
  const { id } = await refundOf(one.orderId);
  expect(await decide(server, team.maker, 'refund_release', id, 'release')).toBeNull();
  await checkBatches(server, team.checker);
  const silent = { ...server.services.bank, sendBatch: async () => {} };
  await drain({ ...server.services, demonstration: null, bank: silent });
  return { one, reference: `refund-${id}-1`, at: record().at };
}

describe('a known number of a line', () => {
  test('with another amount or virtual account is a task', async () => {
    const [one, other] = [await placed(5_000), await placed(7_000)];
    const line = record({ virtualAccount: one.account });
    expect(await records(line, line)).toEqual(['matched', 'matched']);
    expect(await openTasks('receipt', line.seq), 'a repetition is none').toEqual([]);
    const changed = { ...line, amount: money(7_000), virtualAccount: other.account };
    expect(await records(changed, changed)).toEqual(['differs', 'differs']);
    expect((await orderOf(other)).paidAmount).toBe(0);
    expect(await openTasks('receipt', line.seq)).toMatchObject([
      { detail: { amount: 5_000, reported: 7_000 } },
    ]);
    const second = record({ virtualAccount: one.account });
    await records(second, { ...second, virtualAccount: other.account });
    expect(await openTasks('receipt', second.seq)).toHaveLength(1);
  });

  test('that reverses its own receipt is a task', async () => {
    const one = await placed(5_000);
    const line = record({ virtualAccount: one.account });
    await records(line);
    expect(await records({ ...line, sign: '-', reverses: line.seq })).toEqual(['differs']);
    expect(await openTasks('receipt', line.seq)).toMatchObject([
      { detail: { why: expect.stringContaining('沖正') } },
    ]);
  });
});

describe('a payment that the bank returned', () => {
  test('and then calls carried out is a task, and so payable only knowingly', async () => {
    const { one, reference, at } = await sentRefund();
    const on = { reference, date: today(server), at, amount: 900 };
    await report({ payments: [{ ...on, outcome: 'returned' }] });
    await report({ payments: [{ ...on, outcome: 'returned' }] });
    await report({ payments: [{ ...on, outcome: 'confirmed' }] });
    expect(await openTasks('payment', reference), 'reports in any order').toEqual([]);
    const later = { date: addDays(on.date, 1), at: new Date(at.getTime() + 86_400_000) };
    const { payments } = await report({ payments: [{ ...on, outcome: 'confirmed', ...later }] });
    expect(payments).toEqual([{ reference, state: 'returned' }]);
    expect(await refundOf(one.orderId)).toMatchObject({ status: 'payable' });
    expect(await openTasks('payment', reference)).toMatchObject([
      { detail: { amount: 900, why: expect.stringContaining('勿重複付款') } },
    ]);
  });

  test('is booked once if a line of the account says so too', async () => {
    const one = await placed(5_000);
    await pay(one, 5_915);
    await releaseRefund(one.orderId);
    const reference = `refund-${(await refundOf(one.orderId)).id}-1`;
    const trust = await balanceOf(server, 'trust_bank');
    const on = { reference, date: today(server), at: record().at, amount: 900 };
    await report({ payments: [{ ...on, outcome: 'returned' }] });
    const line = () => record({ amount: money(900), memo: `退匯 ${reference}` });
    expect(await records(line())).toEqual(['matched']);
    expect(await balanceOf(server, 'trust_bank')).toBe(trust + 900);
    expect(await records(line()), 'a second line is other money').toEqual(['suspense']);
    expect(await balanceOf(server, 'trust_bank')).toBe(trust + 1_800);
  });
});

test('a member whose account cannot be read does not keep back the other lines', async () => {
  const [broken, other] = [await placed(5_000), await placed(5_000)];
  await server.rows(
    `update verification.bank_account set account = overlay(account placing
       case substr(account, 30, 1) when 'A' then 'B' else 'A' end from 30) where member_id = $1`,
    [broken.id],
  );
  const line = record({ virtualAccount: broken.account });
  const states = await records(line, record({ virtualAccount: other.account }));
  expect(states).toEqual(['suspense', 'matched']);
  expect((await orderOf(other)).paidAmount).toBe(5_000);
  const tasks = await server.rows(
    `select from tasks.task t join banking.receipt r on r.id = t.subject_id
     where t.kind = 'unmatched_payment' and t.status = 'open' and r.seq = $1`,
    [line.seq],
  );
  expect(tasks).toHaveLength(1);
});

test('a payment of such a member waits for a person, and the other lines are booked', async () => {
  const { one, reference, at } = await sentRefund();
  await server.rows(
    `insert into notices.preference (member_id, sms_on, wants_news, updated_at)
     values ($1, '{invest}', false, business_now()) on conflict (member_id)
     do update set sms_on = excluded.sms_on`,
    [one.id],
  );
  const setPhone = 'update verification.profile set phone = $2 where member_id = $1';
  await server.rows(setPhone, [one.id, 'damaged']);
  const payment = { reference, outcome: 'confirmed', date: today(server), at, amount: 900 };
  const other = await placed(5_000);
  const line = record({ virtualAccount: other.account });
  const { payments } = await report({ records: [line], payments: [payment] });
  expect(payments).toEqual([{ reference, state: 'unreadable' }]);
  expect((await orderOf(other)).paidAmount).toBe(5_000);
  expect(await openTasks('payment', reference)).toHaveLength(1);
  await server.rows(setPhone, [one.id, null]);
  expect((await report({ payments: [payment] })).payments).toEqual([
    { reference, state: 'confirmed' },
  ]);
});
