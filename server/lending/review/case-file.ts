// Case file at the office: statements of an application, its papers, and the loan's documents.
import type { caseFileOffice } from '#contract/lending/case-file.ts';
import { Refusal } from '#contract/refusals.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { maskedName } from '../../identity/rules.ts';
import { recordMove } from '../../tasks/front.ts';
import { applicationOf } from './submission.ts';
import { contractNoOf } from '../contract/contracts.ts';
import { loanById } from '../loan.ts';
import type { LoanRow } from '../queries.ts';
import { agreedTerms, offerView } from '../view.ts';
import { openWithdrawal, reviewFor, sealedDocuments, type SealedRow } from './case-file-queries.ts';
import { papersOf, statementsOf } from './review-detail.ts';

async function loanFor({ tx }: Work, id: number): Promise<LoanRow> {
  const loan = await loanById(tx, id);
  if (!loan) throw new Refusal('LOAN_NOT_FOUND');
  return loan;
}

const reviews = ['loan_review', 'loan_approval'] as const;

const sealedView = ({ stored: _stored, ...row }: SealedRow) => row;

/** Returns the offered terms of a loan, the proposal to withdraw them, and the documents. */
export async function contractsOf({ tx, operator }: Work & { operator: Operator }, loan: LoanRow) {
  const terms = agreedTerms(loan);
  return {
    offer: terms && offerView(terms, loan.grade),
    offerUntil: loan.status === 30 ? loan.offerExpiresAt : null,
    withdrawal: await openWithdrawal(tx, loan.id, operator.id),
    documents: (await sealedDocuments(tx, loan.id)).map(sealedView),
  };
}

type CaseFileCalls = Omit<typeof caseFileOffice, 'withdrawOffer'>;

export const caseFileActions: Actions<{ lending: CaseFileCalls }>['lending'] = {
  async loanApplication(context, { id }) {
    const stated = await statementsOf(context, await loanFor(context, id));
    const { applicant, application } = stated;
    const { contact } = application;
    return {
      data: {
        ...stated,
        applicant: applicant && { ...applicant, name: maskedName(applicant.name) },
        application: {
          ...application,
          // Nobody but the reviewer needs to know who the contact person is.
          contact: { ...contact, name: maskedName(contact.name) },
        },
      },
    };
  },

  async revealContact(context, { id, reason }) {
    const loan = await loanFor(context, id);
    // The audit row is written before the number is read, so that nobody can see it without a
    // record.
    await recordMove(context, {
      subject: { type: 'loan', id: loan.id },
      action: 'loan.contact_read',
      reason,
      snapshot: { member: loan.memberId },
    });
    const { contact } = await applicationOf(context, loan.id);
    return { data: { phone: contact.phone } };
  },

  async loanPapers(context, { id }) {
    const { tx, operator } = context;
    const loan = await loanFor(context, id);
    const kinds = reviews.filter((kind) =>
      taskRules[kind].roles.some((role) => operator.roles.includes(role)),
    );
    const review = await reviewFor(tx, loan.id, { id: operator.id, kinds });
    return { data: { uploads: await papersOf(context, loan), task: review?.id ?? null } };
  },

  async loanContracts(context, { id }) {
    return { data: await contractsOf(context, await loanFor(context, id)) };
  },

  async readContract(context, { id, document }) {
    const { tx, services } = context;
    const loan = await loanFor(context, id);
    const sealed = (await sealedDocuments(tx, loan.id)).find((row) => row.id === document);
    if (!sealed) throw new Refusal('NOT_FOUND');
    // The audit row is written before the bytes are read, so that nobody can see a document without
    // a record.
    await recordMove(context, {
      subject: { type: 'loan', id: loan.id },
      action: 'loan.contract_read',
      snapshot: { document: sealed.id, sha256: sealed.sha256 },
    });
    return {
      contentType: 'application/pdf',
      filename: `${contractNoOf(loan.caseNo)}-${sealed.kind}-${sealed.version}.pdf`,
      bytes: await services.files.get(sealed.stored),
    };
  },
};
