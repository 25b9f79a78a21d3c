// The statuses of a loan, their texts, and the one table of allowed moves.
import type { StateWord } from '../core/state-words.ts';

/** The names of a status in the API and on pages; `action` is what the loan's owner can do next. */
export type StatusWords = StateWord & { readonly code: string; readonly action?: string };

export const LOAN = {
  0: { code: 'draft', text: '草稿', tone: 'neutral', action: '繼續申貸' },
  10: { code: 'submitted', text: '已送件', tone: 'info' },
  15: { code: 'supplement_required', text: '待補件', tone: 'attention', action: '前往補件' },
  20: { code: 'auditing', text: '審核中', tone: 'info' },
  30: { code: 'approved', text: '核准，待您同意', tone: 'attention', action: '同意條件' },
  40: { code: 'listed', text: '募集中', tone: 'progress', action: '查看募集進度' },
  50: { code: 'signing', text: '已滿額，待對保簽約', tone: 'attention', action: '前往簽約' },
  55: { code: 'disbursing', text: '撥款中', tone: 'progress' },
  60: { code: 'repaying', text: '還款中', tone: 'progress', action: '前往還款' },
  61: { code: 'grace', text: '寬限中', tone: 'attention', action: '前往還款' },
  65: { code: 'overdue', text: '逾期', tone: 'problem', action: '前往還款' },
  // The text does not say whether a poll is open, because the loan keeps this status after the poll
  // has ended.
  70: { code: 'violation', text: '違約', tone: 'problem', action: '前往還款' },
  75: { code: 'negotiating', text: '協商中', tone: 'attention', action: '查看協商方案' },
  80: { code: 'legal', text: '法律程序', tone: 'problem' },
  90: { code: 'settled', text: '已結清', tone: 'done' },
  95: { code: 'written_off', text: '轉銷（續行追償）', tone: 'problem' },
  96: { code: 'cancelled', text: '已取消', tone: 'neutral' },
  97: { code: 'rejected', text: '未核准', tone: 'neutral' },
  98: { code: 'expired', text: '已失效', tone: 'neutral' },
  99: { code: 'failed', text: '未募滿', tone: 'neutral' },
} as const satisfies Record<number, StatusWords>;

export type LoanStatus = keyof typeof LOAN;
export type LoanStatusCode = (typeof LOAN)[LoanStatus]['code'];

/** All statuses in numerical order. */
export const loanStatuses = Object.keys(LOAN).map(Number) as readonly LoanStatus[];

/**
 * The only allowed moves from each status. 30 → 20 is an offer that two operators withdrew before
 * it was accepted. 60, 61, 65 → 50 are disbursements that the bank returned after it had confirmed
 * them: the borrower never had the money.
 */
export const loanMoves: Record<LoanStatus, readonly LoanStatus[]> = {
  0: [10, 96],
  10: [15, 20, 96, 97, 98],
  15: [10, 20, 98],
  20: [15, 30, 96, 97],
  30: [20, 40, 96, 98],
  40: [50, 96, 99],
  50: [55, 96, 98],
  55: [60, 50],
  60: [50, 61, 70, 90],
  61: [50, 60, 65, 70, 90],
  65: [50, 60, 70, 90],
  70: [60, 75, 80, 90],
  75: [60, 80, 90],
  80: [60, 90, 95],
  90: [],
  95: [90],
  96: [],
  97: [],
  98: [],
  99: [],
};

/** How a loan was settled. */
export const settleTypes = ['normal', 'early', 'negotiated', 'recovered'] as const;
export type SettleType = (typeof settleTypes)[number];
/**
 * Texts for how a loan was settled: the borrower's page names the outcome, the certificate of
 * settlement names how the outcome came about.
 */
export const settleText: Record<SettleType, { member: string; certificate: string }> = {
  normal: { member: LOAN[90].text, certificate: '依約清償' },
  early: { member: '提前結清', certificate: '提前清償' },
  negotiated: { member: LOAN[90].text, certificate: '依協商方案清償' },
  recovered: { member: LOAN[90].text, certificate: '追償清償' },
};

export function isLoanStatus(n: number): n is LoanStatus {
  return Object.hasOwn(LOAN, n);
}

export function canMoveLoan(from: LoanStatus, to: LoanStatus): boolean {
  return loanMoves[from].includes(to);
}

/**
 * Returns whether a loan can no longer change. A written-off loan still can, because it is still
 * being collected.
 */
export function isLoanOver(status: LoanStatus): boolean {
  return loanMoves[status].length === 0;
}

/** Returns the texts of a status for `statusCode`, `statusText`, the tag and the next action. */
export function loanWords(status: LoanStatus): StatusWords & { readonly code: LoanStatusCode } {
  return LOAN[status];
}

/** Returns the texts of a status for operators. They replace 「您」, because it means the borrower. */
export function loanWordsForOffice(status: LoanStatus): StatusWords {
  const words = loanWords(status);
  return { ...words, text: words.text.replace('您', '借款人') };
}

/** `closed_with_loss`: the collection of a written-off loan has ended, and the claim remains. */
const CLOSED_WITH_LOSS = { ...LOAN[95], text: '追償已結束（債權仍在）' } as const;

/** What decides the words of a loan; `isClosed` means that its collection has ended. */
export type LoanState = { readonly status: LoanStatus; readonly isClosed?: boolean };

/** Returns the texts of a loan for members, with those of `closed_with_loss`. */
export const loanWordsWith = ({ status, isClosed = false }: LoanState) =>
  status === 95 && isClosed ? CLOSED_WITH_LOSS : loanWords(status);

/** Returns the texts of a loan for operators, with those of `closed_with_loss`. */
export const loanWordsForOfficeWith = ({ status, isClosed = false }: LoanState) =>
  status === 95 && isClosed ? CLOSED_WITH_LOSS : loanWordsForOffice(status);

/**
 * Whether an application is under review again because its offer was withdrawn; no other move to 20
 * has a reason.
 */
export const isOfferWithdrawn = (of: { status: number; reason: string | null }): boolean =>
  of.status === 20 && of.reason !== null;

/**
 * What a borrower does with a loan in a status before the disbursement: an application is
 * withdrawn, a case that investors have seen is cancelled.
 */
export const withdrawalWord = (status: number): '撤回' | '取消' => (status < 40 ? '撤回' : '取消');
