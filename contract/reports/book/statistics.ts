// Public call of the loan book: how the loans have done, in groups of borrowers and month by month.
// Decision 047 says what is published and why it identifies nobody.
import { z } from 'zod';
import { visitor } from '../../core/endpoint.ts';
import { nothing } from '../../core/lists.ts';
import { countSchema, daySchema, moneySchema, percentSchema } from '../../core/wire.ts';
import { grades } from '../../investing/grades.ts';

/** Fewest borrowers of whom a published number may tell anything. */
export const BORROWERS_MIN = 5;
/** Amounts of late loans are rounded to this many NT$. */
export const LATE_STEP = 10_000;
/** The outstanding principal is rounded to this many NT$, twice the largest loan. */
export const OUTSTANDING_STEP = 1_000_000;
/** Months on a page of the list. */
export const MONTHS_A_PAGE = 24;

/** What the borrowers of a group have in common; null is left out. */
const traits = {
  grade: z.enum(grades).nullable(),
  /** Quarter of the disbursement, as 2026-Q4. */
  quarter: z
    .string()
    .regex(/^\d{4}-Q[1-4]$/)
    .nullable(),
  installments: countSchema.nullable(),
};

const groupSchema = z.object({ ...traits, borrowers: countSchema, late: countSchema });
export type BookGroup = z.output<typeof groupSchema>;

/**
 * Lateness on the last day of a month. A borrower is late with a loan that is more than 30 days
 * overdue, in negotiation, in legal proceedings or written off, and not repaid, or that was closed
 * with a loss.
 */
const latenessSchema = z.object({
  asOf: daySchema,
  borrowers: countSchema,
  late: countSchema,
  /** Outstanding principal of the late loans, rounded to NT$10,000. */
  principal: moneySchema,
  /** The same in percent of all outstanding principal, rounded up to 0.1 %. */
  percent: percentSchema,
  /**
   * Yearly return of all lending in the last 12 months in percent, rounded down to 0.1 %, after
   * fees and with late loans counted as lost; null if nothing came back yet.
   */
  returnPercent: z.number().nullable(),
  /** Each borrower is in one group; the group of the others has only nulls. */
  groups: z.array(groupSchema),
});
export type Lateness = z.output<typeof latenessSchema>;

export const statisticsSchema = z.object({
  /** Last day of the month up to which bookings are contained. */
  asOf: daySchema,
  borrowers: countSchema,
  loans: countSchema,
  /** Principal of all loans ever lent. */
  lent: moneySchema,
  /** Outstanding principal, rounded to NT$1,000,000. */
  outstanding: moneySchema,
  /** That of the newest month that may be published; null if there was none yet. */
  lateness: latenessSchema.nullable(),
});
export type Statistics = z.output<typeof statisticsSchema>;

const pastMonth = latenessSchema.pick({
  asOf: true,
  late: true,
  principal: true,
  percent: true,
  returnPercent: true,
});

export const reportsSite = {
  statistics: visitor.read({
    path: '/v1/statistics',
    summary: 'How all loans have done, month by month and in groups of at least five borrowers',
    input: nothing,
    output: z.object({
      /** Null until the end of the month of the first loan. */
      data: statisticsSchema.nullable(),
      /** Months with figures of lateness, newest first. */
      months: z.array(pastMonth),
      /** Day since when the nightly files of loans are withdrawn; null if there were none. */
      withdrawnOn: daySchema.nullable(),
    }),
  }),
} as const;
