// Member API of the monthly trust report: the signed reports, and the proof of the own line.
import { z } from 'zod';
import { member } from '../../core/endpoint.ts';
import { documentBytes, instantSchema, nothing } from '../../core/lists.ts';
import { countSchema, moneySchema, statedMoneySchema } from '../../core/wire.ts';
import { monthSchema } from './parts.ts';

const report = z.object({
  month: z.string(),
  signedAt: instantSchema,
  /** NT$ at the end of the month: by the bank's letter, and what belongs to all members. */
  bank: moneySchema,
  books: statedMoneySchema,
  members: countSchema,
  membersAmount: moneySchema,
  /** NT$ that the trust account owed to the member by the ledger. */
  own: moneySchema,
});
export type OwnTrustReport = z.output<typeof report>;

const proof = z.object({
  month: z.string(),
  memberId: z.string(),
  salt: z.string(),
  amount: moneySchema,
  /** Neighbours from the member's line up to the root. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string(), sum: moneySchema })),
});
export type TrustProof = z.output<typeof proof>;

const REPORT = '/v1/me/trust-reports';

export const trustReports = {
  myTrustReports: member.read({
    path: REPORT,
    summary: 'The signed trust reports, newest first, with what belonged to the member',
    input: nothing,
    output: z.object({ data: z.array(report) }),
  }),
  myTrustProof: member.read({
    path: `${REPORT}/:month`,
    summary: "The root of a report, and the proof that the member's line is part of it",
    input: z.strictObject({ month: monthSchema }),
    output: z.object({
      data: z.object({
        root: z.object({ hash: z.string(), sum: moneySchema }),
        /** Null if the member had no money in the trust account. */
        line: proof.nullable(),
      }),
    }),
    refusals: ['TRUST_REPORT_NOT_FOUND'],
    // The proof is for the member's own browser to verify.
    himself: true,
  }),
  trustReportFile: member.document({
    path: '/v1/me/trust-report-file',
    summary: 'The signed trust report of a month as PDF, the same for every member',
    input: z.strictObject({ month: monthSchema }),
    output: documentBytes,
    refusals: ['TRUST_REPORT_NOT_FOUND'],
  }),
} as const;
