// Shows orders and refunds with the texts and colours of the contract's tables.
import { isOrderStatus, orderWords } from '#contract/investing/order-status.ts';
import { REFUND, REFUND_REASON } from '#contract/investing/refund-words.ts';
import { Tag } from '../../ui/display/Card.tsx';
import { useNow } from '../../ui/clock.ts';
import { AWAITING_BANK, awaitsBank } from './order-action.ts';

/**
 * Shows an order's status as a tag, with the server's text if there is one; `payBy` is given if the
 * order may still be unpaid.
 */
export function OrderTag({
  status,
  statusText,
  payBy,
}: {
  status: number;
  statusText?: string;
  payBy?: string;
}) {
  const now = useNow();
  if (payBy !== undefined && awaitsBank({ status, payBy }, now)) {
    return <Tag tone="info">{AWAITING_BANK.text}</Tag>;
  }
  if (!isOrderStatus(status)) return null;
  const { text, tone } = orderWords(status);
  return <Tag tone={tone}>{statusText ?? text}</Tag>;
}

/** What tells two cases of one plan apart: purpose and number. */
export function CaseName({ of }: { of: { purpose: string; caseNo: string } }) {
  return (
    <span className="case-name">
      <span>{of.purpose}</span> <span className="num">{of.caseNo}</span>
    </span>
  );
}

export function refundReason(reason: string): string {
  return (REFUND_REASON as Record<string, string>)[reason] ?? '退款';
}

export function RefundTag({ status }: { status: string }) {
  const words = (REFUND as Record<string, (typeof REFUND)[keyof typeof REFUND]>)[status]?.member;
  return words ? <Tag tone={words.tone}>{words.text}</Tag> : null;
}
