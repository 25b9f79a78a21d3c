// An order as the API returns it, for every reader.
import { type PurposeRow, purposeOf } from '#contract/lending/purpose.ts';
import type { ServerOrder } from '#contract/investing/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { type Money, percentOfBps } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { virtualAccountView } from '../../banking/front.ts';
import { type Stored, statusOf } from '../rules.ts';

export type OrderRow = PurposeRow & {
  id: number;
  loanId: number;
  caseNo: string;
  planName: string;
  rateBps: number;
  installments: number;
  /** Terms of the signed contract; missing for an unsigned order. */
  signedRateBps?: number;
  signedInstallments?: number;
  amount: Money;
  paidAmount: Money;
  stored: Stored;
  loanStatus: LoanStatus;
  /** Whether the collection of the written-off loan has ended. */
  isClosed?: boolean;
  paymentMode: number;
  virtualAccount: string;
  payBy: Date;
  createdAt: Date;
  paidAt: Date | null;
  refunds: ServerOrder['refunds'];
};

type LoanTerms = Pick<
  OrderRow,
  'rateBps' | 'installments' | 'signedRateBps' | 'signedInstallments'
>;

/**
 * Returns the terms of the contract if different terms are in force now; null if those of the
 * contract still apply.
 */
export function originalOf(of: LoanTerms): ServerOrder['original'] {
  const { signedRateBps = of.rateBps, signedInstallments = of.installments } = of;
  if (signedRateBps === of.rateBps && signedInstallments === of.installments) return null;
  return { annualRate: percentOfBps(signedRateBps), installments: signedInstallments };
}

/**
 * The virtual account is shown only while it accepts money, because later payments to it would only
 * cost a fee.
 */
export function orderView(
  services: Parameters<typeof virtualAccountView>[0],
  order: OrderRow,
): ServerOrder {
  const status = statusOf(order.stored, order.loanStatus);
  const loan = { status: order.loanStatus, isClosed: order.isClosed ?? false };
  const { code, text } = orderWordsWith(status, loan);
  const payable = status === 0 || status === 5;
  return {
    id: order.id,
    orderNo: orderNoOf(order.id),
    caseId: order.loanId,
    caseNo: order.caseNo,
    planName: order.planName,
    purpose: purposeOf(order),
    annualRate: percentOfBps(order.rateBps),
    installments: order.installments,
    original: originalOf(order),
    amount: order.amount,
    paidAmount: order.paidAmount,
    status,
    statusCode: code,
    statusText: text,
    paymentMode: order.paymentMode,
    virtualAccount: payable ? virtualAccountView(services, order.virtualAccount) : null,
    payBy: order.payBy,
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    refunds: order.refunds,
  };
}
