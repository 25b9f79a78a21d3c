// SQL of scheduled reports: when each is sent, to whom, and what was sent.
import type { Day } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import type { ReportName } from '#contract/reports/print.ts';
import type { Rhythm } from '#contract/reports/schedules.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type ScheduleRow = {
  id: number;
  report: ReportName;
  rhythm: Rhythm;
  day: number;
  ownerId: number;
  nextOn: Day;
  pausedAt: Date | null;
};

const columns = sql`s.id, s.report, s.rhythm, s.day, s.owner_id, s.next_on, s.paused_at`;

export type ListedSchedule = ScheduleRow & {
  ownerName: string;
  ownerLeft: boolean;
  dueOn: Day | null;
  sentAt: Date | null;
  mails: number;
  skipped: number;
  total: number;
};

/** The schedules of these reports that have not ended, by report and age. */
export const schedulesOf = (
  tx: Tx,
  reports: readonly ReportName[],
  { limit, offset }: { limit: number; offset: number },
) =>
  tx.many<ListedSchedule>(sql`
    select ${columns}, o.name as owner_name, o.disabled_at is not null as owner_left, l.due_on,
      l.sent_at, coalesce(l.mails, 0) as mails, coalesce(l.skipped, 0) as skipped,
      count(*) over () as total
    from reports.schedule s join identity.operator o on o.id = s.owner_id
    left join lateral (
      select due_on, sent_at, mails, skipped from reports.sending
      where schedule_id = s.id order by due_on desc limit 1
    ) l on true
    where s.ended_at is null and s.report = any (${reports}::text[])
    order by array_position(${reports}::text[], s.report), s.id
    limit ${limit} offset ${offset}
  `);

/** Waits until nobody else changes or sends the schedule. */
export const lockSchedule = (tx: Tx, id: number) =>
  tx.maybe<ScheduleRow>(sql`
    select ${columns} from reports.schedule s where s.id = ${id} and s.ended_at is null
    for no key update
  `);

export const insertSchedule = (
  tx: Tx,
  of: Pick<ScheduleRow, 'report' | 'rhythm' | 'day' | 'ownerId' | 'nextOn'> & { now: Date },
) =>
  tx.one<{ id: number }>(sql`
    insert into reports.schedule (report, rhythm, day, owner_id, made_at, next_on)
    values (${of.report}, ${of.rhythm}, ${of.day}, ${of.ownerId}, ${of.now}, ${of.nextOn})
    returning id
  `);

export const updateSchedule = (
  tx: Tx,
  id: number,
  of: Pick<ScheduleRow, 'rhythm' | 'day' | 'nextOn'>,
) =>
  tx.run(sql`
    update reports.schedule set rhythm = ${of.rhythm}, day = ${of.day}, next_on = ${of.nextOn}
    where id = ${id}
  `);

export const setNextOn = (tx: Tx, id: number, nextOn: Day) =>
  tx.run(sql`update reports.schedule set next_on = ${nextOn} where id = ${id}`);

export const setPaused = (tx: Tx, id: number, at: Date | null) =>
  tx.run(sql`update reports.schedule set paused_at = ${at} where id = ${id}`);

export const setEnded = (tx: Tx, id: number, at: Date) =>
  tx.run(sql`update reports.schedule set ended_at = ${at} where id = ${id}`);

export const insertRecipients = (tx: Tx, id: number, operatorIds: readonly number[]) =>
  tx.run(sql`
    insert into reports.schedule_recipient (schedule_id, operator_id)
    select ${id}, operator_id from unnest(${operatorIds}::bigint[]) as r (operator_id)
    order by operator_id
  `);

export const deleteRecipients = (tx: Tx, id: number) =>
  tx.run(sql`delete from reports.schedule_recipient where schedule_id = ${id}`);

export type RecipientRow = {
  scheduleId: number;
  id: number;
  name: string;
  email: string;
  roles: Role[];
  left: boolean;
};

export const recipientsOf = (tx: Tx, scheduleIds: readonly number[]) =>
  tx.many<RecipientRow>(sql`
    select r.schedule_id, o.id, o.name, o.email, o.roles, o.disabled_at is not null as left
    from reports.schedule_recipient r join identity.operator o on o.id = r.operator_id
    where r.schedule_id = any (${scheduleIds}::bigint[]) order by r.schedule_id, o.id
  `);

/** The roles of the operators at work among these. */
export const rolesOf = (tx: Tx, operatorIds: readonly number[]) =>
  tx.many<{ id: number; roles: Role[] }>(sql`
    select id, roles from identity.operator
    where id = any (${operatorIds}::bigint[]) and disabled_at is null and approved_at is not null
  `);

const isDue = (upTo: Day) =>
  sql`s.next_on <= ${upTo} and s.paused_at is null and s.ended_at is null`;

export const dueSchedules = (tx: Tx, upTo: Day) =>
  tx.many<{ id: number }>(sql`
    select s.id from reports.schedule s where ${isDue(upTo)} order by s.id
  `);

/** Locks a schedule if it is still due; none if another worker has it or has sent it. */
export const lockDue = (tx: Tx, id: number, upTo: Day) =>
  tx.maybe<ScheduleRow>(sql`
    select ${columns} from reports.schedule s where s.id = ${id} and ${isDue(upTo)}
    for no key update skip locked
  `);

/** Writes the sending of a due day; returns 0 if the day was sent before. */
export const insertSending = (
  tx: Tx,
  of: { id: number; dueOn: Day; now: Date; mails: number; skipped: number },
) =>
  tx.run(sql`
    insert into reports.sending (schedule_id, due_on, sent_at, mails, skipped)
    values (${of.id}, ${of.dueOn}, ${of.now}, ${of.mails}, ${of.skipped})
    on conflict do nothing
  `);
