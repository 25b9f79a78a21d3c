// Credit reports: outstanding loans, overdue principal by month of disbursement, recoveries.
import { z } from 'zod';
import type { LoanStatus } from '../lending/loan-status.ts';
import { creditReaders, fileOf, narrowed, period, planChoices, readOf } from './parts.ts';
import { daySchema, countSchema, moneySchema, percentSchema } from '../core/wire.ts';
import { outputIdSchema } from '../core/lists.ts';

/** Standing of an outstanding loan, by its status at the end of the day. */
export const standings = [
  'current',
  'grace',
  'overdue',
  'violation',
  'negotiating',
  'legal',
  'writtenOff',
] as const;
export type Standing = (typeof standings)[number];

/** Loan status of each standing; an outstanding loan with any other status counts as `current`. */
export const standingStatus = {
  grace: 61,
  overdue: 65,
  violation: 70,
  negotiating: 75,
  legal: 80,
  writtenOff: 95,
} as const satisfies Partial<Record<Standing, LoanStatus>>;

export const outstandingFilter = {
  /** The report shows the state at the end of this day; today if the day is omitted. */
  on: daySchema.optional(),
  ...narrowed,
  standing: z.enum(standings).optional(),
};

const part = z.object({
  plan: z.string(),
  grade: z.string(),
  standing: z.enum(standings),
  loans: countSchema,
  /** NT$ */
  principal: moneySchema,
});
export type OutstandingPart = z.output<typeof part>;

export const outstandingLoan = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  standing: z.enum(standings),
  rate: percentSchema,
  disbursedOn: z.string(),
  amount: moneySchema,
  principal: moneySchema,
});
/** Standings in which a loan is more than 30 days overdue. */
export const lateStandings = ['violation', 'negotiating', 'legal', 'writtenOff'] as const;

const vintage = z.object({
  /** Month of disbursement. */
  month: z.string(),
  loans: countSchema,
  /** Principal that was lent, in NT$. */
  principal: moneySchema,
  /**
   * Principal more than 30 days overdue at the month's end, by months since disbursement from 0.
   * NT$
   */
  late: z.array(moneySchema),
});
export type Vintage = z.output<typeof vintage>;

export const vintageLoan = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  standing: z.enum([...standings, 'settled']),
  disbursedOn: z.string(),
  amount: moneySchema,
  /**
   * Outstanding principal in NT$: at the month's end if only overdue loans are listed, now if all
   * loans are listed.
   */
  principal: moneySchema,
});
export const quarterSchema = z.string().regex(/^20\d\d-Q[1-4]$/);

const cohort = z.object({
  /** Quarter in which the notice of violation was first given. */
  quarter: z.string(),
  loans: countSchema,
  /**
   * Principal outstanding on the day of that notice, the part of it recovered since, and the part
   * written off. NT$
   */
  defaulted: moneySchema,
  recovered: moneySchema,
  writtenOff: moneySchema,
  /** Principal that is still outstanding, in NT$. */
  outstanding: moneySchema,
});
export type Cohort = z.output<typeof cohort>;

export const defaultLoan = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  since: z.string(),
  defaulted: moneySchema,
  recovered: moneySchema,
  writtenOff: moneySchema,
  outstanding: moneySchema,
});
const months = { ...period, ...narrowed };
const answered = { from: z.string(), to: z.string(), plans: planChoices };

export const reportsCreditOffice = {
  outstanding: readOf(
    '/ops/v1/reports/outstanding',
    'Principal that is out at the end of a day, by plan, grade and standing',
    outstandingFilter,
    z.object({ data: z.array(part), on: z.string(), plans: planChoices }),
    creditReaders,
  ),
  outstandingFile: fileOf(
    '/ops/v1/reports/outstanding/file',
    'The same as a table',
    outstandingFilter,
    creditReaders,
  ),
  vintages: readOf(
    '/ops/v1/reports/vintages',
    'By month of disbursement and months since: the principal more than 30 days late',
    months,
    z.object({ data: z.array(vintage), ...answered }),
    creditReaders,
  ),
  vintagesFile: fileOf(
    '/ops/v1/reports/vintages/file',
    'The same as a table',
    months,
    creditReaders,
  ),
  defaults: readOf(
    '/ops/v1/reports/defaults',
    'By quarter of default: principal defaulted, recovered, written off',
    months,
    z.object({ data: z.array(cohort), ...answered }),
    creditReaders,
  ),
  defaultsFile: fileOf(
    '/ops/v1/reports/defaults/file',
    'The same as a table',
    months,
    creditReaders,
  ),
} as const;
