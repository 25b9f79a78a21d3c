// Proofs that a borrower adds to a request for other terms; stored like all members' documents.
import type { servicing } from '#contract/servicing/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import { lockLoan } from '../../database/db.ts';
import { loanById } from '../../lending/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { keepUploads } from '../../verification/front.ts';
import { insertPapers } from './negotiation-document-queries.ts';
import { assertMayRequest, borrowerView } from './negotiation-view.ts';

/**
 * Adds documents to those sent before; no document is replaced, because somebody may already have
 * read it.
 */
export const addNegotiationPapers: Action<typeof servicing.addNegotiationPapers> = async (
  context,
  { id },
) => {
  const { tx, member, files, now } = context;
  const loanId = id;
  const own = await loanById(tx, loanId);
  if (own?.memberId !== member.id) throw new Refusal('LOAN_NOT_FOUND');
  await lockLoan(tx, loanId);
  await assertMayRequest(tx, (await loanById(tx, loanId))!);
  if (files.length === 0) throw new Refusal('FILES_MISSING');
  const uploads = await keepUploads(context, member.id, files);
  await insertPapers(tx, loanId, uploads, now);
  await recordMove(context, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.negotiation_papers',
    snapshot: { uploads },
  });
  return { data: await borrowerView(context, loanId) };
};
