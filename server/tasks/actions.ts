// The inbox: showing and deciding tasks, and what other features may do with tasks.
import type { tasksLists } from '#contract/tasks/lists.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { taskAct } from '#contract/core/action-words.ts';
import type { tasksOffice } from '#contract/tasks/calls.ts';
import {
  type Decision,
  type DecisionOf,
  refusalsOf,
  taskDecisionOf,
} from '#contract/tasks/decisions.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { DecisionName, TaskKind } from '#contract/tasks/kinds.ts';
import type { Actions, FilterOf, Operator } from '../call.ts';
import type { Work } from '../work.ts';
import {
  type TaskDbRow,
  closeTask as closeRow,
  countOpen,
  countTasks,
  eraseTasks,
  listTasks,
  lockTask,
  openTaskOf,
  taskById,
} from './queries.ts';
import { assertMayDecide, isMaker, isVisible, kindsFor, seesAll } from './rules.ts';
import { eraseAnswers } from './flags/flag-queries.ts';
import { flagViews, leaveFlagged, settleFlags } from './flags/flags.ts';
import { assertWithinLimit, limitView } from './limits/limits.ts';
import { recordMove, type Subject } from './recording.ts';
import { sendBack } from './returning.ts';
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
}

/**
 * Decides the open task of a kind on a subject, for an API call that decides several tasks at once;
 * the caller carries out the decision. Refuses TASK_NOT_FOUND, and everything that the task itself
 * would refuse; FLAGS_UNANSWERED also for a flag that another person has to read first.
 */
export async function decideTaskOf<K extends TaskKind>(
  work: Work & { operator: Operator },
  kind: K,
  subject: Subject,
  decision: DecisionName<K>,
): Promise<{ makerId: number | null }> {
  const { tx, operator, now } = work;
  const open = await openTaskOf(tx, kind, subject.type, subject.id);
  const row = open && (await lockTask(tx, open.id));
  if (!row) throw new Refusal('TASK_NOT_FOUND');
  assertMayDecide({ ...row, operator, decision, reason: undefined });
  const { codes, left } = await settleFlags(work, row, { decision });
  if (left.length > 0) throw new Refusal('FLAGS_UNANSWERED', { data: { codes: left } });
  await assertWithinLimit(work, row, decision);
  await closeRow(tx, row.id, { checkerId: operator.id, decision, reason: null, now });
  await recordMove(work, {
    subject,
    action: taskAct(kind, decision),
    snapshot: snapshotOf(row, codes),
  });
  return { makerId: row.makerId };
}

/**
 * What the audit row of a decision says: how many flags were answered. Which ones is in the
 * answers, which are deleted with the person.
 */
const snapshotOf = ({ id, makerId }: TaskDbRow, codes: readonly FlagCode[]) => ({
  task: id,
  maker: makerId,
  ...(codes.length > 0 && { flags: codes.length }),
});

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

/**
 * Parses a decision by the kind of its task; refuses DECISION_INVALID for a field of a different
 * kind.
 */
function decisionFor<K extends TaskKind>(
  kind: K,
  { id: _id, answers: _answers, ...decision }: Decision,
): DecisionOf<K> {
  const parsed = taskDecisionOf(kind).safeParse(decision);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.flatMap((one) => ('keys' in one ? one.keys : one.path));
  const fields = unknown.map((name) => [String(name), '這個決定不能附帶這一項'] as const);
  throw new Refusal('DECISION_INVALID', { fields: Object.fromEntries(fields) });
}

async function carryOutAs<K extends TaskKind>(
  context: Work & { operator: Operator },
  row: TaskDbRow<K>,
  decision: Decision,
): Promise<void | 'overtaken'> {
  const decided = decisionFor(row.kind, decision);
  try {
    return await hooks.tasks[row.kind]?.decide(context, row, decided);
  } catch (error) {
    if (error instanceof Refusal) assertDecisionRefusal(row.kind, decision.decision, error);
    throw error;
  }
}

/** Throws for a refusal that the contract does not declare for this decision: that is a bug. */
function assertDecisionRefusal(kind: TaskKind, decision: string, refusal: Refusal): void {
  if ((refusalsOf(kind, decision) as readonly string[]).includes(refusal.code)) return;
  throw new Error(`${kind}.${decision} refused ${refusal.code}, which it does not declare`, {
    cause: refusal,
  });
}

/**
 * Closes a task after checking the decision, and calls the feature to carry out the decision. A
 * task with a serious flag that only this operator has answered stays open for another one.
 */
export async function carryOut(
  context: Work & { operator: Operator },
  row: TaskDbRow,
  decision: Decision,
): Promise<void> {
  const { tx, operator, now } = context;
  // If documents are requested one by one, each has a reason of its own.
  const reason = decision.reason ?? decision.items?.[0]?.reason;
  assertMayDecide({ ...row, operator, decision: decision.decision, reason });
  const { codes, left } = await settleFlags(context, row, decision);
  if (left.length > 0) {
    const of = { decision: decision.decision, reason: decision.reason ?? null, codes };
    await leaveFlagged(context, row, of);
    return;
  }
  await assertWithinLimit(context, row, decision.decision);
  // The task is closed before the decision is carried out, so that the decision may open a new task
  // of the same kind for the subject.
  await closeRow(tx, row.id, {
    checkerId: operator.id,
    decision: decision.decision,
    reason: decision.reason ?? null,
    now,
  });
  const outcome = await carryOutAs(context, row, decision);
  if (outcome === 'overtaken') {
    // Nobody decided it: there was nothing left to decide.
    await closeRow(tx, row.id, { checkerId: null, decision: outcome, reason: null, now });
    await recordMove(context, {
      subject: { type: row.subjectType, id: row.subjectId },
      action: 'task.overtaken',
      reason: decision.reason ?? null,
      snapshot: { task: row.id, maker: row.makerId, decision: decision.decision },
    });
    return;
  }
  if (decision.decision === 'return') await sendBack(context, row, decision.reason ?? null);
  await recordMove(context, {
    subject: { type: row.subjectType, id: row.subjectId },
    action: taskAct(row.kind, decision.decision),
    reason: decision.reason ?? null,
    snapshot: snapshotOf(row, codes),
  });
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
      isMaker: isMaker(row, context.operator),
    } as Output<Office['getTask']>['data'];
    return { data };
  },

  async decideTask(context, decision) {
    const { tx, operator } = context;
    const row = await lockTask(tx, decision.id);
    if (!row || !isVisible(operator, row)) throw new Refusal('TASK_NOT_FOUND');
    await carryOut(context, row, decision);
    const after = await taskById(tx, row.id);
    if (!after) throw new Error(`task ${row.id} vanished`);
    return { data: taskView(after) };
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
