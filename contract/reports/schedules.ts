// Office API of the reports that are sent by mail: which report, when, and to which colleagues.
import { z } from 'zod';
import { office, type Role } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, officePage, outputIdSchema } from '../core/lists.ts';
import { countSchema, daySchema } from '../core/wire.ts';
import { creditReaders, moneyReaders } from './parts.ts';
import { type ReportName, reportNames } from './print.ts';

/** Reports on money, which approvers may not read. */
const moneyReports: readonly ReportName[] = ['cash-flow', 'income', 'returns', 'funnel'];

/** Returns whether an operator with these roles may read a report. */
export function mayReadReport(report: ReportName, own: readonly Role[]): boolean {
  const readers: readonly Role[] = moneyReports.includes(report) ? moneyReaders : creditReaders;
  return own.some((role) => readers.includes(role));
}

export const rhythms = ['monthly', 'weekly'] as const;
export type Rhythm = (typeof rhythms)[number];

/** Last day of the month on which a report may be sent, which every month has. */
export const SCHEDULE_DAY_MAX = 28;
export const SCHEDULE_RECIPIENTS_MAX = 50;

/** Hour in Taipei at which reports are sent. */
export const SENDING_HOUR = 8;

const timing = {
  rhythm: z.enum(rhythms),
  /** Day of the month from 1 to 28 if monthly; day of the week from 0 for Sunday if weekly. */
  day: z.int().min(0).max(SCHEDULE_DAY_MAX),
  recipients: z.array(idSchema).min(1).max(SCHEDULE_RECIPIENTS_MAX),
};

/** `ready`: gets the mails; `left`: left the company; `unable`: may no longer read the report. */
export const recipientStates = ['ready', 'left', 'unable'] as const;

const person = { id: outputIdSchema, name: z.string() };

const scheduleSchema = z.object({
  id: outputIdSchema,
  report: z.enum(reportNames),
  rhythm: z.enum(rhythms),
  day: countSchema,
  owner: z.object({ ...person, left: z.boolean() }),
  recipients: z.array(z.object({ ...person, state: z.enum(recipientStates) })),
  /** The day of the next sending; null while paused. */
  nextOn: daySchema.nullable(),
  /** The last sending, with the number of mails and of recipients who were skipped. */
  last: z
    .object({ dueOn: daySchema, at: instantSchema, mails: countSchema, skipped: countSchema })
    .nullable(),
});
export type ReportSchedule = z.output<typeof scheduleSchema>;

export const reportSchedulesOffice = {
  listReportSchedules: office.read({
    path: '/ops/v1/reports/schedules',
    summary: 'When the reports that the caller may read are sent, and to whom',
    input: z.strictObject(officePage),
    output: z.object({ data: z.array(scheduleSchema), total: countSchema }),
    roles: creditReaders,
  }),
  scheduleReport: office.command({
    path: '/ops/v1/reports/schedules',
    summary: 'Send a report by mail each month or week to colleagues who may read it',
    input: z.strictObject({ report: z.enum(reportNames), ...timing }),
    output: z.object({ data: z.object({ id: outputIdSchema, nextOn: daySchema }) }),
    refusals: ['FORBIDDEN', 'REPORT_SCHEDULE'],
    roles: creditReaders,
  }),
  changeReportSchedule: office.command({
    path: '/ops/v1/reports/schedules/:id',
    summary: 'Change when and to whom a report is sent; only its owner or an admin',
    input: z.strictObject({ id: idSchema, ...timing }),
    output: z.object({ data: z.object({ id: outputIdSchema, nextOn: daySchema }) }),
    refusals: ['NOT_FOUND', 'FORBIDDEN', 'REPORT_SCHEDULE'],
    roles: creditReaders,
  }),
  moveReportSchedule: office.command({
    path: '/ops/v1/reports/schedules/:id/state',
    summary: 'Pause, resume or end the sending of a report; only its owner or an admin',
    input: z.strictObject({ id: idSchema, to: z.enum(['paused', 'active', 'ended']) }),
    output: done,
    refusals: ['NOT_FOUND', 'FORBIDDEN'],
    roles: creditReaders,
  }),
} as const;
