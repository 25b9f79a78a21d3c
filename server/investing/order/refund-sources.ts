// Payees of refunds: the member, or third parties, whose money goes back to the account from which
// it came.
import { refundedTo } from '#contract/investing/refund-words.ts';
import type { Work } from '../../work.ts';
import { logDamage } from '../../each-one.ts';
import { sourceOf, sourceOrAsk } from '../../banking/front.ts';
import { payoutAccountOf, whyPayoutsWait } from '../../verification/front.ts';
import type { OrderRow, RefundRow } from '../queries.ts';
import { type GoingBack, partsByPayer } from '../rules.ts';
import { moveOrder } from './orders.ts';
import { openWholeRefunds, thirdPartyMoney } from './refund-source-queries.ts';
import type { Day } from '#contract/core/day.ts';

/** Amount to refund, and where the money is until then: in its order, or still in suspense. */
export type ToRefund = {
  order: OrderRow;
  back: GoingBack;
  /**
   * True if the refund contains all the order's money, so that the order, which is already in
   * status 60, ends when the refund is confirmed.
   */
  whole: boolean;
  from: 'order' | { receiptId: number; on: Day; thirdParty: boolean };
};

/** One refund of a receipt's or an order's money; `receiptId` is null if it goes to the member. */
export type RefundPart = Omit<ToRefund, 'back'> & { back: GoingBack; receiptId: number | null };

/**
 * Splits the money of ended orders by payer. Money that is still in suspense is of one receipt, and
 * the caller knows whether a third party paid it.
 */
export async function partsOf({ tx }: Work, rows: readonly ToRefund[]): Promise<RefundPart[]> {
  const orders = rows.filter(({ from }) => from === 'order').map(({ order }) => order.id);
  const kept = orders.length > 0 ? await thirdPartyMoney(tx, orders) : [];
  const byOrder = Map.groupBy(kept, ({ orderId }) => orderId);
  return rows.flatMap((row) => {
    const { from, order, back } = row;
    if (from !== 'order') return [{ ...row, receiptId: from.thirdParty ? from.receiptId : null }];
    return partsByPayer(back, byOrder.get(order.id) ?? []).map((part) => ({ ...row, ...part }));
  });
}

/** Says to which accounts the parts of each order go, in the words that members read. */
export function destinations(parts: readonly RefundPart[]): ReadonlyMap<number, string> {
  const byOrder = Map.groupBy(parts, ({ order }) => order.id);
  const texts = [...byOrder].map(([id, own]) => {
    const of = {
      own: own.some(({ receiptId }) => receiptId === null),
      payer: own.some(({ receiptId }) => receiptId !== null),
    };
    return [id, refundedTo(of)] as const;
  });
  return new Map(texts);
}

type Payee = { bankCode: string; account: string; holder: string };

/** Returns why a refund may not be sent now; null if it may. */
export const whyRefundWaits = (tx: Work['tx'], { id, memberId, receiptId }: RefundRow) =>
  whyPayoutsWait(tx, memberId, { purpose: 'refund', id, isOwn: receiptId === null });

/** Why a refund cannot be paid: its payee has no account that is known. */
export const lackOf = ({ receiptId }: Pick<RefundRow, 'receiptId'>): string =>
  receiptId === null
    ? '會員沒有生效中的收款帳戶，或帳戶資料損毀而無法讀取；請會員重新綁定'
    : '第三人款項的匯款來源尚待確認';

/**
 * Returns the account to which a refund goes; null if it is not known or cannot be decrypted, so
 * that one damaged row does not keep back the refunds of all others.
 */
export async function payeeOf(
  work: Work,
  { receiptId, memberId }: Pick<RefundRow, 'receiptId' | 'memberId'>,
): Promise<Payee | null> {
  if (receiptId !== null) return sourceOf(work, receiptId);
  try {
    return await payoutAccountOf(work.tx, work.services, memberId);
  } catch (error) {
    logDamage(work.services.log, error, { member: memberId }, 'an account cannot be decrypted');
    return null;
  }
}

/** Like `payeeOf`, and asks a person for the account of a third party if it is not known. */
export const payeeOrAsk = (work: Work, refund: RefundRow): Promise<Payee | null> =>
  refund.receiptId === null ? payeeOf(work, refund) : sourceOrAsk(work, refund.receiptId);

/** Ends an order whose money is being refunded once all of it has arrived. */
export async function endIfPaidBack(work: Work, order: OrderRow, reason?: string): Promise<void> {
  if (order.stored !== 60) return;
  const { count } = await openWholeRefunds(work.tx, order.id);
  if (count === 0) await moveOrder(work, order, { to: 65 }, 'order.refunded', reason);
}
