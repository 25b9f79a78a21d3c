// Documents without which a loan cannot proceed: requested, received, and still missing.
import type { ServerLoan } from '#contract/lending/calls.ts';
import { reviewConsent } from '#contract/lending/loan-application.ts';
import { supplementText } from '#contract/lending/loan-review.ts';
import type { Tx } from '../../database/db.ts';
import type { Work } from '../../work.ts';
import { financialStatusOf } from '../../verification/front.ts';
import { consentOf, documentsOf, provedSince, type DocumentRow } from '../applying-queries.ts';
import { verificationOf, type LoanRow } from '../queries.ts';
import { hasFinancialStatement } from '../rules.ts';

/** Returns what an application still lacks before it can be submitted for review. */
export async function missingOf(
  work: Pick<Work, 'tx'>,
  loan: LoanRow,
): Promise<ServerLoan['missing']> {
  const { tx } = work;
  const file = await verificationOf(tx, loan.memberId);
  const statement = await financialStatusOf(tx, loan.memberId);
  const missing: ServerLoan['missing'] = [];
  if (file?.stage !== 4 || file.status !== 3) missing.push('VERIFICATION');
  if (!hasFinancialStatement(statement)) missing.push('FINANCIAL_STATEMENT');
  const asked = await requestedPapers(work, loan, await documentsOf(tx, [loan.id]));
  if (asked.some(({ isGiven }) => !isGiven)) missing.push('SUPPLEMENT');
  return missing;
}

/**
 * Returns the documents that were requested for a loan in status 15, and whether each was supplied
 * in this round.
 */
export async function requestedPapers(
  { tx }: Pick<Work, 'tx'>,
  loan: LoanRow,
  documents: readonly Pick<DocumentRow, 'item' | 'round'>[],
): Promise<{ item: string; name: string; reason: string; isGiven: boolean }[]> {
  if (loan.status !== 15) return [];
  // An income proof is uploaded on a separate page, and a proof uploaded there counts as well.
  const proved = await provedSince(tx, loan.memberId, loan.statusAt);
  return loan.supplement.map(({ item, reason }) => ({
    item,
    name: supplementText(item),
    reason,
    isGiven:
      documents.some((one) => one.item === item && one.round === loan.supplementRound) ||
      (item === 'financial' && proved),
  }));
}

/** Returns a document of a loan as the API shows it. */
export function documentView({
  item,
  filename,
  createdAt,
}: DocumentRow): ServerLoan['documents'][0] {
  return { item, name: supplementText(item), filename, sentAt: createdAt };
}

/**
 * Returns the borrower's consent that the server sends the application to review once nothing is
 * missing; null for applications with an older text, which their borrowers send.
 */
export async function reviewConsentOf(tx: Tx, loanId: number) {
  const consent = await consentOf(tx, loanId, reviewConsent.kind);
  return consent !== null && consent.version >= reviewConsent.since ? consent : null;
}
