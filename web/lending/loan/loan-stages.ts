// Stages of a loan as the borrower sees them, and what is possible at each status.
import { sum } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';
import {
  isLoanOver,
  isLoanStatus,
  loanWords,
  type StatusWords,
} from '#contract/lending/loan-status.ts';

export const stages = ['送審', '審核', '核准', '募集', '簽約', '撥款', '還款', '結清'] as const;

const stageOf: Record<number, number> = {
  10: 0,
  15: 0,
  20: 1,
  30: 2,
  40: 3,
  50: 4,
  55: 5,
  90: 8,
};
const REPAYING = 6;

/** Returns the index in `stages` of a loan's stage; 8 if all stages are complete. */
export function stageNumber(status: number): number {
  return stageOf[status] ?? REPAYING;
}

export function wordsOfStatus(status: number): StatusWords {
  return isLoanStatus(status)
    ? loanWords(status)
    : { code: 'draft', text: '處理中', tone: 'neutral' };
}

/**
 * Whether a loan is finally over. A written-off loan is still collected, so it stays among the
 * current ones.
 */
export function isPast(loan: Pick<Loan, 'status'>): boolean {
  return isLoanStatus(loan.status) && isLoanOver(loan.status);
}

/** Whether the loan is in repayment, on time or not. */
export function isRepaying({ status }: Pick<Loan, 'status'>): boolean {
  return status >= 60 && status < 90;
}

/**
 * Returns how far a loan is repaid, as text and as a share. Once all the rest is due at once, it
 * stands in the schedule as one instalment, so that instalments no longer say how much is repaid.
 */
export function progressOf({ notice, outstandingPrincipal, schedule }: Loan) {
  const paid = schedule.filter(({ status }) => status === 'paid').length;
  const principal = sum(schedule.map((row) => row.principal));
  if (notice?.accelerated && principal > 0) {
    const share = 1 - outstandingPrincipal / principal;
    return { text: `已還 ${paid} 期，其餘本金已全部到期`, share };
  }
  const share = schedule.length > 0 ? paid / schedule.length : 0;
  return { text: `已還 ${paid}／${schedule.length} 期`, share };
}

/** Whether the borrower may still withdraw free of charge. */
export function mayWithdraw({ status }: Pick<Loan, 'status'>): boolean {
  return [10, 15, 20, 40, 50].includes(status);
}

/** Whether the loan has a contract, as a draft or sealed. */
export function hasContract({ status }: Pick<Loan, 'status'>): boolean {
  return status >= 50 && status <= 95;
}

type Row = Loan['schedule'][number];

/** Returns the schedule as CSV for a spreadsheet. */
export function csvOf(rows: readonly Row[]): string {
  const head = '期別,應還日,本金,利息,應還金額,已還,剩餘本金,繳清日';
  const lines = rows.map(({ no, dueOn, principal, interest, total, paid, balance, paidOn }) =>
    [no, dueOn, principal, interest, total, paid, balance, paidOn ?? ''].join(','),
  );
  // Begins with a byte order mark, without which spreadsheets would read the file in a local code
  // page.
  return `\uFEFF${[head, ...lines].join('\r\n')}\r\n`;
}
