// Limits up to which operators may approve loans and payments: reading, setting and enforcing them.
import { dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { maxOf, minOf, type Money, subtract, ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import { limitedKinds, type TaskKind } from '#contract/tasks/kinds.ts';
import {
  type ApprovalLimits,
  type Approved,
  dayOfSubject,
  FIRST_LIMITS,
  isWithin,
  limitedRoles,
  limitSubjects,
  NO_LIMITS,
  type taskLimitSchema,
} from '#contract/tasks/limits.ts';
import type { ServerSide } from '#contract/core/server-side.ts';
import type { Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { peopleToTell } from '../duty/duty-queries.ts';
import { mayGet, type Present } from '../duty/duty-rules.ts';
import { type TaskDbRow, taskById } from '../queries.ts';
import {
  approvedOn,
  insertApproved,
  insertLimit,
  lastLimits,
  limitsAt,
  type LimitRow,
  lockApprovals,
} from './limit-queries.ts';
import { hooks } from '../../hooks.ts';

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

/**
 * Returns up to which amount operators may approve something now, in NT$: their limit of one act,
 * or what is left of their limit of the day if that is less; null without a limit.
 */
async function leftNow(work: Work, ids: readonly number[], subject: Approved) {
  const limits = await limitsNow(work, ids);
  const sums = await approvedOn(work.tx, ids, dayOf(work.realNow));
  const sum = new Map(
    sums.filter((row) => row.subject === subject).map((row) => [row.operatorId, row.amount]),
  );
  return (id: number): Money | null => {
    const { [subject]: most, [dayOfSubject[subject]]: ofDay } = limits(id);
    if (ofDay === null) return most;
    const left = maxOf(ZERO, subtract(ofDay, sum.get(id) ?? ZERO));
    return most === null ? left : minOf(most, left);
  };
}

type Limited = { subject: Approved; amount: Money };

/** Returns the amount that a task approves; null if its kind has no limit. */
async function limitedBy<K extends TaskKind>(
  work: Work,
  row: TaskDbRow<K>,
): Promise<Limited | null> {
  const subject = limitedKinds[row.kind];
  if (subject === undefined) return null;
  const handler = hooks.tasks[row.kind];
  if (!handler?.amount) throw new Error(`tasks of the kind ${row.kind} state no amount`);
  return { subject, amount: await handler.amount(work, row) };
}

/**
 * Refuses ABOVE_LIMIT if the operator may not approve the amount of the task, in one act or after
 * what they have approved on this day; otherwise the amount counts towards their day.
 */
export async function assertWithinLimit(
  work: Work & { operator: Operator },
  row: TaskDbRow,
  decision: string,
): Promise<void> {
  if (decision !== 'approve' || limitedKinds[row.kind] === undefined) return;
  const limited = await limitedBy(work, row);
  if (!limited) return;
  const { id } = work.operator;
  await lockApprovals(work.tx, id);
  const limit = (await leftNow(work, [id], limited.subject))(id);
  if (!isWithin(limit, limited.amount)) {
    throw new Refusal('ABOVE_LIMIT', { data: { limit, amount: limited.amount } });
  }
  const approved = { ...limited, taskId: row.id, operatorId: id, day: dayOf(work.realNow) };
  await insertApproved(work.tx, approved);
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
  const left = await leftNow(
    work,
    people.map(({ id }) => id),
    limited.subject,
  );
  return people.filter(({ id }) => isWithin(left(id), limited.amount));
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
  const left = await leftNow(work, [operator.id, ...able.map(({ id }) => id)], subject);
  return {
    subject,
    amount,
    own: left(operator.id),
    approvers: able
      .map(({ id, name }) => ({ id, name, limit: left(id) }))
      .filter(({ limit }) => isWithin(limit, amount)),
  };
}

/** Instant from which a new limit counts: a higher one only after `holdMs`, a lower one at once. */
const countsFrom = (before: Money | null, after: Money | null, realNow: Date, holdMs: number) =>
  before !== null && (after === null || after > before)
    ? new Date(realNow.getTime() + holdMs)
    : realNow;

/**
 * Gives an operator the limits with which everybody begins, if they may approve and have none yet.
 * Operators from before there were such limits keep what they have.
 */
export async function beginLimits(
  work: Work,
  operatorId: number,
  roles: readonly Role[],
  by: { madeBy: number; approvedBy: number },
): Promise<void> {
  if (!roles.some((role) => limitedRoles.includes(role))) return;
  if ((await lastLimits(work.tx, [operatorId])).length > 0) return;
  await setLimits(work, operatorId, FIRST_LIMITS, { ...by, holdMs: 0 });
}

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
