// Decisions that take effect after some seconds, until when who made them may take them back.
import { Refusal } from '#contract/refusals.ts';
import { refusalText } from '#contract/refusal-text.ts';
import type { heldOffice } from '#contract/tasks/held.ts';
import type { Decision } from '#contract/tasks/decisions.ts';
import type { Actions, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import { runAs } from '../../telemetry/running.ts';
import { inWork, type Work } from '../../work.ts';
import { carryOut } from '../deciding.ts';
import { assign } from '../desk-queries.ts';
import { actingOperator } from '../duty/duty-queries.ts';
import { lockTask, type TaskDbRow, taskById } from '../queries.ts';
import { recordMove } from '../recording.ts';
import { isVisible } from '../rules.ts';
import {
  delayDecision,
  dueDecisions,
  failDecision,
  heldDecisionsBy,
  heldDecisionOf,
  type HeldDecisionRow,
  insertHeldDecision,
  takeDecisionBack,
} from './held-queries.ts';

type At = Work & { operator: Operator };

/**
 * A decision that was not carried out for so long after its seconds is given back to whoever made
 * it, so that with ten of them none is older than a minute.
 */
const LAPSES_MS = 50_000;
/** Pause after a failure that is no refusal, such as a broken connection. */
const RETRY_MS = 5_000;
const NOT_IN_TIME = '系統沒有在一分鐘內完成';
/** Whoever reads it is not the one who lost the right. */
const NO_RIGHT = '決定的同仁已無權處理這項工作';
/** The worker acts for an operator outside of any session of theirs. */
const NO_SESSION = 0;

/**
 * Returns what a page shows of a decision that has not taken effect; `by` is the name of whoever
 * made it, who holds the task.
 */
export const heldView = (
  { decision, toAnother, failure, operatorId, takesEffectAt }: HeldDecisionRow,
  { operator, realNow }: Pick<At, 'operator' | 'realNow'>,
  by: string,
) => ({
  decision: decision.decision,
  by,
  isMine: operatorId === operator.id,
  toAnother,
  seconds: Math.max(0, Math.ceil((takesEffectAt.getTime() - realNow.getTime()) / 1_000)),
  failure,
});

/**
 * Stores a decision that takes effect after some seconds, and gives its locked task to whoever made
 * it. The decision is carried out in a savepoint and rolled back, so that it refuses at once all
 * that it would refuse; it refuses DECISION_HELD while an earlier one of the task waits.
 */
export async function holdDecision(context: At, row: TaskDbRow, decision: Decision): Promise<void> {
  const { tx, operator, now, realNow, requestId, services } = context;
  await tx.run(sql`savepoint held_decision`);
  await carryOut(context, row, decision);
  const toAnother = (await taskById(tx, row.id))?.status === 'open';
  await tx.run(sql`rollback to savepoint held_decision`);
  const earlier = await heldDecisionOf(tx, row.id);
  if (earlier && earlier.failure === null) throw new Refusal('DECISION_HELD');
  if (row.assigneeId === null) await assign(tx, row.id, operator.id, now);
  await insertHeldDecision(tx, {
    taskId: row.id,
    operatorId: operator.id,
    decision,
    toAnother,
    requestId,
    madeAt: realNow,
    takesEffectAt: new Date(realNow.getTime() + services.undoSeconds * 1_000),
  });
}

/** Carries a decision out, unless it was taken back meanwhile; every rule judges it again. */
async function carryOutDue(work: Work, taskId: number): Promise<void> {
  const { tx, realNow } = work;
  const row = await lockTask(tx, taskId);
  // Read after the task was locked, as by whoever takes it back.
  const held = await heldDecisionOf(tx, taskId);
  if (!row || !held || held.failure !== null || held.takesEffectAt > realNow) return;
  if (isLate(work, held)) throw new Error(`the decision on task ${taskId} is too old`);
  const person = await actingOperator(tx, held.operatorId, realNow);
  if (!person) throw new Refusal('ROLE_REQUIRED');
  const operator = { ...person, sessionId: NO_SESSION };
  if (!isVisible(operator, row)) throw new Refusal('ROLE_REQUIRED');
  await carryOut({ ...work, operator }, row, held.decision);
}

const isLate = ({ services, realNow }: Work, { madeAt }: HeldDecisionRow) =>
  realNow.getTime() - madeAt.getTime() > services.undoSeconds * 1_000 + LAPSES_MS;

/** Gives a decision back that a rule refused, or that could not be carried out in time. */
async function giveBack(work: Work, taskId: number, error: unknown): Promise<void> {
  const { tx, realNow } = work;
  const row = await lockTask(tx, taskId);
  const held = await heldDecisionOf(tx, taskId);
  if (!row || !held || held.failure !== null) return;
  if (!(error instanceof Refusal) && !isLate(work, held)) {
    await delayDecision(tx, taskId, new Date(realNow.getTime() + RETRY_MS));
    return;
  }
  const code = error instanceof Refusal ? error.code : null;
  const refusal = code === 'ROLE_REQUIRED' ? NO_RIGHT : code && refusalText[code];
  await failDecision(tx, taskId, refusal ?? NOT_IN_TIME);
  await recordMove(work, {
    subject: { type: 'task', id: taskId },
    action: 'task.lapsed',
    snapshot: { task: taskId, decision: held.decision.decision, code },
  });
}

/** Carries out the decisions that are due; returns their number. */
export async function carryOutHeldDecisions(services: Services): Promise<number> {
  const due = await dueDecisions(db(services.pool), services.clock.realNow());
  for (const { taskId, operatorId, requestId } of due) {
    const actor = { type: 'operator', id: operatorId } as const;
    await runAs({ requestId, span: null }, async () => {
      try {
        await inWork(services, (work) => carryOutDue(work, taskId), actor);
      } catch (error) {
        if (!(error instanceof Refusal)) {
          services.log.warn({ err: error, task: taskId }, 'a held decision was not carried out');
        }
        await inWork(services, (work) => giveBack(work, taskId, error), actor);
      }
    });
  }
  return due.length;
}

export const heldActions: Actions<{ tasks: typeof heldOffice }>['tasks'] = {
  async heldDecisions(context) {
    const rows = await heldDecisionsBy(context.tx, context.operator.id);
    const data = rows.map(({ taskId: id, kind, label, ...held }) => ({
      ...heldView(held, context, context.operator.name),
      task: { id, kind, label },
    }));
    return { data };
  },

  async takeBackDecision(context, { id }) {
    const { tx, operator } = context;
    const row = await lockTask(tx, id);
    if (!row || !isVisible(operator, row)) throw new Refusal('TASK_NOT_FOUND');
    const taken = await takeDecisionBack(tx, id, operator.id);
    if (!taken) throw new Refusal('DECISION_IN_FORCE');
    await recordMove(context, {
      subject: { type: 'task', id },
      action: 'task.taken_back',
      snapshot: { task: id, decision: taken.decision },
    });
    return { data: { ok: true } };
  },
};
