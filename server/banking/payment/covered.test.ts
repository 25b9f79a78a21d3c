// Tests what becomes of money that the platform covered and that comes back: for a
// closed account, a second time, and after two persons have ended the claim.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { servicing } from '#contract/servicing/calls.ts';
import {
  balanceOf,
  checkBatches,
  lentLoan,
  liveUntilPayout,
  matchReceipt,
  newTeam,
  pay as payLoan,
  sendPayouts,
  type Team,
} from '../../../tests/actors/loans.ts';
import { type Placed, payer, paymentsOn } from '../../../tests/actors/payments.ts';
import { decide, payAccountAgain } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { moveLoan } from '../../lending/front.ts';
import { drain } from '../../worker.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { placed, pay, releaseRefund, refundsOf, claimOn, comesBack, setClosed, refunded } =
  paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** Amounts that lie in suspense after the bank returned payments of closed accounts. */
const lyingOf = (purpose: 'refund' | 'payout', subjectId: number) =>
  server.rows<{ amount: number; why: string }>(
    `select r.amount::int, t.detail ->> 'why' as why from banking.receipt r
     join banking.payment p on r.seq = 'payment-' || p.id
     join tasks.task t on t.kind = 'unmatched_payment' and t.status = 'open'
       and t.subject_type = 'receipt' and t.subject_id = r.id
     where p.purpose = $1 and p.subject_id = $2 and r.state = 'suspense'`,
    [purpose, subjectId],
  );

/** The bank has taken back a payment of a loan whose surplus was sent out; returns the payout. */
async function surplusTakenBack() {
  const { loan, account } = await lentLoan(server, team);
  await payLoan(server, account, 2_000);
  const seq = await payLoan(server, account, 3_000);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const [payout] = await server.rows<{ id: number; amount: number }>(
    'select id::int, amount::int from servicing.payout where loan_id = $1',
    [loan.id],
  );
  await payLoan(server, account, 3_000, { reverses: seq });
  expect(await balanceOf(server, 'recourse_receivable', { loan: loan.id })).toBe(3_000);
  return { loan, payoutId: payout!.id, seq };
}

test('a returned refund of a closed account ends the claim, and only the rest lies', async () => {
  const { one, first, refundId } = await refunded();
  await setClosed(one.id, 'now()');
  await pay(one, 3_000, { reverses: first });
  await books();
  const lying = await balanceOf(server, 'suspense');
  await comesBack(`refund-${refundId}-1`);
  expect(await claimOn(one)).toBe(0);
  const why = expect.stringContaining('會員已關閉帳戶');
  expect(await lyingOf('refund', refundId)).toMatchObject([{ amount: 3_985, why }]);
  expect((await balanceOf(server, 'suspense')) - lying).toBe(3_985);
  expect(await refundsOf(one)).toMatchObject([{ amount: 3_985, fee: 15, status: 'confirmed' }]);
  await books();
});

test('nothing of it lies in suspense if all of it was covered', async () => {
  const { one, first, second, refundId } = await refunded();
  await pay(one, 3_000, { reverses: first });
  await pay(one, 4_000, { reverses: second });
  expect(await claimOn(one)).toBe(7_000);
  await setClosed(one.id, 'now()');
  const lying = await balanceOf(server, 'suspense');
  await comesBack(`refund-${refundId}-1`);
  expect(await claimOn(one)).toBe(0);
  expect(await lyingOf('refund', refundId)).toEqual([]);
  expect(await balanceOf(server, 'suspense')).toBe(lying);
  expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 0, status: 'confirmed' }]);
  await books();
});

test('a surplus of a closed account ends the claim as far as it was covered', async () => {
  const { loan, payoutId } = await surplusTakenBack();
  await setClosed(loan.borrower.id, 'now()');
  await comesBack(`payout-${payoutId}-1`);
  // The account could not be closed while the loan runs.
  await setClosed(loan.borrower.id, 'null');
  expect(await balanceOf(server, 'recourse_receivable', { loan: loan.id })).toBe(0);
  expect(await lyingOf('payout', payoutId)).toMatchObject([{ amount: 2_000 }]);
  await books();
});

/** The case of an order ends without a disbursement; returns the refund of the order's money. */
async function fails(one: Placed) {
  await inWork(server.services, (work) =>
    moveLoan(work, one.loanId, 96, { action: 'loan.cancelled' }),
  );
  return (await refundsOf(one)).find(({ whole }) => whole)!;
}

/** The order's money is at the bank for the borrower. */
const disbursementIsSent = ({ loanId }: Placed) =>
  server.rows(
    `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
       amount, memo, reference, created_at)
     select 'disbursement', id, member_id, '004', '', '', 1, '', $2, now() from lending.loan
     where id = $1`,
    [loanId, `test-${loanId}`],
  );

/**
 * An order that was paid in two parts, the second one too high; the refund of the rest has arrived.
 * The case is full and waits for its disbursement.
 */
async function overpaid() {
  const one = await placed(10_000, { amount: 10_000 });
  await pay(one, 3_000, payer);
  const { seq } = await pay(one, 7_915, payer);
  await releaseRefund(one.orderId);
  return { one, seq };
}

test('a refund that comes back twice is not set off against money of another refund', async () => {
  const { one, seq } = await overpaid();
  const { id } = await fails(one);
  await releaseRefund(one.orderId);
  await pay(one, 7_915, { reverses: seq });
  expect(await claimOn(one)).toBe(7_915);
  const whole = async () => (await refundsOf(one)).find((refund) => refund.id === id);
  await comesBack(`refund-${id}-1`);
  expect(await claimOn(one), 'the refund of the rest is still claimed').toBe(915);
  expect(await whole()).toMatchObject({ amount: 3_000, status: 'payable' });
  await payAccountAgain(server, Number(one.id), team);
  await releaseRefund(one.orderId);
  await comesBack(`refund-${id}-2`);
  expect(await claimOn(one)).toBe(915);
  expect(await whole()).toMatchObject({ amount: 3_000, status: 'payable' });
  await books();
});

test('nor is one whose covered part was kept before it was made', async () => {
  const { one, seq } = await overpaid();
  await disbursementIsSent(one);
  await pay(one, 7_915, { reverses: seq });
  const { id } = await fails(one);
  expect(await claimOn(one)).toBe(915);
  await releaseRefund(one.orderId);
  await comesBack(`refund-${id}-1`);
  expect(await claimOn(one)).toBe(915);
  expect((await refundsOf(one)).find((refund) => refund.id === id)).toMatchObject({
    amount: 3_000,
    status: 'payable',
  });
  await books();
});

const receiptOf = async (seq: string) =>
  (
    await server.rows<{ id: number }>('select id::int from banking.receipt where seq = $1', [seq])
  )[0]!.id;
const recourseOf = async (receiptId: number) =>
  (
    await server.rows<{ status: string; amount: number; maker: number | null }>(
      `select status, amount::int, maker_id::int as maker from banking.recourse
       where receipt_id = $1`,
      [receiptId],
    )
  )[0];
/** Two persons end a claim. */
async function endClaim(receiptId: number, decision: 'dismiss' | 'recovered') {
  expect(await decide(server, team.maker, 'recourse', receiptId, decision)).toBeNull();
  expect(await decide(server, team.checker, 'recourse', receiptId, 'approve')).toBeNull();
}
/** How much the company has lost, and the trust owes to it, since the function was made. */
async function sinceNow() {
  const read = async () => ({
    lost: await balanceOf(server, 'loss'),
    due: await balanceOf(server, 'platform_due'),
    suspense: await balanceOf(server, 'suspense'),
  });
  const before = await read();
  return async () => {
    const now = await read();
    return {
      lost: now.lost - before.lost,
      due: now.due - before.due,
      suspense: now.suspense - before.suspense,
    };
  };
}

test('money of a lost claim that was never lent lowers the loss and is not refunded', async () => {
  const { one, seq } = await overpaid();
  await disbursementIsSent(one);
  const moved = await sinceNow();
  await pay(one, 7_915, { reverses: seq });
  const receiptId = await receiptOf(seq);
  await endClaim(receiptId, 'dismiss');
  expect(await moved()).toMatchObject({ lost: 7_915, due: -7_915 });
  const refund = await fails(one);
  expect(refund, 'the other payment goes back').toMatchObject({ amount: 3_000, fee: 0 });
  expect(await moved()).toMatchObject({ lost: 915, due: -915 });
  expect(await recourseOf(receiptId)).toMatchObject({ status: 'lost', amount: 915 });
  await books();
});

test('of a lost claim that comes back as a whole, nothing is lost', async () => {
  const { one, first, refundId } = await refunded();
  const moved = await sinceNow();
  await pay(one, 3_000, { reverses: first });
  const receiptId = await receiptOf(first);
  await endClaim(receiptId, 'dismiss');
  await comesBack(`refund-${refundId}-1`);
  expect(await refundsOf(one)).toMatchObject([{ amount: 3_985, fee: 15, status: 'payable' }]);
  expect(await moved()).toEqual({ lost: 0, due: 0, suspense: 0 });
  const ended = { status: 'recovered', amount: 3_000, maker: null };
  expect(await recourseOf(receiptId)).toEqual(ended);
  await books();
});

test('a surplus of a lost claim is not owed again', async () => {
  const { loan, payoutId, seq } = await surplusTakenBack();
  const moved = await sinceNow();
  await endClaim(await receiptOf(seq), 'dismiss');
  expect(await moved()).toMatchObject({ lost: 3_000 });
  await comesBack(`payout-${payoutId}-1`);
  expect(await moved()).toMatchObject({ lost: 0 });
  expect(await balanceOf(server, 'refund_payable', { member: loan.borrower.id })).toBe(2_000);
  await books();
});

test('nor is money without an owner whose return came back', async () => {
  const seq = randomUUID().slice(0, 20);
  const bank = server.services.demonstration!.bank;
  await bank.transfer({ virtualAccount: '123', amount: 640, seq, ...payer });
  const id = await receiptOf(seq);
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await checkBatches(server, team.checker);
  await drain(server.services);
  const moved = await sinceNow();
  await bank.transfer({ virtualAccount: '123', amount: 640, reverses: seq });
  await endClaim(id, 'dismiss');
  await comesBack(`return-${id}-1`);
  expect(await moved()).toEqual({ lost: 0, due: 0, suspense: 0 });
  expect(await recourseOf(id)).toMatchObject({ status: 'recovered' });
  await books();
});

test('a payer who has paid for the claim is refunded', async () => {
  const { one, seq } = await overpaid();
  await disbursementIsSent(one);
  await pay(one, 7_915, { reverses: seq });
  await endClaim(await receiptOf(seq), 'recovered');
  expect(await fails(one)).toMatchObject({ amount: 10_000, fee: 0, status: 'payable' });
  await books();
});

test('a third party who has paid for the claim is refunded, and not the member', async () => {
  const one = await placed(10_000, { amount: 10_000 });
  await pay(one, 3_000, payer);
  const aunt = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };
  const { seq } = await pay(one, 7_000, aunt);
  const receiptId = Number(await matchReceipt(server, team, seq, { orderId: one.orderId }));
  await disbursementIsSent(one);
  await pay(one, 7_000, { ...aunt, reverses: seq });
  await endClaim(receiptId, 'recovered');
  await fails(one);
  const refunds = await server.rows<{ amount: number; receipt: number | null }>(
    `select amount::int, receipt_id::int as receipt from investing.refund
     where order_id = $1 order by amount`,
    [one.orderId],
  );
  expect(refunds).toEqual([
    { amount: 3_000, receipt: null },
    { amount: 7_000, receipt: receiptId },
  ]);
  await books();
});
