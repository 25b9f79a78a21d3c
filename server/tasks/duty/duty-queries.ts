// SQL of the operators' duty: overdue tasks, and the people who are told about them.
import type { Role } from '#contract/core/endpoint.ts';
import type { Day } from '#contract/core/day.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** `level` is the level before the escalation. */
export type Escalated = { id: number; kind: TaskKind; level: number; assigneeId: number | null };

const isOverdue = (level: number, before: Date) =>
  sql`status = 'open' and due_at < ${before} and escalation < ${level}`;

/** The tasks that `escalateOverdue` would escalate. */
export const overdueTasks = (level: number, before: Date) =>
  sql`select from tasks.task where ${isOverdue(level, before)}`;

/**
 * Raises the level and the priority of the open tasks that were due before an instant; a reason
 * that a person gave for the priority stays. Tasks that somebody is deciding now are skipped.
 */
export const escalateOverdue = (
  tx: Tx,
  { level, before, reason, now }: { level: number; before: Date; reason: string; now: Date },
) =>
  tx.many<Escalated>(sql`
    update tasks.task t set escalation = ${level}, escalated_at = ${now}, priority = 'high',
      priority_reason = case when t.priority = 'high' and t.escalation = 0
        then t.priority_reason else ${reason} end
    from (select id, escalation from tasks.task
      where ${isOverdue(level, before)} order by id for no key update skip locked) o
    where t.id = o.id
    returning t.id, t.kind, o.escalation as level, t.assignee_id
  `);

/**
 * Makes the open tasks of a kind about these subjects urgent, at least at the first level, so that
 * nobody is told of them again only because they are overdue.
 */
export const makeUrgent = (
  tx: Tx,
  kind: TaskKind,
  subjectIds: readonly number[],
  { reason, now }: { reason: string; now: Date },
) =>
  tx.many<Escalated>(sql`
    update tasks.task t set escalation = greatest(t.escalation, 1), escalated_at = ${now},
      priority = 'high', priority_reason = ${reason}
    where t.status = 'open' and t.kind = ${kind} and t.subject_id = any (${subjectIds})
    returning t.id, t.kind, t.escalation as level, t.assignee_id
  `);

export type PersonToTell = { id: number; name: string; email: string; roles: Role[] };

/**
 * The roles of the operator `o` that may be used at an instant of real time: new roles that handle
 * money are held for a day.
 */
export const rolesAt = (realNow: Date) => sql`array(select role from unnest(o.roles) role
  where o.held_until is null or o.held_until <= ${realNow} or role <> all (o.held_roles))`;

/** The operators at work who are not absent on a day, with the roles that they may use. */
export const peopleToTell = (tx: Tx, today: Day, realNow: Date) =>
  tx.many<PersonToTell>(sql`
    select o.id, o.name, o.email, ${rolesAt(realNow)} as roles
    from identity.operator o
    where o.disabled_at is null and o.approved_at is not null and not exists (
      select from tasks.absence a where a.operator_id = o.id and a.ended_at is null
        and ${today} between a.first_day and a.last_day)
    order by o.id
  `);

/** An operator at work with the roles that they may use at an instant of real time. */
export const actingOperator = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<{ id: number; email: string; name: string; roles: Role[] }>(sql`
    select o.id, o.email, o.name, ${rolesAt(realNow)} as roles from identity.operator o
    where o.id = ${id} and o.disabled_at is null and o.approved_at is not null
  `);
