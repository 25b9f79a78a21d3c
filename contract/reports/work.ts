// Reports on operations: the funnel from registration to disbursement, and service times.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { creditReaders, fileOf, moneyReaders, period, readOf } from './parts.ts';
import { taskKinds } from '../tasks/kinds.ts';
import { countSchema } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';

/** Stages of a borrower; each stage counts everyone who reached it, even if they went further. */
export const funnelStages = [
  'registered',
  'confirmed',
  'verified',
  'applied',
  'approved',
  'signed',
  'disbursed',
] as const;
export type FunnelStage = (typeof funnelStages)[number];

const funnelMonth = z.object({
  /** Month of registration. */
  month: z.string(),
  /**
   * Page views of the site in that month, not unique visitors; null for months in which the site
   * did not count them yet.
   */
  visits: countSchema.nullable(),
  stages: z.object(
    Object.fromEntries(funnelStages.map((stage) => [stage, countSchema])) as Record<
      FunnelStage,
      typeof countSchema
    >,
  ),
});
export type FunnelMonth = z.output<typeof funnelMonth>;

export const funnelMember = z.object({
  memberId: outputIdSchema,
  joinedOn: z.string(),
  stage: z.enum(funnelStages),
  loanId: outputIdSchema.nullable(),
  caseNo: z.string().nullable(),
});
export type ServerFunnelMember = ServerSide<typeof funnelMember>;

const service = z.object({
  kind: z.enum(taskKinds),
  /** Tasks decided by a person in the period. */
  done: countSchema,
  inTime: countSchema,
  /** Median of the hours from opening a task to its decision. */
  medianHours: z.number().nullable(),
  p90Hours: z.number().nullable(),
  /** Tasks that are open now; `late` is how many of these exceed their service time. */
  open: countSchema,
  late: countSchema,
});
export type ServiceRow = z.output<typeof service>;

export const serviceTask = z.object({
  taskId: outputIdSchema,
  subjectType: z.string(),
  subjectId: outputIdSchema,
  /** What the task calls its subject, such as a case by its number. */
  subjectLabel: z.string(),
  openedAt: instantSchema,
  dueAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  hours: z.number().nullable(),
  inTime: z.boolean(),
  by: z.string().nullable(),
});
export type ServiceTask = z.output<typeof serviceTask>;

/** Sets of tasks whose rows can be listed: decided, decided late, open now, open and late. */
export const serviceSets = ['done', 'lateDone', 'open', 'lateOpen'] as const;
export type ServiceSet = (typeof serviceSets)[number];

export const reportsWorkOffice = {
  funnel: readOf(
    '/ops/v1/reports/funnel',
    'From a visit to a disbursement: how far the borrowers of each month came',
    period,
    z.object({ data: z.array(funnelMonth), from: z.string(), to: z.string() }),
    moneyReaders,
  ),
  funnelFile: fileOf('/ops/v1/reports/funnel/file', 'The same as a table', period, moneyReaders),
  service: readOf(
    '/ops/v1/reports/service',
    'Tasks by kind: how long they took against their service time',
    period,
    z.object({ data: z.array(service), from: z.string(), to: z.string() }),
    creditReaders,
  ),
  serviceFile: fileOf('/ops/v1/reports/service/file', 'The same as a table', period, creditReaders),
} as const;
