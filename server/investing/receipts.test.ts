// Tests money from the bank for an order: on time, late, too much, from a stranger, reversed.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { payReserve } from '../../tests/actors/bookings.ts';
import { balanceOf, checkMatches } from '../../tests/actors/loans.ts';
import { newInvestor } from '../../tests/actors/market.ts';
import { type Placed, paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { lockLoan } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { moveLoan } from '../lending/front.ts';
import { inWork } from '../work.ts';
import { investingJobs } from './jobs.ts';
import { lockWaits } from '../../tests/readers.ts';

const server = useServer();
const {
  place,
  placed,
  pay,
  orderOf,
  fundingOf,
  balance,
  runJobs,
  letPass,
  releaseRefund,
  financeOperator,
} = paymentsOn(server);
const { cancelOrder, holding } = investing;
const HOUR_MS = 3_600_000;

test('a reversal waits for the decision about its refund without holding the refund', async () => {
  const one = await placed(10_000);
  const { seq } = await pay(one, 12_000);
  const [refund] = await server.rows<{ id: number }>(
    'select id::int as id from investing.refund where order_id = $1',
    [one.orderId],
  );
  let reversal: Promise<unknown> = Promise.resolve();
  await server.undone(async (tx) => {
    // A decision locks its task, and then the refund.
    await tx.run(sql`select from tasks.task where kind = 'refund_release' and status = 'open'
      and subject_id = ${refund!.id} for no key update`);
    reversal = pay(one, 12_000, { reverses: seq });
    await lockWaits(server, 1);
    await tx.run(sql`select from investing.refund where id = ${refund!.id} for update nowait`);
  });
  await reversal;
  expect(await balance('refund_payable', one.orderId)).toBe(0);
});

describe('money received in time', () => {
  test('in parts pays the order; the fully paid case moves to 50', async () => {
    const one = await placed(30_000, { amount: 30_000 });
    expect((await pay(one, 12_000)).matched).toBe(true);
    expect(await orderOf(one)).toMatchObject({ status: 5, paidAmount: 12_000, paidAt: null });
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 30_000,
      paid: 0,
      orders: 1,
      status: 40,
    });
    await pay(one, 18_000, { fromBank: '004', fromAccount: '00400000000099' });
    expect(await orderOf(one)).toMatchObject({
      status: 15,
      paidAmount: 30_000,
      statusText: '已滿額，待撥款',
    });
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 0,
      paid: 30_000,
      orders: 1,
      status: 50,
    });
    expect(await balance('order_funds', one.orderId)).toBe(30_000);
  });

  test('above the amount is refunded less the fee, and the order stays paid', async () => {
    const one = await placed(10_000);
    await pay(one, 12_000);
    const order = await orderOf(one);
    expect(order).toMatchObject({ status: 10, paidAmount: 10_000 });
    expect(order.refunds).toMatchObject([
      { amount: 1_985, fee: 15, reason: 'overpaid', status: 'payable' },
    ]);
    await pay(one, 10);
    expect((await orderOf(one)).refunds[1]).toMatchObject({
      amount: 0,
      fee: 10,
      status: 'confirmed',
    });
    expect(await balance('refund_payable', one.orderId)).toBe(1_985);
    const detail = await releaseRefund(one.orderId);
    expect(detail).toMatchObject({ amount: 1_985, payee: { tail: '0099' } });
    expect(await balance('refund_payable', one.orderId)).toBe(0);
    expect((await orderOf(one)).refunds[0]?.status).toBe('confirmed');
    expect((await orderOf(one)).status).toBe(10);
  });

  test('is counted once however often the bank reports it', async () => {
    const one = await placed(10_000);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => pay(one, 4_000, { seq: `again-${one.orderId}` })),
    );
    expect(answers.every(({ matched }) => matched)).toBe(true);
    expect((await orderOf(one)).paidAmount).toBe(4_000);
  });

  test('from another’s account is held in suspense until a person accepts it', async () => {
    const one = await placed(10_000);
    const stranger = { fromBank: '822', fromAccount: '82200000001111' };
    expect((await pay(one, 10_000, stranger)).matched).toBe(false);
    expect((await orderOf(one)).status).toBe(0);
    const finance = await financeOperator();
    const { data } = await server.ok(taskList, { kind: 'unmatched_payment' }, finance);
    const id = data.at(-1)?.id ?? '';
    await server.ok(
      tasksOffice.decideTask,
      { id, decision: 'match', orderId: one.orderId, reason: '會員配偶代付，已核對關係' },
      finance,
    );
    expect((await orderOf(one)).status, 'another person has yet to agree').toBe(0);
    await checkMatches(server, await newOperator(server, ['approver']));
    expect((await orderOf(one)).status).toBe(10);
  });
});

describe('money received late', () => {
  test('with a time after the deadline is refunded less the fee, job or no job', async () => {
    const one = await placed(10_000);
    await letPass(one, 0.25);
    await pay(one, 10_000);
    const order = await orderOf(one);
    expect(order.status).toBe(0);
    expect(order.refunds).toMatchObject([{ amount: 9_985, fee: 15, reason: 'late' }]);
  });

  test('counts up to the second of the deadline, and not a second after it', async () => {
    const exact = await placed(10_000);
    const late = await placed(10_000);
    const [at, past] = [new Date(exact.payBy), new Date(Date.parse(late.payBy) + 1000)];
    await Promise.all([pay(exact, 10_000, { at }), pay(late, 10_000, { at: past })]);
    expect(await orderOf(exact)).toMatchObject({ paidAmount: 10_000, refunds: [] });
    expect(await orderOf(late)).toMatchObject({
      paidAmount: 0,
      refunds: [{ amount: 9_985, fee: 15, reason: 'late' }],
    });
  });

  test('with a time before it, reported after the expiry, reopens the order', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await letPass(one, 2);
    await runJobs();
    expect(await orderOf(one)).toMatchObject({ status: 50, virtualAccount: null });
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, orders: 0 });
    const at = new Date(server.services.clock.now().getTime() - 3 * HOUR_MS).toISOString();
    await pay(one, 10_000, { at });
    expect((await orderOf(one)).status).toBe(15);
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 0,
      paid: 10_000,
      orders: 1,
      status: 50,
    });
  });

  test('is refunded without a fee if another has taken the share in the meantime', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await letPass(one, 2);
    await runJobs();
    await place(one.loanId, 10_000);
    const at = new Date(server.services.clock.now().getTime() - 3 * HOUR_MS).toISOString();
    await pay(one, 10_000, { at });
    const order = await orderOf(one);
    expect(order.status).toBe(50);
    expect(order.refunds).toMatchObject([{ amount: 10_000, fee: 0, reason: 'late' }]);
  });
});

describe('cancelling', () => {
  test('is refused after any payment', async () => {
    const one = await placed(10_000);
    await pay(one, 1_000);
    expect(await server.refused(cancelOrder, { id: one.orderId }, one)).toBe('ORDER_STATUS');
  });

  test('concurrent with the payment: one of them succeeds, and no dollar is lost', async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await placed(10_000);
      const [cancelled] = await Promise.all([
        server.ask(cancelOrder, { id: one.orderId }, one),
        pay(one, 10_000),
      ]);
      const order = await orderOf(one);
      if (cancelled.status === 200) {
        expect(order).toMatchObject({ status: 55, paidAmount: 0 });
        expect(order.refunds).toMatchObject([{ reason: 'cancelled' }]);
      } else expect(order).toMatchObject({ status: 10, refunds: [] });
      const held = cancelled.status === 200 ? 0 : 10_000;
      expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, paid: held });
    }
  });
});

describe('a receipt that the bank reverses', () => {
  const takeBack = (one: Placed, amount: number, seq: string) =>
    pay(one, amount, { reverses: seq });

  test('while funding: the order is reduced to the rest', async () => {
    const one = await placed(10_000);
    const first = await pay(one, 4_000);
    const second = await pay(one, 6_000);
    expect((await orderOf(one)).status).toBe(10);
    await takeBack(one, 6_000, second.seq);
    expect(await orderOf(one)).toMatchObject({ status: 5, paidAmount: 4_000 });
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 10_000, paid: 0 });
    await takeBack(one, 4_000, first.seq);
    expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
    expect(await balance('order_funds', one.orderId)).toBe(0);
  });

  test('while signing: the order is short until paid again, or the case ends', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    const { seq } = await pay(one, 10_000);
    await takeBack(one, 10_000, seq);
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 0 });
    await pay(one, 10_000);
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 10_000, refunds: [] });
    const other = await placed(10_000, { amount: 10_000 });
    const paid = await pay(other, 10_000);
    await takeBack(other, 10_000, paid.seq);
    await server.rows(
      `update lending.loan set sign_by = business_now() - interval '1 second' where id = $1`,
      [other.loanId],
    );
    await runJobs();
    expect(await fundingOf(other.loanId)).toMatchObject({ status: 96, paid: 0, orders: 0 });
    expect(await orderOf(other)).toMatchObject({ status: 65, refunds: [] });
  });

  test('while signing: money that arrives at the last moment saves the case', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    const { seq } = await pay(one, 10_000);
    await takeBack(one, 10_000, seq);
    await server.rows(
      `update lending.loan set sign_by = business_now() + interval '1 minute' where id = $1`,
      [one.loanId],
    );
    const cancelling = investingJobs.find(({ name }) => name === 'investing.cancelShortSignings')!;
    let both: Promise<unknown> = Promise.resolve();
    await server.undone(async (tx) => {
      await lockLoan(tx, one.loanId);
      const paid = pay(one, 10_000);
      await lockWaits(server, 1);
      // The job has found the case short before the money is booked.
      both = Promise.all([paid, cancelling.run(server.services)]);
      await lockWaits(server, 2);
    });
    await both;
    expect(await fundingOf(one.loanId)).toMatchObject({ status: 50, orders: 1 });
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 10_000, refunds: [] });
  });

  test('after the disbursement was instructed, the platform covers it', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    const { seq } = await pay(one, 10_000);
    await server.rows('update lending.loan set status = 55 where id = $1', [one.loanId]);
    await server.rows(
      `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
         amount, memo, reference, created_at)
       select 'disbursement', id, member_id, '004', '', '', 1, '', $2, now() from lending.loan
       where id = $1`,
      [one.loanId, `test-${one.loanId}`],
    );
    await takeBack(one, 10_000, seq);
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 10_000 });
    expect(await balance('order_funds', one.orderId)).toBe(10_000);
    const [task] = await server.rows<{ label: string }>(
      `select t.subject_label as label from tasks.task t
       join banking.receipt r on r.id = t.subject_id and r.seq = $1
       where t.kind = 'recourse' and t.status = 'open'`,
      [seq],
    );
    expect(task?.label).toContain('平台墊付');
  });

  test('what the platform covered is not refunded when the case ends', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    const { seq } = await pay(one, 10_000);
    const status = (id: number, loan: number) =>
      server.rows('update lending.loan set status = $2 where id = $1', [id, loan]);
    await status(one.loanId, 55);
    await server.rows(
      `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
         amount, memo, reference, created_at)
       select 'disbursement', id, member_id, '004', '', '', 1, '', $2, now() from lending.loan
       where id = $1`,
      [one.loanId, `ended-${one.loanId}`],
    );
    await takeBack(one, 10_000, seq);
    const claim = { loan: one.loanId, member: one.id };
    expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(10_000);
    // The borrower's bank refuses the disbursement, and the case is cancelled.
    await server.rows(`update banking.payment set status = 'returned' where reference = $1`, [
      `ended-${one.loanId}`,
    ]);
    await status(one.loanId, 50);
    await inWork(server.services, (work) =>
      moveLoan(work, one.loanId, 96, { action: 'loan.cancelled' }),
    );
    expect(await orderOf(one)).toMatchObject({ status: 65, refunds: [] });
    expect(await balance('order_funds', one.orderId)).toBe(0);
    expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(0);
  });

  test('of an expired order, a part that the bank takes back is not refunded', async () => {
    const one = await placed(10_000);
    const first = await pay(one, 3_000);
    const second = await pay(one, 4_000);
    await letPass(one, 2);
    await runJobs();
    const refunds = () =>
      server.rows(
        `select r.amount::int, r.fee::int, r.status, t.subject_label as label
         from investing.refund r left join tasks.task t on t.kind = 'refund_release'
           and t.subject_id = r.id and t.status = 'open' where r.order_id = $1`,
        [one.orderId],
      );
    expect(await refunds()).toMatchObject([{ amount: 6_985, fee: 15, status: 'payable' }]);
    await takeBack(one, 3_000, first.seq);
    const label = expect.stringContaining('3,985');
    expect(await refunds()).toMatchObject([{ amount: 3_985, fee: 15, status: 'payable', label }]);
    await takeBack(one, 4_000, second.seq);
    const gone = { amount: 0, fee: 0, status: 'confirmed', label: null };
    expect(await refunds()).toMatchObject([gone]);
    expect(await orderOf(one)).toMatchObject({ status: 65 });
    expect(await balanceOf(server, 'recourse_receivable', { member: one.id })).toBe(0);
  });

  test('cancels its unsent refund; for a sent one the platform pays', async () => {
    await payReserve(server);
    const one = await placed(10_000);
    const { seq } = await pay(one, 12_000);
    await takeBack(one, 12_000, seq);
    expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
    expect(await balance('refund_payable', one.orderId)).toBe(0);
    const other = await placed(10_000);
    const late = await pay(other, 12_000);
    await releaseRefund(other.orderId);
    await takeBack(other, 12_000, late.seq);
    expect((await orderOf(other)).status).toBe(0);
    // The platform has a claim on each payer, and books no loss until two persons decide so.
    const booked = await server.rows<{ kind: string; balance: string }>(
      `select kind, sum(balance) as balance from ledger.balance
       where kind in ('recourse_receivable', 'loss') group by kind`,
    );
    expect(booked).toEqual([{ kind: 'recourse_receivable', balance: String(10_000 + 2_000) }]);
  });
});

test('an order is shown only to its own member, while signed in', async () => {
  const one = await placed(10_000);
  const intruder = await newInvestor(server);
  expect(await server.refused(holding, { invest_id: one.orderId }, intruder)).toBe(
    'ORDER_NOT_FOUND',
  );
  await server.ok(identity.logout, {}, one);
  expect((await server.ask(holding, { invest_id: one.orderId }, one)).status).toBe(401);
});
