// Documents that a borrower sends for a loan: requested ones, or voluntary ones before the review.
import type { applying } from '#contract/lending/applying.ts';
import { voluntaryItems } from '#contract/lending/loan-review.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import { recordMove } from '../../tasks/front.ts';
import { keepUploads } from '../../verification/front.ts';
import { insertDocuments } from '../applying-queries.ts';
import { lockedActiveLoan } from '../loan.ts';
import type { LoanRow } from '../queries.ts';
import { loanView } from '../view.ts';
import { sendByConsent } from './submission.ts';

/**
 * Returns whether the borrower may send a document now: a requested one, or in status 10 also a
 * voluntary one.
 */
function isWanted(loan: LoanRow, item: string): boolean {
  if (loan.status === 10) return voluntaryItems.some((one) => one === item);
  return loan.status === 15 && loan.supplement.some((asked) => asked.item === item);
}

export const additionalDocument: Action<typeof applying.additionalDocument> = async (
  context,
  { item },
) => {
  const { tx, member, files, now } = context;
  const loan = await lockedActiveLoan(tx, member.id);
  if (!isWanted(loan, item)) throw new Refusal('NOTHING_TO_SUPPLEMENT');
  if (files.length === 0) throw new Refusal('FILES_MISSING');
  const uploads = await keepUploads(context, member.id, files);
  const { id: loanId, supplementRound: round } = loan;
  await insertDocuments(tx, { loanId, round, item, uploads, now });
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.document_added',
    snapshot: { item, round, files: uploads.length },
  });
  return { data: await loanView(context, await sendByConsent(context, loan)) };
};
