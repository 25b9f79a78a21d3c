// Office API of the case file: what an application stated, its documents, and its contracts.
import { z } from 'zod';
import { officeReason } from '../identity/members.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { text } from '../content/office.ts';
import { withdrawalCauseNames } from './loan-review.ts';
import { loanPaper, offerFigures, review } from './tasks.ts';

const applicationPart = review
  .pick({
    loan: true,
    applicant: true,
    application: true,
    maritalStatus: true,
    cardBanks: true,
    occupation: true,
    consents: true,
    history: true,
  })
  .required();

const papers = z.object({
  /** Every document of the borrower; those sent for this loan have a label. */
  uploads: z.array(loanPaper.extend({ sentAt: instantSchema })),
  /**
   * The review through which this operator may open the documents; null if they take part in none,
   * because documents are opened only for a decision.
   */
  task: outputIdSchema.nullable(),
});
export type CasePapers = z.output<typeof papers>;

export const contractKinds = ['final', 'annex', 'settlement', 'negotiation'] as const;

export const contractKindText: Record<(typeof contractKinds)[number], string> = {
  final: '借貸契約',
  annex: '還款計畫確認書',
  settlement: '清償證明',
  negotiation: '協商契約',
};

const contracts = z.object({
  /** The terms that the borrower was offered; null before the approval. */
  offer: offerFigures.nullable(),
  /** Until when the borrower may accept the offer; null unless it waits for the borrower. */
  offerUntil: instantSchema.nullable(),
  /** The proposal to withdraw the offer that waits for a second person; null if there is none. */
  withdrawal: z
    .object({
      proposedAt: instantSchema,
      proposedBy: z.string().nullable(),
      /** Whether the operator who reads it has proposed it, and cannot decide. */
      isMine: z.boolean(),
      cause: z.enum(withdrawalCauseNames),
      note: z.string(),
    })
    .nullable(),
  documents: z.array(
    z.object({
      id: outputIdSchema,
      kind: z.enum(contractKinds),
      version: z.number(),
      sha256: z.string(),
      sealedAt: instantSchema,
      /** Since when the document is no longer in force. */
      supersededAt: instantSchema.nullable(),
      /** Until when the timestamp in the file is valid; null without a timestamp. */
      stampedUntil: instantSchema.nullable(),
    }),
  ),
});
export type CaseContracts = z.output<typeof contracts>;

const deciders = ['reviewer', 'approver', 'auditor', 'admin'] as const;

export const caseFileOffice = {
  loanApplication: office.read({
    path: '/ops/v1/loans/:id/application',
    summary: 'What an application stated; its applicant and the contact person are masked',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: applicationPart }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: deciders,
  }),
  revealContact: office.token({
    path: '/ops/v1/loans/:id/contact',
    // The answer is never stored for replay, because it contains data that the page shows masked.
    summary: 'Phone of the contact person of an application, for a reason that the audit log keeps',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: z.object({ data: z.object({ phone: z.string() }) }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: ['reviewer', 'approver', 'admin'],
    perMinute: 60,
  }),
  loanPapers: office.read({
    path: '/ops/v1/loans/:id/papers',
    summary: 'The documents of a loan, and the review through which this operator may open them',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: papers }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: deciders,
  }),
  loanContracts: office.read({
    path: '/ops/v1/loans/:id/contracts',
    summary: 'The offered terms of a loan, and its sealed documents with their hashes',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: contracts }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: [...deciders, 'finance'],
  }),
  withdrawOffer: office.command({
    path: '/ops/v1/loans/:id/withdraw-offer',
    summary: 'Ask a second person to withdraw an offer that is not accepted yet: offer_withdrawal',
    input: z.strictObject({
      id: idSchema,
      cause: z.enum(withdrawalCauseNames, '請選擇原因'),
      note: text(500).min(1, '請寫出發生了什麼'),
    }),
    output: z.object({ data: contracts }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'OFFER_EXPIRED', 'OFFER_WITHDRAWING'],
    roles: ['approver'],
  }),
  readContract: office.document({
    path: '/ops/v1/loans/:id/contracts/:document',
    summary: 'One sealed document of a loan; the audit log records who read it',
    input: z.strictObject({ id: idSchema, document: idSchema }),
    output: z.any(),
    refusals: ['LOAN_NOT_FOUND', 'NOT_FOUND'],
    roles: ['reviewer', 'approver', 'auditor'],
  }),
} as const;
