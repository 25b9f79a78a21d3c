// Tests money of closed accounts that the bank sent back before it takes the money's own receipt
// back: both are set off against each other, as in the other order (covered.test.ts).
import { beforeAll, expect, test } from 'vitest';
import { payReserve } from '../../../tests/actors/bookings.ts';
import {
  balanceOf,
  checkBatches,
  newTeam,
  pay as payLoan,
  type Team,
} from '../../../tests/actors/loans.ts';
import { lodgedOn } from '../../../tests/actors/lodged.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { closeTask, recordMove } from '../../tasks/front.ts';
import { inWork } from '../../work.ts';
import { settleBatch } from './batch-queries.ts';
import { returnBatch } from './returns.ts';

const server = useServer();
const { placed, pay, refundsOf, claimOn } = paymentsOn(server);
let team: Team;
const { lodgedOf, lodged, lodgedSurplus, startReturn, nameSource, returnsOf } = lodgedOn(
  server,
  () => team,
);
beforeAll(async () => {
  team = await newTeam(server);
  await payReserve(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

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
  await startReturn(found.receipt.id);
  return found;
}

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

test('a return that is ordered at the same moment is not made smaller', async () => {
  const { one, refundId, receipt, first } = await returning();
  await nameSource(receipt.id);
  const [batch] = await server.rows<{ id: number }>(
    `select b.id::int from banking.batch b join banking.batch_item i on i.batch_id = b.id
     where b.kind = 'return' and b.state = 'checking' and i.subject_id = $1`,
    [receipt.id],
  );
  let reversal: Promise<unknown> | undefined;
  await inWork(server.services, async (work) => {
    await returnBatch.pay(work, batch!.id, [receipt.id]);
    const checked = { state: 'approved', checkedBy: team.maker.id, now: work.now } as const;
    await settleBatch(work.tx, batch!.id, checked);
    const by = { ...work, actor: { type: 'operator', id: team.maker.id } } as const;
    const subject = { type: 'batch', id: batch!.id } as const;
    await recordMove(by, { subject, action: 'batch.checked', from: 'checking', to: 'approved' });
    await closeTask(work, 'payment_check', { type: 'batch', id: batch!.id }, 'done');
    reversal = pay(one, 3_000, { reverses: first });
    const waiting = () => server.rows('select from pg_locks where not granted');
    await expect.poll(waiting).not.toEqual([]);
  });
  await reversal;
  expect(await claimOn(one)).toBe(3_000);
  expect(await lodgedOf('refund', refundId)).toMatchObject({ amount: 6_985, state: 'returned' });
  expect(await returnsOf(receipt.id)).toMatchObject([{ amount: 6_985 }]);
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
  const { account, first, second, payouts, payoutId, claim } = await lodgedSurplus();
  await payLoan(server, account, 3_000, { reverses: second });
  expect(await claim()).toBe(0);
  const rest = { amount: 2_000, state: 'suspense', tasks: ['unmatched_payment 2000'] };
  expect(await lodgedOf('payout', payoutId)).toMatchObject(rest);
  expect(await payouts()).toMatchObject([{ amount: 2_000, status: 'confirmed' }]);
  await books();
  await payLoan(server, account, 2_000, { reverses: first });
  expect(await claim()).toBe(0);
  expect(await lodgedOf('payout', payoutId)).toMatchObject({ state: 'reversed', tasks: [] });
  expect(await payouts()).toMatchObject([{ amount: 0, status: 'confirmed' }]);
  await books();
});

test('and for a surplus that is being returned and was not ordered yet', async () => {
  const { account, second, payouts, payoutId, receipt, claim } = await lodgedSurplus();
  await startReturn(receipt.id);
  await payLoan(server, account, 3_000, { reverses: second });
  expect(await claim()).toBe(0);
  expect(await lodgedOf('payout', payoutId)).toMatchObject({ amount: 2_000, state: 'returned' });
  expect(await payouts()).toMatchObject([{ amount: 2_000, status: 'confirmed' }]);
  await books();
});
