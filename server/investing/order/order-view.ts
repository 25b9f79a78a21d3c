// An order as the wire shows it, whoever read it.
import type { Order } from '#contract/investing/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { type Money, percentOfBps } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { orderWords } from '#contract/investing/order-status.ts';
import { virtualAccountView } from '../../banking/actions.ts';
import { type Stored, statusOf } from '../rules.ts';

export type OrderShown = {
  id: number;
  loanId: number;
  caseNo: string;
  planName: string;
  rateBps: number;
  installments: number;
  /** The contract's own; an order that was never signed has no others. */
  signedRateBps?: number;
  signedInstallments?: number;
  amount: Money;
  paidAmount: Money;
  stored: Stored;
  loanStatus: LoanStatus;
  paymentMode: number;
  virtualAccount: string;
  payBy: Date;
  createdAt: Date;
  paidAt: Date | null;
  refunds: Order['refunds'];
};

type LoanTerms = Pick<
  OrderShown,
  'rateBps' | 'installments' | 'signedRateBps' | 'signedInstallments'
>;

/** The contract's own terms, where others are in force; null where it still holds. */
export function originalOf(of: LoanTerms): Order['original'] {
  const { signedRateBps = of.rateBps, signedInstallments = of.installments } = of;
  if (signedRateBps === of.rateBps && signedInstallments === of.installments) return null;
  return { annualRate: percentOfBps(signedRateBps), installments: signedInstallments };
}

/** The virtual account is shown while it takes money; afterwards paying there only costs a fee. */
export function orderView(order: OrderShown): Order {
  const status = statusOf(order.stored, order.loanStatus);
  const { code, text } = orderWords(status);
  const payable = status === 0 || status === 5;
  return {
    id: String(order.id),
    orderNo: orderNoOf(order.id),
    caseId: String(order.loanId),
    caseNo: order.caseNo,
    planName: order.planName,
    annualRate: percentOfBps(order.rateBps),
    installments: order.installments,
    original: originalOf(order),
    amount: order.amount,
    paidAmount: order.paidAmount,
    status,
    statusCode: code,
    statusText: text,
    paymentMode: order.paymentMode,
    virtualAccount: payable ? virtualAccountView(order.virtualAccount) : null,
    payBy: order.payBy.toISOString(),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    refunds: order.refunds,
  };
}
