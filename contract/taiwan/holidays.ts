// What the calendar promises the office: days off and days worked, added and taken back.
import { z } from 'zod';
import { daySchema, numberText } from '../core/wire.ts';
import { endpoint } from '../core/endpoint.ts';

/** A day off may be added so many days after it: a typhoon's is declared late at night. */
export const HOLIDAY_BACK_DAYS = 30;

const day = z.object({
  day: z.string(),
  name: z.string(),
  /** A Saturday or Sunday that is worked instead of a day off. */
  business: z.boolean(),
  /** published: in the government's calendar as we ship it; added: by an operator. */
  source: z.enum(['published', 'added']),
});
/** What a change moved: instalments payable until a later day, and the loans they belong to. */
const moved = z.object({ instalments: z.number(), loans: z.number() });

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
      /** Whether any day off of the year is known; without, only weekends rest. */
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
