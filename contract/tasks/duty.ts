// Office API of absences: who is away, from when to when, and who substitutes them.
import { z } from 'zod';
import { daySchema } from '../core/wire.ts';
import { office, roles } from '../core/endpoint.ts';
import { idSchema, nothing, outputIdSchema } from '../core/lists.ts';

const absenceSchema = z.object({
  id: outputIdSchema,
  operator: z.object({ id: outputIdSchema, name: z.string() }),
  from: daySchema,
  to: daySchema,
  substitute: z.object({ id: outputIdSchema, name: z.string() }).nullable(),
  /** Whether the operator is absent today. */
  isNow: z.boolean(),
});
export type Absence = z.output<typeof absenceSchema>;

/** Longest absence, in days. */
export const ABSENCE_DAYS_MAX = 366;

export const dutyOffice = {
  listAbsences: office.read({
    path: '/ops/v1/absences',
    summary: 'Absences of all operators that have not ended, by their first day',
    input: nothing,
    output: z.object({ data: z.array(absenceSchema) }),
    roles,
  }),
  markAbsence: office.command({
    path: '/ops/v1/absences',
    summary: 'Enter an absence of one’s own, or by an admin anybody’s; tasks go to the substitute',
    input: z.strictObject({
      /** The operator who is absent; without it the caller. */
      operator: idSchema.optional(),
      from: daySchema,
      to: daySchema,
      substitute: idSchema.optional(),
    }),
    output: z.object({ data: absenceSchema }),
    refusals: ['NOT_FOUND', 'FORBIDDEN', 'ABSENCE_INVALID'],
    roles,
  }),
  endAbsence: office.command({
    path: '/ops/v1/absences/:id/end',
    summary: 'End an absence of one’s own, or by an admin anybody’s',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['NOT_FOUND', 'FORBIDDEN'],
    roles,
  }),
} as const;
