// SQL of decisions that have not taken effect.
import type { Decision } from '#contract/tasks/decisions.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type HeldDecisionRow = {
  operatorId: number;
  decision: Decision;
  toAnother: boolean;
  madeAt: Date;
  takesEffectAt: Date;
  failure: string | null;
};

const columns = sql`h.operator_id, h.decision, h.to_another, h.made_at,
  h.takes_effect_at, h.failure`;

/** Holds a decision; one of this task that failed is replaced. */
export const insertHeldDecision = (
  tx: Tx,
  held: {
    taskId: number;
    operatorId: number;
    decision: Decision;
    toAnother: boolean;
    requestId: string;
    madeAt: Date;
    takesEffectAt: Date;
  },
) =>
  tx.run(sql`
    insert into tasks.held_decision
      (task_id, operator_id, decision, to_another, request_id, made_at, takes_effect_at)
    values (${held.taskId}, ${held.operatorId}, ${JSON.stringify(held.decision)},
      ${held.toAnother}, ${held.requestId}, ${held.madeAt}, ${held.takesEffectAt})
    on conflict (task_id) do update set operator_id = excluded.operator_id,
      decision = excluded.decision, to_another = excluded.to_another,
      request_id = excluded.request_id, made_at = excluded.made_at,
      takes_effect_at = excluded.takes_effect_at, failure = null
  `);

export const heldDecisionOf = (tx: Tx, taskId: number) =>
  tx.maybe<HeldDecisionRow>(
    sql`select ${columns} from tasks.held_decision h where h.task_id = ${taskId}`,
  );

/** An operator's own decisions that have not taken effect, the newest first. */
export const heldDecisionsBy = (tx: Tx, operatorId: number) =>
  tx.many<HeldDecisionRow & { taskId: number; kind: TaskKind; label: string }>(sql`
    select ${columns}, t.id as task_id, t.kind, t.subject_label as label
    from tasks.held_decision h join tasks.task t on t.id = h.task_id
    where h.operator_id = ${operatorId} order by h.made_at desc, h.task_id limit 100
  `);

/** The decisions that are due at an instant of real time, in the order in which they were made. */
export const dueDecisions = (tx: Tx, realNow: Date) =>
  tx.many<{ taskId: number; operatorId: number; requestId: string }>(sql`
    select task_id, operator_id, request_id from tasks.held_decision
    where failure is null and takes_effect_at <= ${realNow}
    order by takes_effect_at, task_id limit 100
  `);

/** Whether any decision waits to take effect. */
export const decisionsWait = async ({ tx }: { tx: Tx }): Promise<boolean> =>
  (await tx.maybe(sql`select from tasks.held_decision where failure is null limit 1`)) !== null;

/** Deletes an operator's decision that waits; returns its name, null if none waits. */
export const takeDecisionBack = (tx: Tx, taskId: number, operatorId: number) =>
  tx.maybe<{ decision: string }>(sql`
    delete from tasks.held_decision
    where task_id = ${taskId} and operator_id = ${operatorId} and failure is null
    returning decision ->> 'decision' as decision
  `);

export const failDecision = (tx: Tx, taskId: number, failure: string) =>
  tx.run(sql`update tasks.held_decision set failure = ${failure} where task_id = ${taskId}`);

/** Has a decision that could not be carried out now tried again at an instant of real time. */
export const delayDecision = (tx: Tx, taskId: number, until: Date) =>
  tx.run(sql`
    update tasks.held_decision set takes_effect_at = ${until}
    where task_id = ${taskId} and failure is null
  `);

/** Deletes the decisions in tasks about persons, because their fields tell of them. */
export const eraseHeldDecisions = (tx: Tx, types: readonly string[], ids: readonly number[]) =>
  tx.run(sql`
    delete from tasks.held_decision h
    using tasks.task t, unnest(${types}::text[], ${ids}::bigint[]) as s (type, id)
    where t.id = h.task_id and t.subject_type = s.type and t.subject_id = s.id
  `);
