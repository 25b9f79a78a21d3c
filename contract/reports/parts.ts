// Common parts of all reports: who may read them, filters, and how exports are requested.
import { z } from 'zod';
import { office, type Role } from '../core/endpoint.ts';
import { grades } from '../investing/grades.ts';
import { officePage } from '../core/lists.ts';

/**
 * Roles that may read the ledger may also read money reports; approvers may read credit reports in
 * addition to these roles.
 */
export const moneyReaders = ['finance', 'auditor', 'admin'] as const;
export const creditReaders = ['approver', ...moneyReaders] as const;

export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/**
 * Default number of months in a report, including the first and the last. A period of more than
 * five years is cut to five years.
 */
export const REPORT_MONTHS = 12;
export const REPORT_MONTHS_MAX = 60;
export const period = { from: monthSchema.optional(), to: monthSchema.optional() };

/** The plan filter matches all versions of a plan. */
export const narrowed = {
  plan: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  grade: z.enum(grades).optional(),
};

export const planChoices = z.array(z.object({ slug: z.string(), name: z.string() }));

export { officePage };

/** Returns the call that exports a report as a table, as CSV or as a workbook. */
export function fileOf<const P extends `/${string}`, S extends z.ZodRawShape>(
  path: P,
  summary: string,
  shape: S,
  roles: readonly Role[],
) {
  return office.export({
    path,
    summary,
    input: z.strictObject({ ...shape, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.string(),
    roles,
  });
}

/** Returns the call that reads a report, or the rows behind one of its figures. */
export function readOf<const P extends `/${string}`, S extends z.ZodRawShape, O extends z.ZodType>(
  path: P,
  summary: string,
  shape: S,
  output: O,
  roles: readonly Role[],
) {
  return office.read({
    path,
    summary,
    input: z.strictObject(shape),
    output,
    roles,
  });
}
