// What a case tells beside its terms: how loans of its grade have gone, and its papers.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema } from '../core/lists.ts';

/** Below so many loans a share says little, and the page says so. */
export const GRADE_SAMPLE_MIN = 30;

/** The instalment from which a calculation supposes that nothing is paid, unless told otherwise. */
export const STRESS_FROM = 6;

/** Counted over every loan of the grade that was ever paid out; nothing is estimated. */
export const gradeHistorySchema = z.object({
  grade: z.string(),
  loans: z.number(),
  settled: z.number(),
  /** Ever more than 30 days late, which is a violation. */
  lateOver30: z.number(),
  /** In legal proceedings, written off, or settled only by recovery. */
  defaulted: z.number(),
  /** NT$ paid out, and principal written off and not recovered. */
  lent: z.number(),
  lost: z.number(),
  asOf: instantSchema,
});
export type GradeHistory = z.output<typeof gradeHistorySchema>;

/** What would be left of an amount if nothing came from an instalment on. NT$ */
export const stressSchema = z.object({
  from: z.number(),
  /** What had come by then, our fee taken off. */
  received: z.number(),
  principalLost: z.number(),
});

export const caseDocumentKinds = ['contract', 'risk'] as const;

export const investingCase = {
  caseDocument: endpoint({
    method: 'GET',
    path: '/v1/invest/:id/document',
    access: 'member',
    kind: 'document',
    summary: 'A paper of a case to read before ordering: the contract as a sample, or its risks',
    input: z.strictObject({ id: idSchema, kind: z.enum(caseDocumentKinds) }),
    output: documentBytes,
    refusals: ['CASE_NOT_FOUND'],
    own: true,
    perMinute: 20,
  }),
} as const;
