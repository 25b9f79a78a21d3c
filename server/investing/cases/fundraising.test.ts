// Tests how an order or a whole case ends: expired orders, and failed, cancelled or unsigned cases.
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { newCase, newInvestors } from '../../../tests/actors/market.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';
import { today } from '../../../tests/actors/loans.ts';
import { payAccountAgain } from '../../../tests/actors/tasks.ts';
import { moveLoan } from '../../lending/front.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { place, placed, pay, orderOf, fundingOf, runJobs, letPass, releaseRefund } =
  paymentsOn(server);
const HOUR_MS = 3_600_000;

describe('expiry', () => {
  test('waits until the bank has closed the day of the deadline', async () => {
    const one = await placed(10_000);
    const day = addDays(today(server), -2);
    const payBy = `${day}T12:00:00+08:00`;
    await server.rows('update investing."order" set pay_by = $2 where id = $1', [
      one.orderId,
      payBy,
    ]);
    await runJobs(addDays(day, -1));
    expect((await orderOf(one)).status, 'the day is not closed').toBe(0);
    await pay(one, 4_000, { at: `${day}T11:59:00+08:00` });
    expect((await orderOf(one)).status, 'reported late, stamped in time').toBe(5);
    await runJobs(day);
    expect((await orderOf(one)).status).toBe(60);
  });

  test('returns part payments less the fee; the bank’s confirmation ends the order', async () => {
    const one = await placed(10_000);
    await pay(one, 6_000);
    await letPass(one, 1);
    await runJobs();
    const order = await orderOf(one);
    expect(order).toMatchObject({ status: 60, statusText: '退款中' });
    expect(order.refunds).toMatchObject([{ amount: 5_985, fee: 15, reason: 'expired' }]);
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, orders: 0 });
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).status).toBe(65);
    const [row] = await server.rows<{ title: string }>(
      'select title from notices.notice where member_id = $1 order by id desc limit 1',
      [one.id],
    );
    expect(row?.title).toBe('退款已匯出');
  });

  test('a refund that the bank returns is payable again, with a task for a person', async () => {
    const one = await placed(10_000);
    await pay(one, 6_000);
    await letPass(one, 1);
    await runJobs();
    const sealed = (account: string) =>
      server.services.secrets.encrypt('verification.bank_account.account', one.id, account);
    const closed = sealed('00400000000000');
    const open = sealed('00400000000099');
    const bind = (account: string) =>
      server.rows('update verification.bank_account set account = $2 where member_id = $1', [
        one.id,
        account,
      ]);
    await bind(closed);
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).refunds[0]?.status).toBe('payable');
    expect((await orderOf(one)).status).toBe(60);
    await bind(open);
    const [maker, checker] = [
      await newOperator(server, ['finance']),
      await newOperator(server, ['approver']),
    ];
    await payAccountAgain(server, Number(one.id), { maker, checker });
    expect(await releaseRefund(one.orderId)).toMatchObject({ returned: '收款帳號已結清' });
    expect((await orderOf(one)).status).toBe(65);
  });

  test('concurrent with the payment, the order is paid or refunded, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await placed(10_000);
      await letPass(one, 1);
      const at = new Date(server.services.clock.now().getTime() - 2 * HOUR_MS).toISOString();
      await Promise.all([runJobs(), pay(one, 10_000, { at })]);
      expect(await orderOf(one)).toMatchObject({ status: 10, paidAmount: 10_000, refunds: [] });
      expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, paid: 10_000, orders: 1 });
    }
  });
});

describe('a case that fails', () => {
  test('not full a business day after its end, it fails and refunds all in full', async () => {
    const loanId = await newCase(server, { amount: 60_000 });
    const [paid, partly, unpaid] = (await newInvestors(server, 3)) as [Person, Person, Person];
    const first = await place(loanId, 20_000, paid);
    const second = await place(loanId, 20_000, partly);
    const third = await place(loanId, 10_000, unpaid);
    await pay(first, 20_000);
    await pay(second, 5_000);
    await server.rows(
      `update lending.loan set ends_at = business_now() - interval '10 days' where id = $1`,
      [loanId],
    );
    await runJobs();
    expect(await fundingOf(loanId)).toMatchObject({ status: 40 });
    await letPass(second, 1);
    await letPass(third, 1);
    await runJobs();
    expect(await fundingOf(loanId)).toEqual({ reserved: 0, paid: 0, orders: 0, status: 99 });
    expect(await orderOf(first)).toMatchObject({
      status: 60,
      refunds: [{ amount: 20_000, fee: 0, reason: 'failed' }],
    });
    expect((await orderOf(second)).refunds).toMatchObject([{ fee: 15, reason: 'expired' }]);
    expect(await orderOf(third)).toMatchObject({ status: 50, refunds: [] });
    await pay(third, 10_000);
    expect((await orderOf(third)).refunds).toMatchObject([
      { amount: 10_000, fee: 0, reason: 'failed' },
    ]);
  });

  test('cancelled by its borrower, it ends every order in any state', async () => {
    const loanId = await newCase(server, { amount: 60_000 });
    const [a, b, c] = (await newInvestors(server, 3)) as [Person, Person, Person];
    const paid = await place(loanId, 20_000, a);
    const partly = await place(loanId, 20_000, b);
    const unpaid = await place(loanId, 10_000, c);
    await pay(paid, 20_000);
    await pay(partly, 5_000);
    await inWork(server.services, (work) =>
      moveLoan(work, loanId, 96, { action: 'loan.extended' }),
    );
    expect(await orderOf(paid)).toMatchObject({
      status: 60,
      refunds: [{ amount: 20_000, fee: 0 }],
    });
    expect(await orderOf(partly)).toMatchObject({
      status: 60,
      refunds: [{ amount: 5_000, fee: 0 }],
    });
    expect(await orderOf(unpaid)).toMatchObject({ status: 55, refunds: [] });
    const rows = await server.rows(
      'select 1 from investing.exposure where member_id = any ($1) and reserved > 0',
      [[a.id, b.id, c.id]],
    );
    expect(rows).toEqual([]);
  });

  test('unsigned after it was full, it refunds everything', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await pay(one, 10_000);
    await inWork(server.services, (work) =>
      moveLoan(work, one.loanId, 98, { action: 'loan.extended' }),
    );
    expect(await orderOf(one)).toMatchObject({
      status: 60,
      refunds: [{ amount: 10_000, fee: 0, reason: 'unsigned' }],
    });
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).status).toBe(65);
  });
});
