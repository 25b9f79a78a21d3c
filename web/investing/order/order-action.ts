// The next action for an order's owner, and its page.
import type { Order } from '#contract/investing/calls.ts';
import { ORDER } from '#contract/investing/order-status.ts';
import * as paths from '../../site/kit/paths.ts';

/** Returns whether an order still waits for money. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 0 || status === 5;

/** Texts for an order past its deadline while the bank may still report a payment sent in time. */
export const AWAITING_BANK = { text: '等待銀行確認', action: '查看付款狀態' } as const;

/**
 * Returns whether an order accepts no more money but is not over: a payment sent before its
 * deadline still counts, and the bank has not closed that day yet. `now` is the business time in
 * ms.
 */
export const awaitsBank = (order: Pick<Order, 'status' | 'payBy'>, now: number): boolean =>
  isUnpaid(order) && Date.parse(order.payBy) < now;

/** Returns the action's label, according to the order's status, and its page. */
export function actionOf(order: Order, now: number): { to: string; label: string } {
  if (isUnpaid(order)) {
    const label = awaitsBank(order, now) ? AWAITING_BANK.action : ORDER[0].action;
    return { to: paths.bankTransfer({ order: order.id }), label };
  }
  if (order.status === 50) {
    const again = `${paths.investCase(order.caseId)}?amount=${order.amount}`;
    return { to: again, label: ORDER[50].action };
  }
  // Orders of these statuses link to a page that shows the instalments, whatever other action the
  // status suggests.
  const label = order.status >= 20 && order.status <= 40 ? ORDER[20].action : '查看明細';
  return { to: paths.myHolding(order.id), label };
}
