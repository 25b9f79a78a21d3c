// Deciding a task: the checks of every kind, then what its feature does.
import { Refusal } from '#contract/refusals.ts';
import { taskAct } from '#contract/core/action-words.ts';
import {
  type Decision,
  type DecisionOf,
  refusalsOf,
  taskDecisionOf,
} from '#contract/tasks/decisions.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { DecisionName, TaskKind } from '#contract/tasks/kinds.ts';
import type { Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { type TaskDbRow, closeTask as closeRow, lockTask, openTaskOf } from './queries.ts';
import { assertMayDecide } from './rules.ts';
import { leaveFlagged, settleFlags } from './flags/flags.ts';
import { assertWithinLimit } from './limits/limits.ts';
import { recordMove, type Subject } from './recording.ts';
import { sendBack } from './returning.ts';
import { hooks } from '../hooks.ts';

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
 * Decides the open task of a kind on a subject, for an API call that decides several tasks at once;
 * the caller carries out the decision. Refuses TASK_NOT_FOUND, and everything that the task itself
 * would refuse; FLAGS_UNANSWERED also for a flag that another person has to read first.
 */
export async function decideTaskOf<K extends TaskKind>(
  work: Work & { operator: Operator },
  kind: K,
  subject: Subject,
  decision: DecisionName<K>,
  reason?: string,
): Promise<{ id: number; makerId: number | null }> {
  const { tx, operator, now } = work;
  const open = await openTaskOf(tx, kind, subject.type, subject.id);
  const row = open && (await lockTask(tx, open.id));
  if (!row) throw new Refusal('TASK_NOT_FOUND');
  assertMayDecide({ ...row, operator, decision, reason });
  const { codes, left } = await settleFlags(work, row, { decision });
  if (left.length > 0) throw new Refusal('FLAGS_UNANSWERED', { data: { codes: left } });
  await assertWithinLimit(work, row, decision);
  await closeRow(tx, row.id, { checkerId: operator.id, decision, reason: reason ?? null, now });
  await recordMove(work, {
    subject,
    action: taskAct(kind, decision),
    reason: reason ?? null,
    snapshot: snapshotOf(row, codes),
  });
  return { id: row.id, makerId: row.makerId };
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
