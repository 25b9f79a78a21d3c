// Office API for holidays: days off and make-up workdays, added and removed.
import { z } from 'zod';
import { daySchema, numberText, countSchema } from '../core/wire.ts';
import { endpoint } from '../core/endpoint.ts';

/**
 * A day off may be added up to this many days in the past, because a typhoon day may be announced
 * late at night.
 */
export const HOLIDAY_BACK_DAYS = 30;

const day = z.object({
  day: z.string(),
  name: z.string(),
  /** True for a Saturday or Sunday that is worked instead of another day. */
  business: z.boolean(),
  /** `published`: from the government's calendar shipped with the app; `added`: by an operator. */
  source: z.enum(['published', 'added']),
});
/**
 * Effect of a change: number of instalments that became payable until a later day, and number of
 * their loans.
 */
const moved = z.object({ instalments: z.number(), loans: countSchema });

export const holidaysOffice = {
  listHolidays: endpoint({
    method: 'GET',
    path: '/ops/v1/holidays',
    access: 'operator',
    kind: 'read',
    summary: 'The calendar of a year: published days and those that operators added',
    input: z.strictObject({ year: numberText(z.int().min(2020).max(2100)) }),
    output: z.object({
      data: z.array(day),
      /** Whether the calendar of the year is known; if not, only weekends are days off. */
      known: z.boolean(),
    }),
    refusals: [],
    roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
    own: true,
  }),
  addHolidays: endpoint({
    method: 'POST',
    path: '/ops/v1/holidays',
    access: 'operator',
    kind: 'command',
    summary: 'Add days off (or worked): a typhoon day, or the calendar of a year',
    input: z.strictObject({
      days: z
        .array(
          z.strictObject({
            day: daySchema,
            name: z.string().trim().min(1).max(40),
            business: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(120),
    }),
    output: z.object({ data: moved.extend({ added: z.number() }) }),
    refusals: ['HOLIDAY_DAY'],
    roles: ['finance', 'admin'],
    own: true,
  }),
  removeHoliday: endpoint({
    method: 'POST',
    path: '/ops/v1/holidays/:day/remove',
    access: 'operator',
    kind: 'command',
    summary: 'Take back a day that was added; what became payable later stays so',
    input: z.strictObject({ day: daySchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['HOLIDAY_NOT_FOUND'],
    roles: ['finance', 'admin'],
    own: true,
  }),
} as const;
