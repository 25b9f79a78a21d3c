// Reports on credit: what is out and how it stands.
import { z } from 'zod';
import type { LoanStatus } from './loan-status.ts';
import {
  creditReaders,
  fileOf,
  narrowed,
  officePage,
  planChoices,
  readOf,
} from './reports-parts.ts';
import { daySchema } from './wire.ts';

/** How a loan that is out stands: by the status it had at the end of the day. */
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

/** Any other status of a loan that is out is `current`. */
export const standingStatus = {
  grace: 61,
  overdue: 65,
  violation: 70,
  negotiating: 75,
  legal: 80,
  writtenOff: 95,
} as const satisfies Partial<Record<Standing, LoanStatus>>;

const outstandingFilter = {
  /** As of the end of this day; without it today. */
  on: daySchema.optional(),
  ...narrowed,
  standing: z.enum(standings).optional(),
};

const part = z.object({
  plan: z.string(),
  grade: z.string(),
  standing: z.enum(standings),
  loans: z.number(),
  /** NT$ */
  principal: z.number(),
});
export type OutstandingPart = z.output<typeof part>;

const outstandingLoan = z.object({
  loanId: z.string(),
  caseNo: z.string(),
  planName: z.string(),
  grade: z.string(),
  standing: z.enum(standings),
  rate: z.number(),
  disbursedOn: z.string(),
  amount: z.number(),
  principal: z.number(),
});
export type OutstandingLoan = z.output<typeof outstandingLoan>;

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
  outstandingLoans: readOf(
    '/ops/v1/reports/outstanding/loans',
    'The loans behind it, the largest first',
    { ...outstandingFilter, ...officePage },
    z.object({ data: z.array(outstandingLoan), total: z.number() }),
    creditReaders,
  ),
} as const;
