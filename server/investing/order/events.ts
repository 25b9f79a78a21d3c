// Events of orders and of loans with investors, for the webhooks of the investors.
import { orderWords } from '#contract/investing/order-status.ts';
import { outputIdSchema } from '#contract/core/lists.ts';
import { loanWords } from '#contract/lending/loan-status.ts';
import type { LoanMove } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { publish } from '../../webhooks/front.ts';
import { type Happened, loanEvent, orderEvent } from '../../webhooks/rules.ts';
import { investorsOf, type OrderRow } from '../queries.ts';
import type { Stored } from '../rules.ts';

const text = (id: number) => outputIdSchema.decode(id);

type Moved = Pick<OrderRow, 'id' | 'loanId' | 'memberId'>;

/** Returns the data of an event; a funded order whose payment is reversed awaits disbursement. */
function eventOf({ id, loanId, memberId }: Moved, type: Happened['type'], to: Stored): Happened {
  const status = to === 20 ? 15 : to;
  const data = { orderId: text(id), caseId: text(loanId), status };
  return { memberId, type, data: { ...data, statusCode: orderWords(status).code } };
}

/** Tells of orders that were placed. */
export const publishNewOrders = (
  work: Parameters<typeof publish>[0],
  orders: readonly Moved[],
): Promise<void> =>
  publish(
    work,
    orders.map((order) => eventOf(order, 'order.placed', 0)),
  );

/** Tells of a move of an order, unless its loan tells of it. */
export async function publishOrderMove(
  work: Work,
  order: Moved,
  { from, to, isReversal }: { from: Stored; to: Stored; isReversal: boolean },
): Promise<void> {
  const type = from === to && !isReversal ? null : orderEvent(to, isReversal);
  if (type) await publish(work, [eventOf(order, type, to)]);
}

/** hooks.loanMoved: tells the investors of the loan, after their orders have followed it. */
export async function publishLoanMove(work: Work, move: LoanMove): Promise<void> {
  const type = loanEvent(move);
  if (!type) return;
  const { to: status, id } = move;
  const data = { caseId: text(id), status, statusCode: loanWords(status).code };
  const members = await investorsOf(work.tx, id);
  await publish(
    work,
    members.map(({ memberId }) => ({ memberId, type, data })),
  );
}
