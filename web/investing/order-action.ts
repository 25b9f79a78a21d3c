// What the owner of an order can do about it now, and where.
import type { Order } from '#contract/investing.ts';
import { ORDER } from '#contract/order-status.ts';
import * as paths from '../site/paths.ts';

/** Whether an order still waits for money. */
export const isUnpaid = ({ status }: Order): boolean => status === 0 || status === 5;

/** The action in the words of its status, and its page. */
export function actionOf(order: Order): { to: string; label: string } {
  if (isUnpaid(order)) {
    return { to: paths.bankTransfer({ order: order.id }), label: ORDER[0].action };
  }
  if (order.status === 50) {
    const again = `${paths.investCase(order.caseId)}?amount=${order.amount}`;
    return { to: again, label: ORDER[50].action };
  }
  // The page behind it shows instalments, whatever else the status would have its owner do.
  const label = order.status >= 20 && order.status <= 40 ? ORDER[20].action : '查看明細';
  return { to: paths.myHolding(order.id), label };
}
