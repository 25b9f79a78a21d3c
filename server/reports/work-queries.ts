// The SQL of the funnel and of service times.
import type { Day } from '#contract/core/day.ts';
import type { ServiceSet } from '#contract/reports/work.ts';
import type { TaskKind } from '#contract/tasks/calls.ts';
import type { Tx } from '../database/db.ts';

type Period = { from: Day; to: Day };
type Page = { limit: number; offset: number };

/** An instant's bounds of the days $1 to $2 in Taipei. */
const within = (column: string) => `${column} >= $1::date::timestamp at time zone 'Asia/Taipei'
    and ${column} < ($2::date + 1)::timestamp at time zone 'Asia/Taipei'`;

/** How far an application came; registered, confirmed and verified are the stages before it. */
const applied = `case when l.disbursed_on is not null then 7 when l.signed_at is not null then 6
    when l.rate_bps is not null then 5 else 4 end`;
/**
 * Members who registered from $1 to $2 and may borrow, each with how far he came: the farthest of
 * all his applications. Each stage implies those before it.
 */
const came = `with farthest as (
    select l.member_id, max(${applied}) as stage from lending.loan l group by l.member_id
  ), came as (
    select m.id, (m.created_at at time zone 'Asia/Taipei')::date as joined_on,
      coalesce(f.stage, case when v.approved_at is not null then 3
        when m.email_verified_at is not null then 2 else 1 end) as stage
    from identity.member m
    left join verification.profile v on v.member_id = m.id
    left join farthest f on f.member_id = m.id
    where m.purpose in ('borrow', 'both') and ${within('m.created_at')}
  )`;

/** By month of registration: how many came to each stage, from the first to the last. */
export const funnelMonths = (tx: Tx, { from, to }: Period) =>
  tx.planned<{ month: string; reached: number[] }>(
    'reports.funnelMonths',
    `${came}
     select to_char(date_trunc('month', c.joined_on), 'YYYY-MM') as month,
       array[count(*), count(*) filter (where stage >= 2), count(*) filter (where stage >= 3),
         count(*) filter (where stage >= 4), count(*) filter (where stage >= 5),
         count(*) filter (where stage >= 6), count(*) filter (where stage >= 7)] as reached
     from came c group by date_trunc('month', c.joined_on) order by 1`,
    [from, to],
  );

export const visitMonths = (tx: Tx, { from, to }: Period) =>
  tx.many<{ month: string; pages: number }>(
    'reports.visitMonths',
    `select to_char(day, 'YYYY-MM') as month, sum(pages)::bigint as pages
     from reports.visit where day between $1 and $2 group by 1`,
    [from, to],
  );

export const addVisits = (tx: Tx, on: Day, pages: number) =>
  tx.run(
    'reports.addVisits',
    `insert into reports.visit as v (day, pages) values ($1, $2)
     on conflict (day) do update set pages = v.pages + excluded.pages`,
    [on, pages],
  );

export type FunnelMemberRow = {
  id: number;
  joinedOn: Day;
  stage: number;
  loanId: number | null;
  caseNo: string | null;
  total: number;
};

export const funnelMembers = (
  tx: Tx,
  { from, to, least }: Period & { least: number },
  page: { limit: number; offset?: number; last?: { on: string; id: number } | null },
) =>
  tx.planned<FunnelMemberRow>(
    'reports.funnelMembers',
    `${came}
     , page as materialized (
       select *, (count(*) over ())::integer as total
       from came where stage >= $3
         and ($6::date is null or (joined_on, id) < ($6::date, $7::bigint))
       order by joined_on desc, id desc limit $4 offset $5
     )
     select page.id, joined_on as "joinedOn", stage, loan.id as "loanId",
       loan.case_no as "caseNo", total
     from page left join lateral (
       select l.id, l.case_no from lending.loan l where l.member_id = page.id
       order by ${applied} desc, l.id limit 1
     ) loan on true
     order by joined_on desc, page.id desc`,
    [
      ...[from, to, least, page.limit, page.offset ?? 0],
      ...[page.last?.on ?? null, page.last?.id ?? null],
    ],
  );

export type ServiceKind = {
  kind: TaskKind;
  done: number;
  inTime: number;
  medianHours: number | null;
  p90Hours: number | null;
  open: number;
  late: number;
};

/** Whoever decided was a person: what events have overtaken took nobody's time. */
const decided = `t.status = 'done' and t.checker_id is not null and ${within('t.decided_at')}`;
const hours = `date_part('epoch', t.decided_at - t.created_at) / 3600`;

export const serviceKinds = (tx: Tx, { from, to }: Period, now: Date) =>
  tx.planned<ServiceKind>(
    'reports.serviceKinds',
    `with done as (
       select t.kind, count(*)::integer as done,
         (count(*) filter (where t.decided_at <= t.due_at))::integer as in_time,
         percentile_cont(array[0.5, 0.9]) within group (order by ${hours}) as hours
       from tasks.task t where ${decided} group by t.kind
     ), open as (
       select kind, count(*)::integer as open,
         (count(*) filter (where due_at < $3))::integer as late
       from tasks.task where status = 'open' group by kind
     )
     select kind, coalesce(done, 0) as done, coalesce(in_time, 0) as "inTime",
       round(hours[1]::numeric, 1)::float8 as "medianHours",
       round(hours[2]::numeric, 1)::float8 as "p90Hours", coalesce(open, 0) as open,
       coalesce(late, 0) as late
     from done full join open using (kind)`,
    [from, to, now],
  );

export type ServiceTaskRow = {
  id: number;
  subjectType: string;
  subjectId: number;
  openedAt: Date;
  dueAt: Date;
  decidedAt: Date | null;
  hours: number | null;
  inTime: boolean;
  by: string | null;
  total: number;
};

const sets: Record<ServiceSet, string> = {
  done: decided,
  lateDone: `${decided} and t.decided_at > t.due_at`,
  open: `t.status = 'open'`,
  lateOpen: `t.status = 'open' and t.due_at < $4`,
};

export const serviceTasks = (
  tx: Tx,
  of: Period & { kind: TaskKind; set: ServiceSet; now: Date },
  page: Page,
) =>
  tx.planned<ServiceTaskRow>(
    `reports.serviceTasks.${of.set}`,
    `select t.id, t.subject_type as "subjectType", t.subject_id as "subjectId",
       t.created_at as "openedAt", t.due_at as "dueAt", t.decided_at as "decidedAt",
       round((${hours})::numeric, 1)::float8 as hours,
       coalesce(t.decided_at, $4) <= t.due_at as "inTime", o.name as by,
       (count(*) over ())::integer as total
     from tasks.task t left join identity.operator o on o.id = t.checker_id
     where t.kind = $3 and $1::date is not null and $2::date is not null and ${sets[of.set]}
     order by coalesce(t.decided_at, $4::timestamptz) - t.created_at desc, t.id
     limit $5 offset $6`,
    [of.from, of.to, of.kind, of.now, page.limit, page.offset],
  );
