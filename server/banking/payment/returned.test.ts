// Tests what happens after the bank has confirmed a payment: late returns of payments, and
// different amounts.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { decide, payAccountAgain } from '../../../tests/actors/tasks.ts';
import { reportOfBank } from '../../../tests/actors/bank-reports.ts';
import {
  sendPayouts,
  checkBatches,
  commitStatements,
  disburse,
  goTo,
  liveThrough,
  liveUntilPayout,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  type Team,
  today,
} from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { drain } from '../../worker.ts';

const server = useServer({ environment: { BANK_STATEMENT_BANKS: '812' } });
const { placed, pay: payOrder, orderOf, releaseRefund } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

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

async function report(body: object) {
  const answer = await reportOfBank(server, body);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const openTasks = (subjectType: string, subjectId: number | string) =>
  server.rows<{ kind: string; label: string; detail: Record<string, unknown> }>(
    `select kind, subject_label as label, detail from tasks.task
     where status = 'open' and subject_type = $1 and subject_id = $2 order by kind`,
    [subjectType, subjectId],
  );
/** Kinds of the open tasks about a member. */
const kindsAbout = async (memberId: number) =>
  (await openTasks('member', memberId)).map(({ kind }) => kind);
const paymentOf = async (reference: string) =>
  (
    await server.rows<{ status: string }>(
      'select status from banking.payment where reference = $1',
      [reference],
    )
  )[0];
const toldOf = (memberId: number) =>
  server.rows<{ title: string }>(
    'select title from notices.notice where member_id = $1 order by id desc limit 1',
    [memberId],
  );
const returned = (reference: string) =>
  server.ok(demonstration.bankReturn, { reference }).then(({ data }) => data.returned);

/** Creates a payout that the bank has confirmed. */
async function paidOut() {
  const loan = await signedLoan(server, {
    amount: 50_000,
    rateBps: 1_200,
    installments: 6,
    shares: [50_000],
  });
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  const investor = loan.investors[0]!;
  const payoutOf = async () =>
    (
      await server.rows<{ id: number; status: string; amount: number }>(
        `select id::int, status, amount::int from servicing.payout where member_id = $1
         order by id desc limit 1`,
        [investor.id],
      )
    )[0];
  while (!(await payoutOf())) await liveThrough(server, 1);
  await release();
  return { investor, loan, payoutOf };
}
async function release() {
  await sendPayouts(server, team);
}

/** Creates a refund of NT$900 that the bank has confirmed. */
async function refunded() {
  const one = await placed(5_000);
  await payOrder(one, 5_915);
  await releaseRefund(one.orderId);
  const [row] = await server.rows<{ id: number; reference: string }>(
    `select r.id::int, p.reference from investing.refund r
     join banking.payment p on p.id = r.payment_id where r.order_id = $1`,
    [one.orderId],
  );
  return { one, ...row! };
}

describe('a payment that is returned after it was confirmed', () => {
  test('a payout is payable again, with a task, and is paid once more', async () => {
    const { investor, payoutOf } = await paidOut();
    const payout = (await payoutOf())!;
    expect(payout.status).toBe('confirmed');
    const reference = `payout-${payout.id}-1`;
    const trust = await balanceOf(server, 'trust_bank');
    await server.advance(3);
    expect(await returned(reference)).toBe(true);
    expect(await paymentOf(reference)).toMatchObject({ status: 'returned' });
    expect((await payoutOf())?.status).toBe('payable');
    expect((await balanceOf(server, 'trust_bank')) - trust).toBe(payout.amount);
    expect(await balanceOf(server, 'payable_to_investor', { member: investor.id })).toBe(
      payout.amount,
    );
    expect(await balanceOf(server, 'suspense')).toBe(0);
    expect(await openTasks('payout', payout.id)).toEqual([]);
    expect(await kindsAbout(investor.id)).toEqual(['returned_account']);
    expect((await toldOf(investor.id))[0]?.title).toContain('退匯');
    await books();

    // The repeated report changes nothing.
    expect(await returned(reference)).toBe(false);
    await report({
      payments: [
        { reference, outcome: 'confirmed', date: today(server), at: record().at, amount: 1 },
        { reference, outcome: 'returned', date: today(server), at: record().at },
      ],
    });
    expect((await balanceOf(server, 'trust_bank')) - trust).toBe(payout.amount);

    await payAccountAgain(server, Number(investor.id), team);
    await liveUntilPayout(server);
    await release();
    expect((await payoutOf())?.status).toBe('confirmed');
    expect(await paymentOf(`payout-${payout.id}-2`)).toMatchObject({ status: 'confirmed' });
    expect(await balanceOf(server, 'trust_bank')).toBe(trust);
    await books();
  });

  test('a refund is payable again, and its order is being refunded', async () => {
    const { one, id, reference } = await refunded();
    expect(await returned(reference)).toBe(true);
    expect((await orderOf(one)).refunds).toMatchObject([{ status: 'payable', amount: 900 }]);
    expect(await openTasks('refund', id)).toEqual([]);
    expect(await kindsAbout(one.id)).toEqual(['returned_account']);
    await books();
    await payAccountAgain(server, Number(one.id), team);
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).refunds).toMatchObject([{ status: 'confirmed' }]);

    const whole = await placed(5_000);
    await payOrder(whole, 2_000);
    await server.rows(
      `update investing."order" set pay_by = business_now() - interval '2 hours' where id = $1`,
      [whole.orderId],
    );
    await paymentsOn(server).runJobs();
    await releaseRefund(whole.orderId);
    expect((await orderOf(whole)).status).toBe(65);
    const [refund] = await server.rows<{ id: string }>(
      'select id from investing.refund where order_id = $1',
      [whole.orderId],
    );
    expect(await returned(`refund-${refund?.id}-1`)).toBe(true);
    expect((await orderOf(whole)).status).toBe(60);
    await books();
    await payAccountAgain(server, Number(whole.id), team);
    await releaseRefund(whole.orderId);
    expect((await orderOf(whole)).status).toBe(65);
    await books();
  });

  test('money without an owner is in suspense again with its task', async () => {
    const line = record({ amount: money(777) });
    await report({ records: [line] });
    const [receipt] = await server.rows<{ id: number }>(
      'select id::int from banking.receipt where seq = $1',
      [line.seq],
    );
    const id = receipt!.id;
    expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect(await balanceOf(server, 'suspense')).toBe(0);
    expect(await returned(`return-${id}-1`)).toBe(true);
    expect(await balanceOf(server, 'suspense')).toBe(777);
    expect((await openTasks('receipt', id)).map(({ kind }) => kind)).toEqual(['unmatched_payment']);
    await books();
    expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
    await checkBatches(server, team.checker);
    await drain(server.services);
    expect(await balanceOf(server, 'suspense')).toBe(0);
  });

  test('a line of the account reports it, and its memo names the payment', async () => {
    const { reference } = await refunded();
    const line = record({ amount: money(900), memo: `退匯 ${reference} 帳號不符` });
    const { records } = await report({ records: [line, line] });
    expect(records.map(({ state }) => state)).toEqual(['matched', 'matched']);
    expect(await paymentOf(reference)).toMatchObject({ status: 'returned' });
    expect(await balanceOf(server, 'suspense')).toBe(0);
    await books();
    // A receipt of a different amount is not the returned payment, but money whose owner a person
    // has to find.
    const other = await refunded();
    const wrong = record({ amount: money(890), memo: other.reference });
    expect((await report({ records: [wrong] })).records[0]?.state).toBe('suspense');
    expect(await paymentOf(other.reference)).toMatchObject({ status: 'confirmed' });
    const [row] = await server.rows<{ why: string }>(
      `select t.detail ->> 'why' as why from tasks.task t join banking.receipt r
         on r.id = t.subject_id and t.subject_type = 'receipt' where r.seq = $1`,
      [wrong.seq],
    );
    expect(row?.why).toBe('退匯金額與原匯款不符');
    await books();
  });
});

describe('a report with a different amount than ordered', () => {
  const columns = {
    date: '交易日',
    seq: '序號',
    credit: '存入',
    debit: '支出',
    virtualAccount: '虛擬帳號',
    memo: '附言',
  };

  test('confirms nothing: a task shows the difference, the statement the line', async () => {
    const one = await placed(5_000);
    await payOrder(one, 5_915);
    const [refund] = await server.rows<{ id: number }>(
      'select id::int from investing.refund where order_id = $1',
      [one.orderId],
    );
    expect(await decide(server, team.maker, 'refund_release', refund!.id, 'release')).toBeNull();
    await checkBatches(server, team.checker);
    const silent = { ...server.services.bank, sendBatch: async () => {} };
    await drain({ ...server.services, demonstration: null, bank: silent });
    const reference = `refund-${refund!.id}-1`;
    const { data: layout } = await server.ok(
      bankingOffice.saveLayout,
      { name: '金額', mapping: { bank: '812', columns } },
      team.maker,
    );
    const bringIn = async (debit: number) => {
      const line = [today(server), randomUUID().slice(0, 20), '', debit, '', reference];
      const text = `${Object.values(columns).join(',')}\r\n${line.join(',')}\r\n`;
      const { body } = await server.ask(
        bankingOffice.importStatement,
        { layout: layout.id },
        {
          token: team.maker.token,
          files: [{ name: 'file', filename: 'a.csv', type: 'text/csv', bytes: Buffer.from(text) }],
        },
      );
      const services = { ...server.services, demonstration: null, bank: silent };
      await commitStatements(server, team.checker, services);
      return server.ok(bankingOffice.getStatement, { id: body.data.id }, team.maker);
    };
    const { data, problems } = await bringIn(885);
    expect(data).toMatchObject({ booked: 0, problems: 1 });
    expect(problems[0]?.why).toContain('885');
    expect(await paymentOf(reference)).toMatchObject({ status: 'sent' });
    const [payment] = await server.rows<{ id: number }>(
      'select id::int from banking.payment where reference = $1',
      [reference],
    );
    const [task] = await openTasks('payment', payment!.id);
    expect(task).toMatchObject({
      kind: 'attention',
      detail: { amount: 900, reported: 885, difference: -15 },
    });
    await books();
    expect((await bringIn(900)).data).toMatchObject({ booked: 1, problems: 0 });
    expect(await paymentOf(reference)).toMatchObject({ status: 'confirmed' });
    await books();
  });
});

test('for a member who closed the account meanwhile stays in suspense', async () => {
  const { one, id, reference } = await refunded();
  await server.rows('update lending.loan set status = 90 where id = $1', [one.loanId]);
  await server.rows('update investing."order" set stored_status = 65 where id = $1', [one.orderId]);
  await server.rows('update identity.member set closed_at = now() where id = $1', [one.id]);
  const before = await balanceOf(server, 'suspense');
  expect(await returned(reference)).toBe(true);
  expect(await balanceOf(server, 'suspense')).toBe(before + 900);
  expect(await openTasks('refund', id)).toEqual([]);
  const [task] = await server.rows<{ detail: string }>(
    `select detail::text from tasks.task where kind = 'unmatched_payment' order by id desc limit 1`,
  );
  expect(task?.detail).toContain('會員已關閉帳戶');
  const [refund] = await server.rows<{ status: string }>(
    'select status from investing.refund where id = $1',
    [id],
  );
  expect(refund?.status).toBe('confirmed');
  const broken = await brokenInvariants(server.services.pool);
  expect(broken.map(({ name }) => name).filter((name) => /refund|suspense/.test(name))).toEqual([]);
  await server.rows('update identity.member set closed_at = null where id = $1', [one.id]);
  await server.rows('update lending.loan set status = 40 where id = $1', [one.loanId]);
  await server.rows('update investing."order" set stored_status = 10 where id = $1', [one.orderId]);
  await books();
});
