// API for working through the inbox: assignment, priority, saved views and bulk decisions.
import { z } from 'zod';
import { office, roles } from '../core/endpoint.ts';
import { idSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { taskFilter, taskSchema } from './calls.ts';
import { taskKinds, taskPriorities } from './kinds.ts';

const MANY = 100;
const ids = z.array(idSchema).min(1).max(MANY);

/** Reasons why a bulk decision skipped a task. */
export const leftReasons = [
  'TASK_NOT_FOUND',
  'TASK_DONE',
  'TASK_TAKEN',
  'MAKER_IS_CHECKER',
  'ROLE_REQUIRED',
  'DECISION_INVALID',
  'FLAGS_UNANSWERED',
] as const;

/**
 * Result of a bulk decision: tasks done, and tasks skipped with the reason and their assignee or
 * decider.
 */
const outcomes = z.object({
  data: z.object({
    done: z.array(outputIdSchema),
    left: z.array(
      z.object({ id: outputIdSchema, why: z.enum(leftReasons), who: z.string().nullable() }),
    ),
  }),
});
export type Outcomes = z.output<typeof outcomes>['data'];

/** Lists of which an operator can save views. */
export const viewedLists = ['tasks', 'loans', 'orders', 'members'] as const;
export type ViewedList = (typeof viewedLists)[number];

/**
 * Parameters of a list's URL: filters, order and columns. Search texts are never among them,
 * because they are personal data and a page keeps them out of its URL.
 */
const viewQuery = z
  .record(z.string().regex(/^[A-Za-z_]{1,30}$/), z.string().min(1).max(300))
  .refine((query) => Object.keys(query).length <= 20);
const viewSchema = z.object({
  id: outputIdSchema,
  name: z.string(),
  query: z.record(z.string(), z.string()),
});

const shownFilter = z.strictObject(taskFilter).extend({
  assignee: z.union([z.literal(['me', 'none']), outputIdSchema]).optional(),
});
export type TaskFilter = z.output<typeof shownFilter>;

export const deskOffice = {
  nextTask: office.command({
    path: '/ops/v1/tasks/next',
    summary: 'Take the next unclaimed task one may decide: what is urgent first, then by due date',
    input: z.strictObject({ kind: z.enum(taskKinds).optional() }),
    output: z.object({ data: taskSchema.nullable() }),
    roles,
  }),
  claimTasks: office.command({
    path: '/ops/v1/tasks/claim',
    summary: 'Take tasks into one’s own hands; what a colleague holds is left to him',
    input: z.strictObject({ ids }),
    output: outcomes,
    roles,
  }),
  releaseTasks: office.command({
    path: '/ops/v1/tasks/release',
    summary: 'Put tasks back: one’s own, or by an admin anybody’s',
    input: z.strictObject({ ids }),
    output: outcomes,
    roles,
  }),
  assignTasks: office.command({
    path: '/ops/v1/tasks/assign',
    summary: 'Give tasks to a colleague who may decide them: by an admin, or what one holds',
    input: z.strictObject({ ids, operator: idSchema }),
    output: outcomes,
    refusals: ['NOT_FOUND'],
    roles,
  }),
  setTaskPriority: office.command({
    path: '/ops/v1/tasks/priority',
    summary: 'Put tasks before others or back among them, for a reason',
    input: z.strictObject({
      ids,
      priority: z.enum(taskPriorities),
      reason: z.string().trim().min(2).max(200),
    }),
    output: outcomes,
    roles,
  }),
  decideTasks: office.command({
    path: '/ops/v1/tasks/decide',
    summary: 'Decide many tasks at once, of the few kinds where that is safe',
    input: z.strictObject({ ids, decision: z.string().max(20) }),
    output: outcomes,
    roles,
  }),
  colleagues: office.read({
    path: '/ops/v1/colleagues',
    summary: 'Operators at work, by name and role',
    input: nothing,
    output: z.object({
      data: z.array(
        z.object({ id: outputIdSchema, name: z.string(), roles: z.array(z.enum(roles)) }),
      ),
    }),
    roles,
  }),
  listViews: office.read({
    path: '/ops/v1/list-views',
    summary: 'The views of a list that this operator keeps',
    input: z.strictObject({ list: z.enum(viewedLists) }),
    output: z.object({ data: z.array(viewSchema) }),
    roles,
  }),
  saveListView: office.command({
    path: '/ops/v1/list-views',
    summary: 'Keep a view of a list under a name; the same name again replaces it',
    input: z.strictObject({
      list: z.enum(viewedLists),
      name: z.string().trim().min(1).max(30),
      query: viewQuery,
    }),
    output: z.object({ data: viewSchema }),
    roles,
  }),
  removeListView: office.command({
    path: '/ops/v1/list-views/:id/remove',
    summary: 'Forget a view of one’s own',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['NOT_FOUND'],
    roles,
  }),
} as const;
