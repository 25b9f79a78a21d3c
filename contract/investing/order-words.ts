// The texts of an order together with its loan. They are not in `order-status.ts`, because pages of
// cases need no texts of loans.
import { type LoanState, loanWordsWith } from '../lending/loan-status.ts';
import { type OrderStatus, orderWords } from './order-status.ts';

/**
 * Returns the texts of an order's status. An order whose loan is written off has the words of the
 * loan, so that all pages say the same.
 */
export function orderWordsWith(
  status: OrderStatus,
  loan: LoanState,
): ReturnType<typeof orderWords> {
  const words = orderWords(status);
  return loan.status === 95 ? { ...words, text: loanWordsWith(loan).text } : words;
}
