// What the owner of an order can do about it now, and where.
import type { Order } from '#contract/investing/calls.ts';
import { ORDER } from '#contract/investing/order-status.ts';
import * as paths from '../../site/kit/paths.ts';

/** Whether an order still waits for money. */
export const isUnpaid = ({ status }: Pick<Order, 'status'>): boolean =>
  status === 0 || status === 5;

/** Of an order past its deadline while the bank may still report what left in time. */
export const AWAITING_BANK = { text: '等待銀行確認', action: '查看付款狀態' } as const;

/**
 * Whether an order takes no more money, and is not over either: what left before its deadline
 * counts, and the bank has not closed that day yet. `now` is the business time in ms.
 */
export const awaitsBank = (order: Pick<Order, 'status' | 'payBy'>, now: number): boolean =>
  isUnpaid(order) && Date.parse(order.payBy) < now;

/** The action in the words of its status, and its page. */
export function actionOf(order: Order, now: number): { to: string; label: string } {
  if (isUnpaid(order)) {
    const label = awaitsBank(order, now) ? AWAITING_BANK.action : ORDER[0].action;
    return { to: paths.bankTransfer({ order: order.id }), label };
  }
  if (order.status === 50) {
    const again = `${paths.investCase(order.caseId)}?amount=${order.amount}`;
    return { to: again, label: ORDER[50].action };
  }
  // The page behind it shows instalments, whatever else the status would have its owner do.
  const label = order.status >= 20 && order.status <= 40 ? ORDER[20].action : '查看明細';
  return { to: paths.myHolding(order.id), label };
}
