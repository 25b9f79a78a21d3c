// Office API of the year-end close: the years of the company, and the proposal to close one.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { statedMoneySchema } from '../core/wire.ts';
import { bookingEntrySchema } from './bookings.ts';

const yearSchema = z.string().regex(/^20\d\d$/);

/** Why a year cannot be closed now; the refusal of the proposal has the same code. */
export const yearBlocks = [
  'YEAR_CLOSED',
  'YEAR_CHECKING',
  'YEAR_DAYS_OPEN',
  'YEAR_EARLIER_OPEN',
  'YEAR_EMPTY',
] as const;
export type YearBlock = (typeof yearBlocks)[number];

const year = z.object({
  year: z.string(),
  /** Null if finance may propose to close the year. */
  block: z.enum(yearBlocks).nullable(),
  /** Last day of the year that two persons signed off; null if there is none. */
  signedThrough: z.string().nullable(),
  /** Income less expenses of the year in NT$. */
  result: statedMoneySchema,
  /** What was carried to retained earnings, or would be carried now. */
  entries: z.array(bookingEntrySchema),
  /** The booking that closed the year or waits for its second person. */
  booking: z
    .object({
      id: outputIdSchema,
      maker: z.string().nullable(),
      madeAt: instantSchema,
      checker: z.string().nullable(),
      checkedAt: instantSchema.nullable(),
    })
    .nullable(),
});
export type BookYear = z.output<typeof year>;
export type ServerBookYear = ServerSide<typeof year>;

export const yearsOffice = {
  listYears: office.read({
    path: '/ops/v1/books/years',
    summary:
      'Calendar years of the company, newest first: closed by whom, or what would be carried',
    input: nothing,
    output: z.object({ data: z.array(year) }),
    roles: ['finance', 'approver', 'auditor', 'admin'],
  }),
  proposeYearClose: office.command({
    path: '/ops/v1/books/years/:year/close',
    summary: 'Propose to carry the result of a year to retained earnings; another person approves',
    input: z.strictObject({ year: yearSchema }),
    output: z.object({ data: z.object({ id: outputIdSchema }) }),
    refusals: yearBlocks,
    roles: ['finance'],
  }),
} as const;
