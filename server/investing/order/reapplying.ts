// Ordering again after a missed deadline, and changing the payment mode of an unpaid order.
import type { ServerOrder } from '#contract/investing/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { BatchedAsking } from '../../call.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { callerOf } from '../../identity/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { SessionProblem } from '../../session-problem.ts';
import { inWork } from '../../work.ts';
import { orderView } from './order-view.ts';
import { assertNotDebited, lockedOwnOrder, wrongStatus } from './orders.ts';
import { ownOrder } from './own-order-queries.ts';
import { fundableCase, writeMode } from '../queries.ts';
import { isByMandate, mayReapply, paymentModeOf } from '../rules.ts';
import { placeOrder } from './writer.ts';
import { hooks } from '../../hooks.ts';

type Again = { orderId: number; mode: number | string; key: string | null };

/**
 * Places a new order like an expired one, with a new account and deadline, through the case's
 * writer; if nothing was paid on the order yet and it has not expired, changes only the payment
 * mode. Refuses ORDER_NOT_FOUND, ORDER_STATUS, DEBIT_UNDER_WAY, REAPPLY_LIMIT and everything that
 * quick-apply refuses.
 */
export async function reapply(
  services: Services,
  { token, isAwaited }: Pick<BatchedAsking, 'token' | 'isAwaited'>,
  { orderId, mode, key }: Again,
): Promise<ServerOrder> {
  if (token === null) throw new SessionProblem('unknown');
  const tx = db(services.pool);
  const member = await callerOf(tx, token, services.clock.realNow());
  const order = await ownOrder(tx, member.id, orderId);
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  if (mayReapply(order)) {
    const { loanId, amount } = order;
    const mayDebit = await mayDebitFor(services, member.id, { mode, amount });
    const again = { token, loanId, amount, mode, mayDebit, key, parentId: orderId, isAwaited };
    return placeOrder(services, again);
  }
  if (member.suspended) throw new Refusal('SUSPENDED');
  await changeMode(services, member.id, orderId, mode);
  const changed = await ownOrder(tx, member.id, orderId);
  if (!changed) throw new Refusal('ORDER_NOT_FOUND');
  return orderView(services, changed);
}

/** Returns whether an order may be debited; asks only if the order is to be paid that way. */
export async function mayDebitFor(
  { pool }: Services,
  memberId: number,
  { mode, amount }: { mode: number | string; amount: number },
): Promise<boolean> {
  return isByMandate(mode) && hooks.mandateCovers(db(pool), memberId, amount);
}

/**
 * The payment mode may change only while nothing was paid, and not after the end of the
 * fundraising.
 */
async function changeMode(
  services: Services,
  memberId: number,
  orderId: number,
  asked: number | string,
): Promise<void> {
  const actor = { type: 'member', id: memberId } as const;
  await inWork(
    services,
    async (work) => {
      const order = await lockedOwnOrder(work, orderId, memberId);
      if (order.stored !== 0) throw await wrongStatus(work.tx, order);
      const of = { mode: asked, amount: order.amount };
      const mode = paymentModeOf(asked, await mayDebitFor(services, memberId, of));
      if (mode === null) throw new Refusal('PAYMENT_MODE_INVALID');
      const fundable = await fundableCase(work.tx, order.loanId);
      if (!fundable || work.now > fundable.endsAt) throw new Refusal('CASE_CLOSED');
      if (order.paymentMode === mode) return;
      await assertNotDebited(work, orderId);
      await writeMode(work.tx, orderId, mode);
      await recordMove(work, {
        subject: { type: 'order', id: orderId },
        action: 'order.mode_changed',
        from: order.paymentMode,
        to: mode,
      });
    },
    actor,
  );
}
