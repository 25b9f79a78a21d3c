// Tests receipts that the bank reverses after the money was used or returned to its payer: suspense
// never becomes negative.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { demonstration } from '#contract/demonstration/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { payReserve } from '../../../tests/actors/bookings.ts';
import { checkBatches, balanceOf, newTeam, type Team } from '../../../tests/actors/loans.ts';
import { type Placed, payer, paymentsOn } from '../../../tests/actors/payments.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { placed, pay, releaseRefund, orderOf, letPass, runJobs, refundsOf } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
  await payReserve(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const bank = () => server.services.demonstration!.bank;
const openKinds = async (receiptId: number) =>
  (
    await server.rows<{ kind: string }>(
      `select kind from tasks.task where status = 'open' and subject_type = 'receipt'
       and subject_id = $1 order by kind`,
      [receiptId],
    )
  ).map(({ kind }) => kind);

const returned = (reference: string) =>
  server.ok(demonstration.bankReturn, { reference }).then(({ data }) => data.returned);
/** Returns the kinds of open tasks about the refunds of an order. */
const openOf = async ({ orderId }: Placed) =>
  (
    await server.rows<{ kind: string }>(
      `select t.kind from tasks.task t join investing.refund r on r.id = t.subject_id
       where t.status = 'open' and t.subject_type = 'refund' and r.order_id = $1`,
      [orderId],
    )
  ).map(({ kind }) => kind);

/**
 * Pays in money without an owner; returns the receipt and a function by which the bank reverses the
 * receipt.
 */
async function stray(amount: number) {
  const seq = randomUUID().slice(0, 20);
  await bank().transfer({ virtualAccount: '123', amount, seq, ...payer });
  const [row] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  const takeBack = () => bank().transfer({ virtualAccount: '123', amount, reverses: seq });
  return { id: row!.id, takeBack };
}
async function sendBack(id: number) {
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await checkBatches(server, team.checker);
  await drain(server.services);
}

test('a receipt reversed while in suspense leaves no money and no task', async () => {
  const { id, takeBack } = await stray(800);
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('one reversed before its return was approved is not returned', async () => {
  const before = await balanceOf(server, 'trust_bank');
  const { id, takeBack } = await stray(900);
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'refund_payable')).toBe(0);
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect(await balanceOf(server, 'trust_bank')).toBe(before);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  await books();
});

test('one reversed after its return is a claim on its payer, which two persons end', async () => {
  const { id, takeBack } = await stray(1_373);
  await sendBack(id);
  await takeBack();
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(1_373);
  expect(await openKinds(id)).toEqual(['recourse']);
  await books();
  const before = await balanceOf(server, 'platform_bank');
  expect(await decide(server, team.maker, 'recourse', id, 'approve')).toBe('DECISION_INVALID');
  expect(await decide(server, team.maker, 'recourse', id, 'recovered')).toBeNull();
  expect(await balanceOf(server, 'recourse_receivable'), 'one person alone books nothing').toBe(
    1_373,
  );
  expect(await decide(server, team.maker, 'recourse', id, 'approve')).toBe('MAKER_IS_CHECKER');
  expect(await decide(server, team.checker, 'recourse', id, 'return')).toBeNull();
  expect(await decide(server, team.maker, 'recourse', id, 'recovered')).toBeNull();
  expect(await decide(server, team.checker, 'recourse', id, 'approve')).toBeNull();
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  expect((await balanceOf(server, 'platform_bank')) - before).toBe(1_373);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('returned money that comes back after it was covered ends the claim by itself', async () => {
  const { id, takeBack } = await stray(640);
  await sendBack(id);
  await takeBack();
  expect(await openKinds(id)).toEqual(['recourse']);
  const input = { reference: `return-${id}-1` };
  expect((await server.ok(demonstration.bankReturn, input)).data.returned).toBe(true);
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  expect(await balanceOf(server, 'suspense')).toBe(0);
  expect(await openKinds(id)).toEqual([]);
  await books();
});

test('the same holds for an order whose overpayment was already refunded', async () => {
  const one = await placed(5_000);
  const { seq } = await pay(one, 5_915, payer);
  await releaseRefund(one.orderId);
  const loss = await balanceOf(server, 'loss');
  await pay(one, 5_915, { reverses: seq });
  expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(915);
  expect(await balanceOf(server, 'loss')).toBe(loss);
  expect(await balanceOf(server, 'suspense')).toBe(0);
  await books();
});

test('a refund that comes back after its receipt was covered ends the claim', async () => {
  const one = await placed(5_000);
  const { seq } = await pay(one, 5_915, payer);
  await releaseRefund(one.orderId);
  await pay(one, 5_915, { reverses: seq });
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(915);
  const [refund] = await refundsOf(one);
  expect(await returned(`refund-${refund!.id}-1`)).toBe(true);
  // The refund's fee was never earned, because the payer's money did not stay.
  expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 0, status: 'confirmed' }]);
  expect(await balanceOf(server, 'refund_payable', { order: Number(one.orderId) })).toBe(0);
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(0);
  expect(await openOf(one)).toEqual([]);
  await books();
});

test('of a refund that comes back, only what was covered ends the claim', async () => {
  const one = await placed(10_000);
  const first = await pay(one, 3_000, payer);
  await pay(one, 4_000, payer);
  await letPass(one, 2);
  await runJobs();
  await releaseRefund(one.orderId);
  await pay(one, 3_000, { reverses: first.seq });
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(3_000);
  const [refund] = await refundsOf(one);
  expect(await returned(`refund-${refund!.id}-1`)).toBe(true);
  expect(await refundsOf(one)).toMatchObject([{ amount: 3_985, fee: 15, status: 'payable' }]);
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(0);
  await books();
  expect(await orderOf(one)).toMatchObject({ status: 60 });
});

test('a part that comes back lowers the claim, and persons are asked about the rest', async () => {
  const one = await placed(10_000, { amount: 10_000 });
  const { seq } = await pay(one, 10_915, payer);
  await releaseRefund(one.orderId);
  // The order's money is at the bank for the borrower when the payment is taken back.
  await server.rows(
    `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
       amount, memo, reference, created_at)
     select 'disbursement', id, member_id, '004', '', '', 1, '', $2, now() from lending.loan
     where id = $1`,
    [one.loanId, `test-${one.loanId}`],
  );
  await pay(one, 10_915, { reverses: seq });
  const [receipt] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  expect(await decide(server, team.maker, 'recourse', receipt!.id, 'dismiss')).toBeNull();
  const [refund] = await refundsOf(one);
  expect(await returned(`refund-${refund!.id}-1`)).toBe(true);
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(10_000);
  // What the first person proposed was about another amount.
  expect(await decide(server, team.checker, 'recourse', receipt!.id, 'approve')).toBe(
    'DECISION_INVALID',
  );
  expect(await decide(server, team.maker, 'recourse', receipt!.id, 'recovered')).toBeNull();
  expect(await decide(server, team.checker, 'recourse', receipt!.id, 'approve')).toBeNull();
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(0);
  await books();
});

test('a payment that was kept as the fee of its refund is not claimed', async () => {
  const one = await placed(5_000);
  const fees = await balanceOf(server, 'fee_income');
  const { seq } = await pay(one, 10, payer);
  await letPass(one, 2);
  await runJobs();
  expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 10, status: 'confirmed' }]);
  await pay(one, 10, { reverses: seq });
  expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 0, status: 'confirmed' }]);
  expect(await balanceOf(server, 'fee_income')).toBe(fees);
  const claim = { loan: one.loanId, member: one.id };
  expect(await balanceOf(server, 'recourse_receivable', claim)).toBe(0);
  await books();
});
