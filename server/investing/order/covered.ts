// Money of orders that the platform covered because the bank reversed its receipt: if it comes back
// or was never lent, it ends the claim on the payer and is not refunded (decision 011).
import { isPositive, type Money, minOf, sum, ZERO } from '#contract/core/money.ts';
import type { Hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { keepForLockedRecourse } from '../../banking/front.ts';
import { lockRefund, type RefundRow } from '../queries.ts';
import { type Covered, coveredMoney, coveredRest } from './refund-source-queries.ts';
import { takeFromRefund, takeReturned } from './refunds.ts';

/**
 * Keeps what the platform covered of a refund that the bank returned. `paymentId` is the payment
 * that came back. Returns the refund as it is afterwards.
 */
export async function keepCovered(
  work: Work,
  refund: RefundRow,
  paymentId: number,
): Promise<RefundRow> {
  let left = refund;
  for (const { receiptId, amount } of await coveredBy(work, refund)) {
    const part = minOf(amount, sum([left.amount, left.fee]));
    if (part === 0) continue;
    const transfer = `order:${refund.orderId}:receipt:${receiptId}:returned:${paymentId}`;
    left = await takeFromRefund(work, left, part, transfer);
    await keepForLockedRecourse(
      work,
      receiptId,
      { account: 'suspense', amount: part },
      `${transfer}:kept`,
    );
  }
  return left;
}

/**
 * hooks.lodgedBack.refund: keeps what the platform covered of a refund of a closed account while
 * the refund was being returned to its payer.
 */
export const keepOfRefund: Hooks['lodgedBack']['refund'] = async (work, refundId, takenAs) => {
  const refund = await lockRefund(work.tx, refundId);
  if (refund === null || refund.paymentId === null) return ZERO;
  const kept = minOf(await coveredIn(work, refund), refund.amount);
  if (!isPositive(kept) || !(await takeReturned(work, refund, kept, takenAs))) return ZERO;
  await keepCovered(work, refund, refund.paymentId);
  return kept;
};

/** Returns how much of a refund and its fee, in NT$, the platform covered and still claims. */
export async function coveredIn(work: Work, refund: RefundRow): Promise<Money> {
  return sum((await coveredBy(work, refund)).map(({ amount }) => amount));
}

/** Returns the claims on the payers of the money that a refund contains. */
async function coveredBy({ tx }: Work, { id, orderId, whole, receiptId }: RefundRow) {
  if (!whole) return coveredRest(tx, orderId, id);
  const kept = await coveredMoney(tx, [orderId]);
  return kept.filter((claim) =>
    receiptId === null ? !claim.thirdParty : claim.receiptId === receiptId,
  );
}

/**
 * Keeps what the platform covered of money that still lies in orders that end. Returns by order how
 * much that is, in NT$; nobody is owed it.
 */
export async function keepUnlent(
  work: Work,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, Money>> {
  const covered = await coveredMoney(work.tx, orderIds);
  for (const { orderId: order, receiptId, amount } of covered) {
    const source = { account: 'order_funds', order, amount } as const;
    await keepForLockedRecourse(
      work,
      receiptId,
      source,
      `order:${order}:receipt:${receiptId}:kept`,
    );
  }
  const byOrder = Map.groupBy(covered, ({ orderId }) => orderId);
  const total = (claims: readonly Covered[]) => sum(claims.map(({ amount }) => amount));
  return new Map([...byOrder].map(([id, claims]) => [id, total(claims)]));
}
