// The inbox: showing and deciding tasks, and what other features may do with tasks.
import type { tasksLists } from '#contract/tasks/lists.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Output } from '#contract/core/endpoint.ts';
import type { tasksOffice } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Actions, FilterOf, Operator } from '../call.ts';
import type { Work } from '../work.ts';
import {
  type TaskDbRow,
  countOpen,
  countTasks,
  eraseTasks,
  listTasks,
  lockTask,
  taskById,
} from './queries.ts';
import { isMaker, isVisible, kindsFor, seesAll } from './rules.ts';
import { carryOut } from './deciding.ts';
import { eraseAnswers } from './flags/flag-queries.ts';
import { flagViews } from './flags/flags.ts';
import { heldView, holdDecision } from './held/held.ts';
import { eraseHeldDecisions, heldDecisionOf } from './held/held-queries.ts';
import { limitView } from './limits/limits.ts';
import { recordMove, type Subject } from './recording.ts';
import { type AboutRow, aboutTasks } from './about-queries.ts';
import { maskedName } from '#contract/core/masked-name.ts';
import { reader } from '../tables/table.ts';
import { hooks } from '../hooks.ts';

type Office = typeof tasksOffice & Pick<typeof tasksLists, 'listTasks'>;

/** Erases a person's name and the operators' remarks from the tasks about them. */
export async function forgetTasks({ tx }: Work, subjects: readonly Subject[]): Promise<void> {
  const types = subjects.map(({ type }) => type);
  const ids = subjects.map(({ id }) => id);
  await eraseTasks(tx, types, ids);
  await eraseAnswers(tx, types, ids);
  await eraseHeldDecisions(tx, types, ids);
}

export const taskView = (row: TaskDbRow) => ({
  id: row.id,
  kind: row.kind,
  subject: { type: row.subjectType, id: row.subjectId, label: row.subjectLabel },
  status: row.status,
  dueAt: row.dueAt,
  createdAt: row.createdAt,
  maker: row.maker,
  checker: row.checker,
  decision: row.decision,
  reason: row.reason,
  assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? '' },
  priority: row.priority,
  priorityReason: row.priorityReason,
});

/**
 * Returns the details that a task shows: those that its feature reads from the subject, or else
 * those stored with the task.
 */
async function detailOf<K extends TaskKind>(work: Work, row: TaskDbRow<K>) {
  const handler = hooks.tasks[row.kind];
  return handler ? await handler.detail(work, row) : row.detail;
}

/** Returns the decision on a task that has not taken effect. */
async function heldOn(context: At, { id, assignee }: TaskDbRow) {
  const held = await heldDecisionOf(context.tx, id);
  return held && heldView(held, context, assignee ?? '');
}

/**
 * Returns the assignee to filter by: null selects tasks without an assignee, undefined all tasks.
 */
function assigneeFilter({ id }: Operator, assignee: number | 'me' | 'none' | undefined) {
  if (assignee === undefined) return undefined;
  if (assignee === 'none') return null;
  return assignee === 'me' ? id : assignee;
}

type At = Work & { operator: Operator };

/** Returns whose sent-back work a list contains; null for that of everybody. */
const viewerOf = ({ id, roles }: Operator) => (seesAll(roles) ? null : id);

export const tasks = reader({
  of: ({ operator }: At, { kind, ...of }: FilterOf<Office['listTasks']>) => ({
    ...of,
    kinds: kindsFor(operator.roles).filter((own) => !kind || own === kind),
    assignee: assigneeFilter(operator, of.assignee),
    viewer: viewerOf(operator),
  }),
  rows: async ({ tx }, of, part) => {
    const rows = await listTasks(tx, of, part);
    const abouts = await aboutTasks(
      tx,
      rows.map(({ id }) => id),
    );
    const byId = new Map(abouts.map((about) => [about.id, about]));
    return rows.map((row) => ({ ...row, about: byId.get(row.id)! }));
  },
  view: ({ about, ...row }: TaskDbRow & { about: AboutRow }, { services }: At) => ({
    ...taskView(row),
    applicant:
      about.memberId === null || about.sealedName === null
        ? null
        : maskedName(
            services.secrets.decrypt('verification.profile.name', about.memberId, about.sealedName),
          ),
    amount: about.amount,
    grade: about.grade,
    flags: [
      ...(about.isPep ? (['pep'] as const) : []),
      ...(about.isSuspended ? (['suspended'] as const) : []),
      ...(about.isLate ? (['late'] as const) : []),
    ],
  }),
  beside: async ({ tx, operator, now }, of) => {
    const seen = kindsFor(operator.roles);
    const queues = (await countOpen(tx, now, viewerOf(operator))).filter(({ kind }) =>
      seen.includes(kind),
    );
    return {
      ...(await countTasks(tx, of)),
      counts: Object.fromEntries(queues.map((row) => [row.kind, row.open])),
      queues,
    };
  },
});

export const tasksActions: Actions<{ tasks: Office }>['tasks'] = {
  listTasks: tasks,

  async getTask(context, { id }) {
    const row = await taskById(context.tx, id);
    if (!row || !isVisible(context.operator, row)) throw new Refusal('TASK_NOT_FOUND');
    const detail = await detailOf(context, row);
    // The only place where kind and detail are combined; `detailOf` has checked that they fit each
    // other.
    const limit = await limitView(context, row);
    const data = {
      ...taskView(row),
      detail,
      limit,
      flags: await flagViews(context, row),
      held: await heldOn(context, row),
      isMaker: isMaker(row, context.operator),
    } as Output<Office['getTask']>['data'];
    return { data };
  },

  async decideTask(context, { undoable = false, ...decision }) {
    const { tx, operator, services } = context;
    const row = await lockTask(tx, decision.id);
    if (!row || !isVisible(operator, row)) throw new Refusal('TASK_NOT_FOUND');
    const isHeld = undoable && services.undoSeconds > 0;
    await (isHeld ? holdDecision : carryOut)(context, row, decision);
    const after = await taskById(tx, row.id);
    if (!after) throw new Error(`task ${row.id} vanished`);
    return { data: { ...taskView(after), held: await heldOn(context, after) } };
  },
};

/** Writes an audit row of who exported what, in which format and with which filter. */
export const recordExport = (context: At, snapshot: Record<string, unknown>) =>
  recordMove(context, {
    subject: { type: 'operator', id: context.operator.id },
    action: 'table.exported',
    snapshot,
  });

/**
 * Returns an exported file and writes an audit row for it; `format` applies if the input has no
 * format.
 */
export const withExportRecord =
  <Context extends At, Input extends object, File>(
    table: string,
    file: (context: Context, input: Input) => Promise<File>,
    format = 'csv',
  ) =>
  async (context: Context, input: Input): Promise<File> => {
    await recordExport(context, { table, format, ...input });
    return file(context, input);
  };
