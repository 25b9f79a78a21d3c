// SQL of absences, of the tasks that absent operators hold, and of the automatic assignment.
import type { Day } from '#contract/core/day.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type AbsenceRow = {
  id: number;
  operatorId: number;
  operatorName: string;
  from: Day;
  to: Day;
  substituteId: number | null;
  substituteName: string | null;
};

const absences = sql`
  select a.id, a.operator_id, o.name as operator_name, a.first_day as "from", a.last_day as "to",
    a.substitute_id, s.name as substitute_name
  from tasks.absence a join identity.operator o on o.id = a.operator_id
  left join identity.operator s on s.id = a.substitute_id`;

/** Absences of operators at work that have not ended before a day. */
export const currentAbsences = (tx: Tx, today: Day) =>
  tx.many<AbsenceRow>(sql`
    ${absences}
    where a.ended_at is null and a.last_day >= ${today} and o.disabled_at is null
    order by a.first_day, a.id
  `);

export const absenceById = (tx: Tx, id: number) =>
  tx.maybe<AbsenceRow>(sql`${absences} where a.id = ${id} and a.ended_at is null
    for no key update of a`);

/** Serialises the absences of one operator, so that two of them never overlap. */
export const lockAbsencesOf = (tx: Tx, operatorId: number) =>
  tx.run(sql`select pg_advisory_xact_lock(9, ${operatorId}::integer)`);

export const overlapping = (tx: Tx, operatorId: number, from: Day, to: Day) =>
  tx.maybe<{ id: number }>(sql`
    select id from tasks.absence where operator_id = ${operatorId} and ended_at is null
      and first_day <= ${to} and last_day >= ${from} limit 1
  `);

export const insertAbsence = (
  tx: Tx,
  of: {
    operatorId: number;
    from: Day;
    to: Day;
    substituteId: number | null;
    madeBy: number;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into tasks.absence (operator_id, first_day, last_day, substitute_id, made_by, made_at)
    values (${of.operatorId}, ${of.from}, ${of.to}, ${of.substituteId}, ${of.madeBy}, ${of.now})
    returning id
  `);

export const endAbsenceRow = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update tasks.absence set ended_at = ${now} where id = ${id}`);

export type HeldTask = {
  id: number;
  kind: TaskKind;
  makerId: number | null;
  otherMakers: number[];
  assigneeId: number;
  substituteId: number | null;
};

const tasksOfAbsentees = (today: Day) => sql`tasks.task t
    join tasks.absence a on a.operator_id = t.assignee_id
    where t.status = 'open' and a.ended_at is null
      and ${today} between a.first_day and a.last_day`;

export const heldByAbsent = (today: Day) => sql`select from ${tasksOfAbsentees(today)}`;

/** The open tasks that absent operators hold; tasks that somebody is deciding now are skipped. */
export const tasksOfAbsent = (tx: Tx, today: Day) =>
  tx.many<HeldTask>(sql`
    select t.id, t.kind, t.maker_id, t.other_makers, t.assignee_id, a.substitute_id
    from ${tasksOfAbsentees(today)}
    order by t.id for no key update of t skip locked
  `);

const isFree = (kinds: readonly string[]) =>
  sql`status = 'open' and assignee_id is null and kind = any (${kinds})`;

export const freeTasks = (kinds: readonly string[]) =>
  sql`select from tasks.task where ${isFree(kinds)}`;

/** Open tasks of these kinds that nobody holds: urgent ones first, then by due time. */
export const unassignedTasks = (tx: Tx, kinds: readonly string[], limit: number) =>
  tx.many<{ id: number; kind: TaskKind; makerId: number | null; otherMakers: number[] }>(sql`
    select id, kind, maker_id, other_makers from tasks.task
    where ${isFree(kinds)} order by priority = 'high' desc, due_at, id
    limit ${limit} for no key update skip locked
  `);

/** Locks the turn of a kind, so that two workers never take the same turn. */
export const lockTurn = async (tx: Tx, kind: TaskKind): Promise<number> => {
  await tx.run(sql`insert into tasks.turn (kind, operator_id) values (${kind}, 0)
    on conflict do nothing`);
  const turn = await tx.one<{ operatorId: number }>(sql`
    select operator_id from tasks.turn where kind = ${kind} for no key update
  `);
  return turn.operatorId;
};

export const setTurn = (tx: Tx, kind: TaskKind, operatorId: number) =>
  tx.run(sql`update tasks.turn set operator_id = ${operatorId} where kind = ${kind}`);
