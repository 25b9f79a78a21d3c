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

/** Track record of a grade over every loan of it that was ever paid out; nothing is estimated. */
export const gradeHistorySchema = z.object({
  grade: z.string(),
  loans: countSchema,
  settled: countSchema,
  /** Loans that were ever more than 30 days overdue, which is a violation. */
  lateOver30: countSchema,
  /** Loans in legal proceedings, written off, or settled only through recovery. */
  defaulted: countSchema,
  /** NT$ paid out, and NT$ of principal written off and not recovered. */
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
