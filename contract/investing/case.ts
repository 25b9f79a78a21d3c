// API of a case's extra information: the track record of its grade, and its documents.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema } from '../core/lists.ts';
import { countSchema, moneySchema } from '../core/wire.ts';

/** Below this number of loans, a percentage says little, and the page points that out. */
export const GRADE_SAMPLE_MIN = 30;

/**
 * The first instalment that a stress calculation assumes to be unpaid, unless the request names
 * another.
 */
export const STRESS_FROM = 6;

/**
 * Track record of a grade: the borrowers of it whom the loan book publishes (decision 047), and how
 * many of them are late. All zero if they are too few; what is 0 always is not published any more.
 */
export const gradeHistorySchema = z.object({
  grade: z.string(),
  /** Borrowers, each with the first loan. */
  loans: countSchema,
  /** Always 0. */
  settled: countSchema,
  /** Borrowers who are more than 30 days overdue, or whose loan was written off. */
  lateOver30: countSchema,
  /** Always 0, like the next two. */
  defaulted: countSchema,
  lent: moneySchema,
  lost: moneySchema,
  asOf: instantSchema,
});
export type GradeHistory = z.output<typeof gradeHistorySchema>;

/** What would remain of an investment if nothing were paid from a given instalment on, in NT$. */
export const stressSchema = z.object({
  from: z.number(),
  /** NT$ that the investor would have received before that instalment, after the platform's fee. */
  received: moneySchema,
  principalLost: moneySchema,
});

export const caseDocumentKinds = ['contract', 'risk'] as const;

export const investingCase = {
  caseDocument: member.document({
    path: '/v1/invest/:id/document',
    scope: 'cases:read',
    summary: 'A paper of a case to read before ordering: the contract as a sample, or its risks',
    input: z.strictObject({ id: idSchema, kind: z.enum(caseDocumentKinds) }),
    output: documentBytes,
    refusals: ['CASE_NOT_FOUND'],
    perMinute: 20,
  }),
} as const;
