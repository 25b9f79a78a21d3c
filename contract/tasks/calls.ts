// API of the operators' inbox: listing, reading, claiming and deciding tasks.
import { z } from 'zod';
import { countSchema, moneySchema } from '../core/wire.ts';
import { office, roles } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { decisionRefusals, decisionSchema } from './decisions.ts';
import { taskDetails } from './details.ts';
import { flagSchema } from './flags.ts';
import { heldSchema } from './held.ts';
import { taskLimitSchema } from './limits.ts';
import { type TaskKind, taskKinds, taskOrders, taskPriorities } from './kinds.ts';

export const taskSchema = z.object({
  id: outputIdSchema,
  kind: z.enum(taskKinds),
  subject: z.object({ type: z.string(), id: outputIdSchema, label: z.string() }),
  status: z.enum(['open', 'done']),
  dueAt: instantSchema,
  createdAt: instantSchema,
  maker: z.string().nullable(),
  checker: z.string().nullable(),
  decision: z.string().nullable(),
  reason: z.string().nullable(),
  /** Operator the task is assigned to; nobody else can decide it until they release it. */
  assignee: z.object({ id: outputIdSchema, name: z.string() }).nullable(),
  priority: z.enum(taskPriorities),
  priorityReason: z.string().nullable(),
});
export type Task = z.output<typeof taskSchema>;

/** What an operator should notice about the member of a task. */
export const taskFlags = ['pep', 'suspended', 'late'] as const;

/** A task of the inbox, with the figures by which operators choose what to do first. */
export const listedTask = taskSchema.extend({
  /** Masked name of the member whom the task concerns. */
  applicant: z.string().nullable(),
  amount: moneySchema.nullable(),
  grade: z.string().nullable(),
  flags: z.array(z.enum(taskFlags)),
});
export type ListedTask = z.output<typeof listedTask>;

const taskOf = <K extends TaskKind>(kind: K) =>
  taskSchema.extend({
    kind: z.literal(kind),
    detail: taskDetails[kind],
    /** Whether the caller made what the task is about, so that somebody else decides it. */
    isMaker: z.boolean(),
    /** Set if an approval of the task is limited by its amount, until it is decided. */
    limit: taskLimitSchema.nullable(),
    /** Warnings with their answers; of a decided task those that were answered. */
    flags: z.array(flagSchema),
    /** A decision that has not taken effect; null if there is none. */
    held: heldSchema.nullable(),
  });

type TaskSchemas = { [K in TaskKind]: ReturnType<typeof taskOf<K>> };
const taskWithDetailSchema = z.discriminatedUnion(
  'kind',
  taskKinds.map((kind) => taskOf(kind)) as unknown as [TaskSchemas[TaskKind]],
);
/** A task with everything that an operator needs to decide it. */
export type TaskWithDetail = z.output<typeof taskWithDetailSchema>;
export type TaskOf<K extends TaskKind> = Extract<TaskWithDetail, { kind: K }>;

/** Statistics of one kind: number waiting, age of the oldest, number past their due time. */
export const queueSchema = z.object({
  kind: z.enum(taskKinds),
  open: countSchema,
  unclaimed: countSchema,
  overdue: countSchema,
  /** Number of overdue tasks about which people were told. */
  escalated: countSchema,
  oldestAt: instantSchema,
  dueAt: instantSchema,
});
export type Queue = z.output<typeof queueSchema>;

/** Filters of the inbox: kind, state, assignee and order. */
export const taskFilter = {
  kind: z.enum(taskKinds).optional(),
  status: z.enum(['open', 'done']).default('open'),
  assignee: z.union([z.literal(['me', 'none']), idSchema]).optional(),
  order: z.enum(taskOrders).default('due'),
};

export const tasksOffice = {
  getTask: office.read({
    path: '/ops/v1/tasks/:id',
    summary: 'One task with all its decider needs to see',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: taskWithDetailSchema }),
    refusals: ['TASK_NOT_FOUND'],
    roles,
  }),
  decideTask: office.command({
    path: '/ops/v1/tasks/:id/decide',
    summary: 'Decide a task; a checker is never the maker',
    input: decisionSchema.extend({
      /** Takes effect only after some seconds, until when it can be taken back. */
      undoable: z.literal(true).optional(),
    }),
    output: z.object({ data: taskSchema.extend({ held: heldSchema.nullable() }) }),
    refusals: decisionRefusals,
    roles,
  }),
} as const;
