// Tests ordering again after a missed deadline: with a new order and account, three times per case,
// never after the fundraising.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { signedLoan } from '../../../tests/actors/loans.ts';
import { newCase, newInvestor, newInvestors } from '../../../tests/actors/market.ts';
import { type Placed, paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const { place, placed, pay, orderOf, fundingOf, runJobs, letPass } = paymentsOn(server);
const { reApply, cancelOrder } = investing;

const ask = (one: Placed, more: { mode?: number | string; key?: string | null } = {}) =>
  server.ask(reApply, { id: one.orderId, payment_mode: more.mode ?? 1 }, { ...one, key: more.key });
const refused = async (one: Placed, mode?: number | string) => (await ask(one, { mode })).code;

async function expired(amount = 10_000): Promise<Placed> {
  const one = await placed(amount);
  await letPass(one, 1);
  await runJobs();
  expect((await orderOf(one)).status).toBe(50);
  return one;
}

describe('an expired order', () => {
  test('is ordered again with its amount, a new account and a new deadline', async () => {
    const one = await expired();
    const { data } = await server.ok(reApply, { id: one.orderId, payment_mode: 2 }, one);
    expect(data).toMatchObject({ amount: 10_000, status: 0, paymentMode: 2 });
    expect(data.id).not.toBe(one.orderId);
    expect(data.virtualAccount?.account).not.toBe(one.account);
    const [row] = await server.rows<{ parent: string }>(
      'select parent_id as parent from investing."order" where id = $1',
      [data.id],
    );
    expect(row?.parent).toBe(one.orderId);
    expect((await orderOf(one)).status).toBe(50);
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 10_000, orders: 1 });
  });

  test('paid in part may be ordered again too; its money is refunded automatically', async () => {
    const one = await placed(10_000);
    await pay(one, 4_000);
    await letPass(one, 1);
    await runJobs();
    expect((await orderOf(one)).status).toBe(60);
    const { data } = await server.ok(reApply, { id: one.orderId, payment_mode: 1 }, one);
    expect(data).toMatchObject({ amount: 10_000, paidAmount: 0, status: 0 });
  });

  test('requested twice with one key is one order; without a key, it is refused', async () => {
    const one = await expired();
    const key = randomUUID();
    const input = { id: one.orderId, payment_mode: 1 };
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => server.ok(reApply, input, { ...one, key })),
    );
    expect(new Set(copies.map(({ data }) => data.id)).size).toBe(1);
    const again = await ask(one);
    expect(again).toMatchObject({ status: 409, code: 'DUPLICATE_UNPAID' });
    expect(again.body).toMatchObject({ data: { orderId: copies[0]?.data.id } });
  });

  test('may be ordered again three times in a case', async () => {
    const one = await expired();
    for (let times = 0; times < 3; times += 1) {
      const { data } = await server.ok(reApply, { id: one.orderId, payment_mode: 1 }, one);
      await server.ok(cancelOrder, { id: data.id }, one);
    }
    expect(await refused(one)).toBe('REAPPLY_LIMIT');
  });

  test('is refused wherever a first order would be', async () => {
    const one = await expired();
    expect(await refused(one, 3)).toBe('PAYMENT_MODE_INVALID');
    const set = (sql: string) => server.rows(sql, [one.id]);
    await set('update identity.member set suspended_at = now() where id = $1');
    expect(await refused(one)).toBe('SUSPENDED');
    await set('update identity.member set suspended_at = null where id = $1');
    await set('update verification.profile set status = 2 where member_id = $1');
    expect(await refused(one)).toBe('NOT_VERIFIED');
    await set('update verification.profile set status = 3 where member_id = $1');
    const profile = (id: number, days: number) =>
      server.rows(
        `update investing.suitability set profile = $2, valid_until = business_now()::date + $3::int
         where member_id = $1`,
        [one.id, id, days],
      );
    await profile(3, -2);
    expect(await refused(one)).toBe('RISK_PROFILE_REQUIRED');
    await profile(3, 30);
    const outstanding = (amount: number) =>
      server.rows('update investing.exposure set outstanding = $2 where member_id = $1', [
        one.id,
        amount,
      ]);
    await outstanding(100_000_000);
    expect(await refused(one)).toBe('LIMIT_TOTAL');
    await outstanding(0);
    const lend = (to: number) =>
      server.rows('update investing.funding set borrower_id = $2 where loan_id = $1', [
        one.loanId,
        to,
      ]);
    const [loan] = await server.rows<{ borrower: string }>(
      'select member_id as borrower from lending.loan where id = $1',
      [one.loanId],
    );
    await lend(one.id);
    expect(await refused(one)).toBe('OWN_CASE');
    await lend(Number(loan!.borrower));
    const [most, rest] = await newInvestors(server, 2);
    await place(one.loanId, 95_000, most);
    expect(await refused(one)).toBe('AMOUNT_EXCEEDS');
    await place(one.loanId, 5_000, rest);
    expect(await refused(one)).toBe('CASE_FULL');
    await server.rows(
      `update investing.funding set ends_at = business_now() - interval '1 second'
       where loan_id = $1`,
      [one.loanId],
    );
    expect(await refused(one)).toBe('CASE_CLOSED');
  });
});

test('what suited a bold profile is refused to a careful one', async () => {
  const one = await expired(11_000);
  await server.rows('update investing.suitability set profile = 1 where member_id = $1', [one.id]);
  expect(await refused(one)).toBe('LIMIT_PER_CASE');
});

describe('an unpaid order', () => {
  test('changes its payment mode and keeps account and deadline', async () => {
    const one = await placed(10_000);
    const before = await orderOf(one);
    const { data } = await server.ok(reApply, { id: one.orderId, payment_mode: 2 }, one);
    expect(data).toEqual({ ...before, paymentMode: 2 });
    expect(await refused(one, 'COUNTER_REMIT')).toBeNull();
    const moves = await server.rows(
      `select from tasks.audit where subject_type = 'order' and subject_id = $1
         and action = 'order.mode_changed'`,
      [one.orderId],
    );
    expect(moves).toHaveLength(1);
  });

  test('keeps its mode after a payment, and after the fundraising', async () => {
    const one = await placed(10_000);
    expect(await refused(one, 3)).toBe('PAYMENT_MODE_INVALID');
    await server.rows(
      `update investing.funding set ends_at = business_now() - interval '1 second'
       where loan_id = $1`,
      [one.loanId],
    );
    expect(await refused(one, 2)).toBe('CASE_CLOSED');
    const other = await placed(10_000);
    await pay(other, 3_000);
    expect(await refused(other, 2)).toBe('ORDER_STATUS');
    expect((await orderOf(other)).paymentMode).toBe(1);
  });
});

test('a funded order is refused with the status that lists show', async () => {
  const loan = await signedLoan(server);
  const input = { id: loan.orderIds[0]!, payment_mode: 2 };
  const shown = ['ORDER_STATUS', { status: 15 }];
  for (const [call, asked] of [
    [reApply, input],
    [cancelOrder, { id: input.id }],
  ] as const) {
    const { code, body } = await server.ask(call, asked, loan.investors[0]!);
    expect([code, (body as { data: unknown }).data]).toEqual(shown);
  }
});

test('another member’s order is not found, and visitors are refused', async () => {
  const one = await expired();
  const intruder = await newInvestor(server);
  const input = { id: one.orderId, payment_mode: 1 };
  expect(await server.refused(reApply, input, intruder)).toBe('ORDER_NOT_FOUND');
  expect((await server.ask(reApply, input)).status).toBe(401);
  const own = await newCase(server);
  expect(await fundingOf(own)).toMatchObject({ orders: 0 });
});
