// The inbox: opening, showing and deciding tasks; and the one audit row of every change of state.
import { addBusinessDays, endOfDay, publishedCalendar } from '#contract/day.ts';
import { Refusal } from '#contract/refusals.ts';
import { type TaskKind, type tasksOffice, taskRules } from '#contract/tasks.ts';
import type { Actions, Operator, TaskRow, Work } from '../action.ts';
import {
  type TaskDbRow,
  closeTask as closeRow,
  countOpen,
  insertAudit,
  insertTask,
  listTasks,
  lockTask,
  openTaskOf,
  taskById,
} from './queries.ts';
import { assertMayDecide, kindsFor } from './rules.ts';

export type Subject = { type: string; id: number };

/** Opens a task unless one of its kind is open on the subject; due in the kind's business days. */
export async function openTask(
  work: Work,
  task: {
    kind: TaskKind;
    subject: Subject & { label: string };
    detail?: Record<string, unknown>;
    makerId?: number;
  },
): Promise<void> {
  const due = addBusinessDays(work.today, taskRules[task.kind].dueDays, publishedCalendar);
  await insertTask(work.tx, {
    kind: task.kind,
    subjectType: task.subject.type,
    subjectId: task.subject.id,
    subjectLabel: task.subject.label,
    detail: task.detail ?? {},
    makerId: task.makerId ?? null,
    now: work.now,
    dueAt: new Date(endOfDay(due)),
  });
}

/** Ends an open task that events have overtaken; nothing happens where none is open. */
export async function closeTask(
  work: Work,
  kind: TaskKind,
  subject: Subject,
  decision: string,
  reason?: string,
): Promise<void> {
  const task = await openTaskOf(work.tx, kind, subject.type, subject.id);
  if (!task) return;
  await closeRow(work.tx, task.id, {
    checkerId: null,
    decision,
    reason: reason ?? null,
    now: work.now,
  });
}

/**
 * Decides the open task of a kind on a subject, for a call that settles several at once; the
 * caller carries it out. Refuses TASK_NOT_FOUND, and whatever the task itself would refuse.
 */
export async function decideTaskOf(
  work: Work & { operator: Operator },
  kind: TaskKind,
  subject: Subject,
  decision: string,
): Promise<{ makerId: number | null }> {
  const { tx, operator, now } = work;
  const open = await openTaskOf(tx, kind, subject.type, subject.id);
  const row = open && (await lockTask(tx, open.id));
  if (!row) throw new Refusal('TASK_NOT_FOUND');
  assertMayDecide({ ...row, operator, decision, reason: undefined });
  await closeRow(tx, row.id, { checkerId: operator.id, decision, reason: null, now });
  await recordMove(work, {
    subject,
    action: `task.${kind}.${decision}`,
    snapshot: { task: row.id, maker: row.makerId },
  });
  return { makerId: row.makerId };
}

/** The audit row of a change of state: who, what, from, to, why; in the same transaction. */
export async function recordMove(
  work: Work,
  move: {
    subject: Subject;
    action: string;
    from?: string | number | null;
    to?: string | number | null;
    reason?: string | null;
    snapshot?: Record<string, unknown>;
  },
): Promise<void> {
  await insertAudit(work.tx, {
    at: work.now,
    actorType: work.actor.type,
    actorId: work.actor.id,
    subjectType: move.subject.type,
    subjectId: move.subject.id,
    action: move.action,
    from: move.from == null ? null : String(move.from),
    to: move.to == null ? null : String(move.to),
    reason: move.reason ?? null,
    snapshot: move.snapshot ?? {},
    requestId: work.requestId,
  });
}

const view = (row: TaskDbRow) => ({
  id: String(row.id),
  kind: row.kind,
  subject: { type: row.subjectType, id: String(row.subjectId), label: row.subjectLabel },
  status: row.status,
  dueAt: row.dueAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  maker: row.maker,
  checker: row.checker,
  decision: row.decision,
  reason: row.reason,
});

const visible = (operator: Operator, kind: TaskKind) => kindsFor(operator.roles).includes(kind);

export const tasksActions: Actions<{ tasks: typeof tasksOffice }>['tasks'] = {
  async listTasks({ tx, operator }, { kind, status, item_per_page, offset }) {
    const kinds = kindsFor(operator.roles).filter((own) => !kind || own === kind);
    const rows = await listTasks(tx, kinds, status, item_per_page, offset);
    const counts = await countOpen(tx);
    return {
      data: rows.map(view),
      total: rows[0]?.total ?? 0,
      counts: Object.fromEntries(
        counts
          .filter((row) => visible(operator, row.kind as TaskKind))
          .map((row) => [row.kind, row.open]),
      ),
    };
  },

  async getTask(context, { id }) {
    const row = await taskById(context.tx, Number(id));
    if (!row || !visible(context.operator, row.kind)) throw new Refusal('TASK_NOT_FOUND');
    const handler = context.services.hooks.tasks[row.kind];
    const detail = handler ? await handler.detail(context, row satisfies TaskRow) : row.detail;
    return { data: { ...view(row), detail } };
  },

  async decideTask(context, decision) {
    const { tx, operator, now } = context;
    const row = await lockTask(tx, Number(decision.id));
    if (!row || !visible(operator, row.kind)) throw new Refusal('TASK_NOT_FOUND');
    // Where things are asked for one by one, each has its own reason.
    const reason = decision.reason ?? decision.items?.[0]?.reason;
    assertMayDecide({ ...row, operator, decision: decision.decision, reason });
    const handler = context.services.hooks.tasks[row.kind];
    // Closed before it is carried out, so that the same kind may open again for the subject.
    await closeRow(tx, row.id, {
      checkerId: operator.id,
      decision: decision.decision,
      reason: decision.reason ?? null,
      now,
    });
    if (handler) await handler.decide(context, row, decision);
    await recordMove(context, {
      subject: { type: row.subjectType, id: row.subjectId },
      action: `task.${row.kind}.${decision.decision}`,
      reason: decision.reason ?? null,
      snapshot: { task: row.id, maker: row.makerId },
    });
    const after = await taskById(tx, row.id);
    if (!after) throw new Error(`task ${row.id} vanished`);
    return { data: view(after) };
  },
};
