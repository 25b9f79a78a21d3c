// Tests money of closed accounts whose return to its payer was ordered before the bank took the
// money's own receipt back, and then came back as well: it ends the claim on the payer.
import { beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { payReserve } from '../../tests/actors/bookings.ts';
import {
  balanceOf,
  matchReceipt,
  newTeam,
  pay as payLoan,
  type Team,
} from '../../tests/actors/loans.ts';
import { lodgedOn } from '../../tests/actors/lodged.ts';
import { payer, paymentsOn } from '../../tests/actors/payments.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain } from '../worker.ts';
import { bookPayment } from './actions.ts';

const server = useServer();
const { placed, pay, runJobs, letPass, releaseRefund, refundsOf, claimOn, comesBack, setClosed } =
  paymentsOn(server);
let team: Team;
const { lodgedOf, lodged, lodgedSurplus, orderReturn, returnsOf } = lodgedOn(server, () => team);
beforeAll(async () => {
  team = await newTeam(server);
  await payReserve(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** The bank refuses a return that it has not confirmed; it says why. */
async function refused(reference: string) {
  const at = server.services.clock.now();
  const report = {
    reference,
    outcome: 'returned',
    date: dayOf(at),
    at,
    reason: '帳號不符',
  } as const;
  expect(await bookPayment(server.services, 'test', report)).toMatchObject({ changed: true });
}

/** The bank carries a return out and sends it back later. */
async function cameBack(reference: string) {
  await drain(server.services);
  await comesBack(reference);
}

const moved = async () => ({
  suspense: await balanceOf(server, 'suspense'),
  owed: await balanceOf(server, 'refund_payable'),
  trust: await balanceOf(server, 'trust_bank'),
  lost: await balanceOf(server, 'loss'),
  due: await balanceOf(server, 'platform_due'),
});

/** How much the books have moved since the function was made. */
async function sinceNow() {
  const before = await moved();
  return async () => {
    const now = await moved();
    const names = Object.keys(before) as (keyof typeof before)[];
    return Object.fromEntries(names.map((name) => [name, now[name] - before[name]]));
  };
}

const recourseOf = async (seq: string) => {
  const [row] = await server.rows<{ id: number; status: string; tasks: number }>(
    `select c.receipt_id::int as id, c.status, (select count(*) from tasks.task t
       where t.kind = 'recourse' and t.status = 'open'
         and t.subject_id = c.receipt_id)::int as tasks
     from banking.recourse c join banking.receipt r on r.id = c.receipt_id where r.seq = $1`,
    [seq],
  );
  return row!;
};

/** Two persons end a claim. */
async function endClaim(seq: string, decision: 'dismiss' | 'recovered') {
  const { id } = await recourseOf(seq);
  expect(await decide(server, team.maker, 'recourse', id, decision)).toBeNull();
  expect(await decide(server, team.checker, 'recourse', id, 'approve')).toBeNull();
}

const whyOf = async (receiptId: number) => {
  const [task] = await server.rows<{ why: string }>(
    `select detail ->> 'why' as why from tasks.task
     where kind = 'unmatched_payment' and status = 'open' and subject_id = $1`,
    [receiptId],
  );
  return task?.why;
};

describe.each([
  ['that the bank refuses', refused],
  ['that the bank sends back after it was confirmed', cameBack],
])('a return %s', (_when, bounce) => {
  test('ends the claim that arose meanwhile, and only the rest lies for a person', async () => {
    const { one, refundId, receipt, first } = await lodged();
    const since = await sinceNow();
    await orderReturn(receipt.id);
    await pay(one, 3_000, { reverses: first });
    expect(await claimOn(one)).toBe(3_000);
    await books();
    await bounce(`return-${receipt.id}-1`);
    expect(await claimOn(one)).toBe(0);
    expect(await recourseOf(first)).toMatchObject({ status: 'recovered', tasks: 0 });
    const rest = { amount: 3_985, state: 'suspense', tasks: ['unmatched_payment 3985'] };
    expect(await lodgedOf('refund', refundId)).toMatchObject(rest);
    const setOff = `；其中 ${formatMoney(money(3_000))} 已抵充遭銀行沖正的入帳`;
    expect(await whyOf(receipt.id)).toMatch(/^退回匯款遭銀行退件：/);
    expect(await whyOf(receipt.id)).toContain(setOff);
    expect(await refundsOf(one)).toMatchObject([{ amount: 3_985, fee: 15, status: 'confirmed' }]);
    expect(await since()).toEqual({ suspense: -3_000, owed: 0, trust: -3_000, lost: 0, due: 0 });
    await books();
  });

  test('ends the claims on all of it, and nothing lies for a person', async () => {
    const { one, refundId, receipt, first, second } = await lodged();
    const since = await sinceNow();
    await orderReturn(receipt.id);
    await pay(one, 3_000, { reverses: first });
    await pay(one, 4_000, { reverses: second });
    expect(await claimOn(one)).toBe(7_000);
    await books();
    await bounce(`return-${receipt.id}-1`);
    expect(await claimOn(one)).toBe(0);
    expect(await lodgedOf('refund', refundId)).toMatchObject({ state: 'reversed', tasks: [] });
    expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 0, status: 'confirmed' }]);
    expect(await since()).toMatchObject({ suspense: -6_985, owed: 0, trust: -7_000 });
    await books();
  });

  test('ends a claim once, also if the rest is returned and comes back again', async () => {
    const { one, refundId, receipt, first, second } = await lodged();
    await orderReturn(receipt.id);
    await pay(one, 3_000, { reverses: first });
    await bounce(`return-${receipt.id}-1`);
    await orderReturn(receipt.id);
    expect(await returnsOf(receipt.id)).toMatchObject([{ amount: 6_985 }, { amount: 3_985 }]);
    await books();
    await bounce(`return-${receipt.id}-2`);
    const rest = { amount: 3_985, state: 'suspense', tasks: ['unmatched_payment 3985'] };
    expect(await lodgedOf('refund', refundId)).toMatchObject(rest);
    await books();
    await orderReturn(receipt.id);
    await pay(one, 4_000, { reverses: second });
    expect(await claimOn(one)).toBe(4_000);
    await books();
    await bounce(`return-${receipt.id}-3`);
    expect(await claimOn(one)).toBe(0);
    expect(await lodgedOf('refund', refundId)).toMatchObject({ state: 'reversed', tasks: [] });
    await books();
  });

  test('holds for a surplus too', async () => {
    const { account, first, second, payouts, payoutId, receipt, claim } = await lodgedSurplus();
    await orderReturn(receipt.id);
    await payLoan(server, account, 3_000, { reverses: second });
    expect(await claim()).toBe(3_000);
    await books();
    await bounce(`return-${receipt.id}-1`);
    expect(await claim()).toBe(0);
    const rest = { amount: 2_000, state: 'suspense', tasks: ['unmatched_payment 2000'] };
    expect(await lodgedOf('payout', payoutId)).toMatchObject(rest);
    expect(await payouts()).toMatchObject([{ amount: 2_000, status: 'confirmed' }]);
    await books();
    await orderReturn(receipt.id);
    await payLoan(server, account, 2_000, { reverses: first });
    expect(await claim()).toBe(2_000);
    await books();
    await bounce(`return-${receipt.id}-2`);
    expect(await claim()).toBe(0);
    expect(await lodgedOf('payout', payoutId)).toMatchObject({ state: 'reversed', tasks: [] });
    expect(await payouts()).toMatchObject([{ amount: 0, status: 'confirmed' }]);
    await books();
  });
});

test('of a claim that two persons ended as lost, less is lost', async () => {
  const { one, refundId, receipt, first } = await lodged();
  const since = await sinceNow();
  await orderReturn(receipt.id);
  await pay(one, 3_000, { reverses: first });
  await endClaim(first, 'dismiss');
  expect(await since()).toMatchObject({ lost: 3_000, due: -3_000 });
  await refused(`return-${receipt.id}-1`);
  expect(await since()).toMatchObject({ lost: 0, due: 0, suspense: -3_000 });
  expect(await recourseOf(first)).toMatchObject({ status: 'recovered', tasks: 0 });
  expect(await lodgedOf('refund', refundId)).toMatchObject({ amount: 3_985 });
  await books();
});

test('a payer who has paid the claim keeps the money, which lies for a person', async () => {
  const { one, refundId, receipt, first } = await lodged();
  await orderReturn(receipt.id);
  await pay(one, 3_000, { reverses: first });
  await endClaim(first, 'recovered');
  await refused(`return-${receipt.id}-1`);
  const whole = { amount: 6_985, state: 'suspense', tasks: ['unmatched_payment 6985'] };
  expect(await lodgedOf('refund', refundId)).toMatchObject(whole);
  expect(await whyOf(receipt.id)).toBe('退回匯款遭銀行退件：帳號不符');
  await books();
});

test('what a person proposed about the claim ends with it', async () => {
  const { one, receipt, first } = await lodged();
  await orderReturn(receipt.id);
  await pay(one, 3_000, { reverses: first });
  const { id } = await recourseOf(first);
  expect(await decide(server, team.maker, 'recourse', id, 'dismiss')).toBeNull();
  await refused(`return-${receipt.id}-1`);
  expect(await recourseOf(first)).toMatchObject({ status: 'recovered', tasks: 0 });
  await books();
});

test('the later of a bounce and a reversal at the same moment sees the earlier one', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { one, refundId, receipt, first } = await lodged();
    await orderReturn(receipt.id);
    const reversal = () => pay(one, 3_000, { reverses: first });
    const bounce = () => refused(`return-${receipt.id}-1`);
    const both = round % 2 === 0 ? [reversal, bounce] : [bounce, reversal];
    await Promise.all(both.map((report) => report()));
    expect(await claimOn(one)).toBe(0);
    expect(await lodgedOf('refund', refundId)).toMatchObject({
      amount: 3_985,
      state: 'suspense',
      tasks: ['unmatched_payment 3985'],
    });
  }
  await books();
});

test("a third party's money ends the claim on it, and not one on the member", async () => {
  const one = await placed(20_000);
  const own = await pay(one, 3_000, payer);
  const aunt = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };
  const hers = await pay(one, 7_000, aunt);
  await matchReceipt(server, team, hers.seq, { orderId: one.orderId });
  await letPass(one, 2);
  await runJobs();
  await releaseRefund(one.orderId);
  await releaseRefund(one.orderId);
  const refunds = await refundsOf(one);
  const refund = refunds.find(({ amount }) => amount > 3_000)!;
  await setClosed(one.id, 'now()');
  await comesBack(`refund-${refund.id}-1`);
  const receipt = await lodgedOf('refund', refund.id);
  await orderReturn(receipt.id);
  await pay(one, 3_000, { reverses: own.seq });
  await pay(one, 7_000, { ...aunt, reverses: hers.seq });
  expect(await claimOn(one)).toBe(10_000);
  await books();
  await refused(`return-${receipt.id}-1`);
  expect(await claimOn(one)).toBe(3_000);
  expect(await recourseOf(hers.seq)).toMatchObject({ status: 'recovered' });
  expect(await lodgedOf('refund', refund.id)).toMatchObject({ state: 'reversed', tasks: [] });
  await books();
});

test('what an order could not use ends its part of the claim', async () => {
  const one = await placed(5_000);
  const { seq } = await pay(one, 5_915, payer);
  await releaseRefund(one.orderId);
  const [refund] = await refundsOf(one);
  await setClosed(one.id, 'now()');
  await comesBack(`refund-${refund!.id}-1`);
  // The account could not be closed while the order waits for its case.
  await setClosed(one.id, 'null');
  const receipt = await lodgedOf('refund', refund!.id);
  await orderReturn(receipt.id);
  await pay(one, 5_915, { reverses: seq });
  expect(await claimOn(one)).toBe(915);
  await books();
  await refused(`return-${receipt.id}-1`);
  expect(await claimOn(one)).toBe(0);
  expect(await lodgedOf('refund', refund!.id)).toMatchObject({ state: 'reversed', tasks: [] });
  await books();
});
