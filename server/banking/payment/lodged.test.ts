// Tests money of closed accounts that the bank sent back before it takes the money's own receipt
// back: both are set off against each other, as in the other order (covered.test.ts).
import { beforeAll, expect, test } from 'vitest';
import { servicing } from '#contract/servicing/calls.ts';
import {
  balanceOf,
  checkBatches,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay as payLoan,
  sendPayouts,
  type Team,
} from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
const { placed, pay, refundsOf, claimOn, comesBack, setClosed, refunded } = paymentsOn(server);
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** The receipt of what came back, with its open tasks. */
const lodgedOf = async (purpose: 'refund' | 'payout', subjectId: number) => {
  const [row] = await server.rows<{ id: number; amount: number; state: string; tasks: string[] }>(
    `select r.id::int, r.amount::int, r.state, array(
       select concat_ws(' ', t.kind, t.detail -> 'amount')
       from tasks.task t where t.status = 'open' and t.subject_type = 'receipt'
         and t.subject_id = r.id) as tasks
     from banking.receipt r join banking.payment p on r.seq = 'payment-' || p.id
     where p.purpose = $1 and p.subject_id = $2`,
    [purpose, subjectId],
  );
  return row!;
};

/**
 * An order that was paid in two parts has expired, its member has closed the account, and the bank
 * sent the refund back.
 */
async function lodged() {
  const { one, refundId, first, second } = await refunded();
  await setClosed(one.id, 'now()');
  await comesBack(`refund-${refundId}-1`);
  const receipt = await lodgedOf('refund', refundId);
  expect(receipt).toMatchObject({ amount: 6_985, tasks: ['unmatched_payment 6985'] });
  return { one, refundId, receipt, first, second };
}

test('what lies for a closed account is used first when its receipt is reversed', async () => {
  const { one, refundId, first, second } = await lodged();
  const lying = await balanceOf(server, 'suspense');
  await pay(one, 3_000, { reverses: first });
  expect(await claimOn(one)).toBe(0);
  const rest = { amount: 3_985, state: 'suspense', tasks: ['unmatched_payment 3985'] };
  expect(await lodgedOf('refund', refundId)).toMatchObject(rest);
  expect(await refundsOf(one)).toMatchObject([{ amount: 3_985, fee: 15, status: 'confirmed' }]);
  expect((await balanceOf(server, 'suspense')) - lying).toBe(-3_000);
  await books();
  await pay(one, 4_000, { reverses: second });
  expect(await claimOn(one)).toBe(0);
  expect(await lodgedOf('refund', refundId)).toMatchObject({ state: 'reversed', tasks: [] });
  expect(await refundsOf(one)).toMatchObject([{ amount: 0, fee: 0, status: 'confirmed' }]);
  expect((await balanceOf(server, 'suspense')) - lying).toBe(-6_985);
  await books();
});

test('what a person proposed about the whole amount is asked anew about the rest', async () => {
  const { one, refundId, receipt, first } = await lodged();
  const other = await placed(20_000);
  const match = { decision: 'match', orderId: other.orderId } as const;
  expect(await decide(server, team.maker, 'unmatched_payment', receipt.id, match)).toBeNull();
  await pay(one, 3_000, { reverses: first });
  expect(await claimOn(one)).toBe(0);
  expect((await lodgedOf('refund', refundId)).tasks).toEqual(['unmatched_payment 3985']);
  await books();
});

test('what two persons have assigned is not taken back, and the receipt is claimed', async () => {
  const { one, receipt, first } = await lodged();
  const other = await placed(20_000);
  const match = { decision: 'match', orderId: other.orderId } as const;
  expect(await decide(server, team.maker, 'unmatched_payment', receipt.id, match)).toBeNull();
  expect(await decide(server, team.checker, 'match_check', receipt.id, 'approve')).toBeNull();
  await pay(one, 3_000, { reverses: first });
  expect(await claimOn(one)).toBe(3_000);
  await books();
});

/** One person returns what came back; the account of its payer is not known yet. */
async function returning() {
  const found = await lodged();
  expect(await decide(server, team.maker, 'unmatched_payment', found.receipt.id, 'return')).toBe(
    null,
  );
  return found;
}

/** Two persons name the account to which the money is returned, which drafts a batch. */
async function nameSource(receiptId: number) {
  const entered = { bankCode: '812', account: '81200000000012', holder: '王小明' };
  const enter = { decision: 'enter', ...entered, reason: '匯款單' } as const;
  expect(await decide(server, team.maker, 'payer_source', receiptId, enter)).toBeNull();
  expect(await decide(server, team.checker, 'payer_source', receiptId, 'approve')).toBeNull();
}

const returnsOf = (receiptId: number) =>
  server.rows<{ amount: number; status: string }>(
    `select amount::int, status from banking.payment
     where purpose = 'return' and subject_id = $1`,
    [receiptId],
  );

test('what is being returned and was not ordered yet is used first as well', async () => {
  const { one, refundId, receipt, first, second } = await returning();
  const owed = await balanceOf(server, 'refund_payable');
  await pay(one, 3_000, { reverses: first });
  expect(await claimOn(one)).toBe(0);
  const rest = { amount: 3_985, state: 'returned' };
  expect(await lodgedOf('refund', refundId)).toMatchObject(rest);
  expect((await balanceOf(server, 'refund_payable')) - owed).toBe(-3_000);
  await books();
  await nameSource(receipt.id);
  // Who confirmed the account has drafted the batch, so that somebody else approves it.
  await checkBatches(server, team.maker);
  expect(await returnsOf(receipt.id)).toMatchObject([{ amount: 3_985 }]);
  await books();
  // What was ordered is on its way, so that the rest is claimed.
  await pay(one, 4_000, { reverses: second });
  expect(await claimOn(one)).toBe(4_000);
  await books();
});

test('a return of which nothing is left ends, also if its batch waits', async () => {
  const { one, refundId, receipt, first, second } = await returning();
  await pay(one, 3_000, { reverses: first });
  await nameSource(receipt.id);
  await pay(one, 4_000, { reverses: second });
  expect(await claimOn(one)).toBe(0);
  expect(await lodgedOf('refund', refundId)).toMatchObject({ state: 'reversed', tasks: [] });
  // Who confirmed the account has drafted the batch, so that somebody else approves it.
  await checkBatches(server, team.maker);
  expect(await returnsOf(receipt.id)).toEqual([]);
  await books();
});

test('nobody is asked for the account of a return of which nothing is left', async () => {
  const { one, refundId, first, second } = await returning();
  await pay(one, 3_000, { reverses: first });
  expect((await lodgedOf('refund', refundId)).tasks).toEqual(['payer_source']);
  await pay(one, 4_000, { reverses: second });
  expect(await lodgedOf('refund', refundId)).toMatchObject({ state: 'reversed', tasks: [] });
  await books();
});

test('the same holds for a surplus of a closed account', async () => {
  const { loan, account } = await lentLoan(server, team);
  const first = await payLoan(server, account, 2_000);
  const second = await payLoan(server, account, 3_000);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const payouts = () =>
    server.rows<{ id: number; amount: number; status: string }>(
      'select id::int, amount::int, status from servicing.payout where loan_id = $1',
      [loan.id],
    );
  const [payout] = await payouts();
  await setClosed(loan.borrower.id, 'now()');
  await comesBack(`payout-${payout!.id}-1`);
  // The account could not be closed while the loan runs.
  await setClosed(loan.borrower.id, 'null');
  await payLoan(server, account, 3_000, { reverses: second });
  const claim = () => balanceOf(server, 'recourse_receivable', { loan: loan.id });
  expect(await claim()).toBe(0);
  const rest = { amount: 2_000, state: 'suspense', tasks: ['unmatched_payment 2000'] };
  expect(await lodgedOf('payout', payout!.id)).toMatchObject(rest);
  expect(await payouts()).toMatchObject([{ amount: 2_000, status: 'confirmed' }]);
  await books();
  await payLoan(server, account, 2_000, { reverses: first });
  expect(await claim()).toBe(0);
  expect(await lodgedOf('payout', payout!.id)).toMatchObject({ state: 'reversed', tasks: [] });
  expect(await payouts()).toMatchObject([{ amount: 0, status: 'confirmed' }]);
  await books();
});
