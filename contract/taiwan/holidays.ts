// Office API for holidays: days off and make-up workdays, on which two persons agree.
import { z } from 'zod';
import { daySchema, countSchema } from '../core/wire.ts';
import { office } from '../core/endpoint.ts';
import { isUnspelled, UNSPELLED } from '../core/wording.ts';
import { outputIdSchema } from '../core/lists.ts';

/** A day off may be added up to this many days in the past. */
export const HOLIDAY_BACK_DAYS = 10;
/** Most days of one call; the calendar of a year is a file of a release. */
export const HOLIDAYS_AT_ONCE = 5;
/** Business days within which a second person confirms a typhoon day that counts already. */
export const HOLIDAY_CONFIRM_DAYS = 2;

export const day = z.object({
  day: z.string(),
  name: z.string(),
  /** True for a Saturday or Sunday that is worked instead of another day. */
  business: z.boolean(),
  /**
   * `published`: from the government's calendar shipped with the app; `added`: by two operators;
   * `provisional`: by one, in force until the second confirms it; `waiting`: not in force yet.
   */
  source: z.enum(['published', 'added', 'provisional', 'waiting']),
  /** Task of the second person. */
  taskId: outputIdSchema.nullable(),
});
/**
 * Effect of a change: number of instalments that became payable until a later day, and number of
 * their loans.
 */
const moved = z.object({ instalments: z.number(), loans: countSchema });

const dayFields = {
  day: daySchema,
  /** Borrowers read it. */
  name: z.string().trim().min(1).max(40).refine(isUnspelled, UNSPELLED),
  business: z.boolean().default(false),
};

/** What the second person sees: the days, and what becomes payable later by them. */
export const holidayCheckDetail = moved
  .extend({
    act: z.enum(['add', 'remove']),
    days: z.array(z.strictObject({ ...dayFields, business: z.boolean() })).readonly(),
    state: z.enum(['waiting', 'provisional', 'agreed', 'returned', 'undone']),
    /** Last day on which a day that counts already may be confirmed. */
    confirmBy: daySchema.nullable(),
    /** The first of the instalments, with the last day on which they are payable. */
    sample: z.array(
      z.object({ caseNo: z.string(), no: z.number(), before: daySchema, after: daySchema }),
    ),
  })
  .partial();

export const holidaysOffice = {
  addHolidays: office.command({
    path: '/ops/v1/holidays',
    summary: 'Propose days off (or worked); a typhoon day of today or tomorrow counts at once',
    input: z.strictObject({
      days: z.array(z.strictObject(dayFields)).min(1).max(HOLIDAYS_AT_ONCE),
      /** A typhoon day of today or tomorrow, which counts until the second person decides. */
      urgent: z.boolean().default(false),
    }),
    output: z.object({ data: moved.extend({ added: z.number() }) }),
    refusals: ['HOLIDAY_DAY', 'HOLIDAY_WAITING'],
    roles: ['finance', 'admin'],
  }),
  removeHoliday: office.command({
    path: '/ops/v1/holidays/:day/remove',
    summary: 'Propose to undo a day that was added, as long as no borrower was told of it',
    input: z.strictObject({ day: daySchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['HOLIDAY_NOT_FOUND', 'HOLIDAY_TOLD', 'HOLIDAY_WAITING'],
    roles: ['finance', 'admin'],
  }),
} as const;
