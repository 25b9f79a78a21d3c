// The only function that changes orders: checks the table of moves and writes the audit log.
import type { ActionName } from '#contract/core/action-words.ts';
import type { Money } from '#contract/core/money.ts';
import { canMoveStoredOrder } from '#contract/investing/order-status.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import { lockLoan, type Tx } from '../../database/db.ts';
import { loanById } from '../../lending/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { loanOfOrder, lockOrder, type OrderRow, writeOrder } from '../queries.ts';
import { isLive, statusOf, type Stored } from '../rules.ts';
import { publishOrderMove } from './events.ts';
import { hooks } from '../../hooks.ts';

/** The refusal of a move, with the status that lists show: that of a funded order is its loan's. */
export async function wrongStatus(
  tx: Tx,
  { stored, loanId }: Pick<OrderRow, 'stored' | 'loanId'>,
): Promise<Refusal> {
  const loan = await loanById(tx, loanId);
  return new Refusal('ORDER_STATUS', {
    data: { status: loan ? statusOf(stored, loan.status) : stored },
  });
}

const tableStatus = (stored: Stored) => (stored === 20 ? 'funded' : stored);

/**
 * Moves an order to another status, or changes only its paid amount. The move must be in the table
 * of allowed moves (else ORDER_STATUS) and writes one audit row. The caller must have locked the
 * loan and the order. Returns the changed order.
 */
export async function moveOrder(
  work: Work,
  order: OrderRow,
  change: { to?: Stored; paidAmount?: Money; paidAt?: Date | null },
  action: ActionName,
  reason?: string,
): Promise<OrderRow> {
  const { to = order.stored, ...rest } = change;
  if (to !== order.stored && !canMoveStoredOrder(tableStatus(order.stored), tableStatus(to))) {
    throw await wrongStatus(work.tx, order);
  }
  const endedAt = isLive(to) ? null : (order.endedAt ?? work.now);
  const after: OrderRow = { ...order, ...rest, stored: to, endedAt };
  await writeOrder(work.tx, after);
  await recordMove(work, {
    subject: { type: 'order', id: order.id },
    action,
    from: order.stored,
    to,
    reason: reason ?? null,
    snapshot: { loan: order.loanId, amount: order.amount, paid: after.paidAmount },
  });
  const isReversal = action === 'order.reversed';
  await publishOrderMove(work, after, { from: order.stored, to, isReversal });
  return after;
}

/**
 * Locks the loan and the member's own order and returns the order; another member's order is not
 * found.
 */
export async function lockedOwnOrder(
  work: Work,
  orderId: number,
  memberId: number,
): Promise<OrderRow> {
  const own = await loanOfOrder(work.tx, orderId);
  if (own?.memberId !== memberId) throw new Refusal('ORDER_NOT_FOUND');
  await lockLoan(work.tx, own.loanId);
  return lockOrder(work.tx, orderId);
}

/** Refuses DEBIT_UNDER_WAY while the bank has a debit of the order that it has not answered. */
export async function assertNotDebited({ tx }: Work, orderId: number): Promise<void> {
  const isDebited = await hooks.debitsUnderWay.order(tx, orderId);
  if (isDebited) throw new Refusal('DEBIT_UNDER_WAY');
}
