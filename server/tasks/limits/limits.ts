// Limits up to which operators may approve loans and payments: reading, setting and enforcing them.
import type { Money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import {
  type ApprovalLimits,
  isWithin,
  limitedKinds,
  limitSubjects,
  type LimitSubject,
  NO_LIMITS,
  type taskLimitSchema,
} from '#contract/tasks/limits.ts';
import type { ServerSide } from '#contract/core/server-side.ts';
import type { Operator, Work } from '../../action.ts';
import { peopleToTell } from '../duty/duty-queries.ts';
import { mayGet, type Present } from '../duty/duty-rules.ts';
import { type TaskDbRow, taskById } from '../queries.ts';
import { insertLimit, lastLimits, limitsAt, type LimitRow } from './limit-queries.ts';

const byOperator = (rows: readonly LimitRow[]): Map<number, ApprovalLimits> => {
  const found = new Map<number, ApprovalLimits>();
  for (const { operatorId, subject, amount } of rows) {
    found.set(operatorId, { ...(found.get(operatorId) ?? NO_LIMITS), [subject]: amount });
  }
  return found;
};

/** Returns the limits of operators that count now, in NT$. */
async function limitsNow({ tx, realNow }: Work, ids: readonly number[]) {
  const found = byOperator(await limitsAt(tx, ids, realNow));
  return (id: number): ApprovalLimits => found.get(id) ?? NO_LIMITS;
}

/** Returns the limits that were set last, also those that count only later. */
export async function limitsSet({ tx }: Pick<Work, 'tx'>, ids: readonly number[]) {
  const found = byOperator(await lastLimits(tx, ids));
  return (id: number): ApprovalLimits => found.get(id) ?? NO_LIMITS;
}

type Limited = { subject: LimitSubject; amount: Money };

/** Returns the amount that a task approves; null if its kind has no limit. */
async function limitedBy<K extends TaskKind>(
  work: Work,
  row: TaskDbRow<K>,
): Promise<Limited | null> {
  const subject = limitedKinds[row.kind];
  if (subject === undefined) return null;
  const handler = work.services.hooks.tasks[row.kind];
  if (!handler?.amount) throw new Error(`tasks of the kind ${row.kind} state no amount`);
  return { subject, amount: await handler.amount(work, row) };
}

/** Refuses ABOVE_LIMIT if the operator may not approve the amount of the task. */
export async function assertWithinLimit(
  work: Work & { operator: Operator },
  row: TaskDbRow,
  decision: string,
): Promise<void> {
  if (decision !== 'approve' || limitedKinds[row.kind] === undefined) return;
  const limited = await limitedBy(work, row);
  if (!limited) return;
  const limit = (await limitsNow(work, [work.operator.id]))(work.operator.id)[limited.subject];
  if (isWithin(limit, limited.amount)) return;
  throw new Refusal('ABOVE_LIMIT', { data: { limit, amount: limited.amount } });
}

/** Returns those of the operators whose limits allow them to approve the task. */
export async function withinLimit<P extends Present>(
  work: Work,
  task: { id: number; kind: TaskKind },
  people: readonly P[],
): Promise<readonly P[]> {
  if (limitedKinds[task.kind] === undefined) return people;
  const row = await taskById(work.tx, task.id);
  const limited = row && (await limitedBy(work, row));
  if (!limited) return people;
  const limits = await limitsNow(
    work,
    people.map(({ id }) => id),
  );
  return people.filter(({ id }) => isWithin(limits(id)[limited.subject], limited.amount));
}

/** Returns what a task shows about its limit: the amount, and who may approve it. */
export async function limitView(
  work: Work & { operator: Operator },
  row: TaskDbRow,
): Promise<ServerSide<typeof taskLimitSchema> | null> {
  const { realNow, tx, today, operator } = work;
  if (row.status !== 'open') return null;
  const limited = await limitedBy(work, row);
  if (!limited) return null;
  const { subject, amount } = limited;
  const able = (await peopleToTell(tx, today, realNow)).filter((one) => mayGet(row, one));
  const limits = await limitsNow(work, [operator.id, ...able.map(({ id }) => id)]);
  return {
    subject,
    amount,
    own: limits(operator.id)[subject],
    approvers: able
      .map(({ id, name }) => ({ id, name, limit: limits(id)[subject] }))
      .filter(({ limit }) => isWithin(limit, amount)),
  };
}

/** Instant from which a new limit counts: a higher one only after `holdMs`, a lower one at once. */
const countsFrom = (before: Money | null, after: Money | null, realNow: Date, holdMs: number) =>
  before !== null && (after === null || after > before)
    ? new Date(realNow.getTime() + holdMs)
    : realNow;

/** Stores the changed limits of an operator, on which two admins have agreed. */
export async function setLimits(
  work: Work,
  operatorId: number,
  limits: ApprovalLimits,
  by: { madeBy: number; approvedBy: number; holdMs: number },
): Promise<void> {
  const { tx, realNow } = work;
  const set = (await limitsSet(work, [operatorId]))(operatorId);
  const now = (await limitsNow(work, [operatorId]))(operatorId);
  for (const subject of limitSubjects) {
    const amount = limits[subject];
    if (amount === set[subject]) continue;
    const validFrom = countsFrom(now[subject], amount, realNow, by.holdMs);
    const { madeBy, approvedBy } = by;
    await insertLimit(tx, { operatorId, subject, amount, madeBy, approvedBy, validFrom });
  }
}
