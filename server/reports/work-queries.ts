// SQL of the funnel and of service times.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import type { ServiceSet } from '#contract/reports/work.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, type Sql, sql } from '../database/sql.ts';

type Period = { from: Day; to: Day };
type Page = { limit: number; offset: number };

/** First and last instant of a period of days in Taipei, as a condition. */
const within = (
  column: Sql,
  { from, to }: Period,
) => sql`${column} >= ${from}::date::timestamp at time zone 'Asia/Taipei'
    and ${column} < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`;

/**
 * Stage that an application has reached; stages 1 to 3 (registered, confirmed, verified) are
 * reached before an application exists.
 */
const applied = sql`case when l.disbursed_on is not null then 7 when l.signed_at is not null then 6
    when l.rate_bps is not null then 5 else 4 end`;
/**
 * Members who registered in a period and may borrow, each with the furthest stage of all their
 * applications. A member who has reached a stage has also reached the stages before it.
 */
const came = (period: Period) => sql`with farthest as (
    select l.member_id, max(${applied}) as stage from lending.loan l group by l.member_id
  ), came as (
    select m.id, (m.created_at at time zone 'Asia/Taipei')::date as joined_on,
      coalesce(f.stage, case when v.approved_at is not null then 3
        when m.email_verified_at is not null then 2 else 1 end) as stage
    from identity.member m
    left join verification.profile v on v.member_id = m.id
    left join farthest f on f.member_id = m.id
    where m.purpose in ('borrow', 'both') and ${within(sql`m.created_at`, period)}
  )`;

/**
 * For each month of registration, how many members reached each stage, from the first to the last.
 */
export const funnelMonths = (tx: Tx, period: Period) =>
  tx.planned<{ month: string; reached: number[] }>(sql`
    ${came(period)}
    select to_char(date_trunc('month', c.joined_on), 'YYYY-MM') as month,
      array[count(*), count(*) filter (where stage >= 2), count(*) filter (where stage >= 3),
        count(*) filter (where stage >= 4), count(*) filter (where stage >= 5),
        count(*) filter (where stage >= 6), count(*) filter (where stage >= 7)] as reached
    from came c group by date_trunc('month', c.joined_on) order by 1
  `);

export const visitMonths = (tx: Tx, { from, to }: Period) =>
  tx.many<{ month: string; pages: number }>(sql`
    select to_char(day, 'YYYY-MM') as month, sum(pages)::bigint as pages
    from reports.visit where day between ${from} and ${to} group by 1
  `);

export const addVisits = (tx: Tx, on: Day, pages: number) =>
  tx.run(sql`
    insert into reports.visit as v (day, pages) values (${on}, ${pages})
    on conflict (day) do update set pages = v.pages + excluded.pages
  `);

export type FunnelMemberRow = {
  id: number;
  joinedOn: Day;
  stage: number;
  loanId: number | null;
  caseNo: string | null;
  total: number;
};

const newest = keyset('desc', { joinedOn: sql`joined_on`, id: sql`id` });

export const funnelMembers = (
  tx: Tx,
  { least, ...period }: Period & { least: number },
  part: Part<{ joinedOn: string; id: number }>,
) =>
  tx.planned<FunnelMemberRow>(sql`
    ${came(period)}, page as materialized (
      select *, (count(*) over ())::integer as total
      from came where ${allOf([sql`stage >= ${least}`, newest.after(part)])}
      order by ${newest.order} ${limitOf(part)}
    )
    select page.id, joined_on, stage, loan.id as loan_id, loan.case_no, total
    from page left join lateral (
      select l.id, l.case_no from lending.loan l where l.member_id = page.id
      order by ${applied} desc, l.id limit 1
    ) loan on true
    order by joined_on desc, page.id desc
  `);

export type ServiceKind = {
  kind: TaskKind;
  done: number;
  inTime: number;
  medianHours: number | null;
  p90Hours: number | null;
  open: number;
  late: Money;
};

/** Counts only tasks decided by a person; auto-closed ones are excluded. */
const decided = (period: Period) =>
  sql`t.status = 'done' and t.checker_id is not null and ${within(sql`t.decided_at`, period)}`;
const hours = sql`date_part('epoch', t.decided_at - t.created_at) / 3600`;

export const serviceKinds = (tx: Tx, period: Period, now: Date) =>
  tx.planned<ServiceKind>(sql`
    with done as (
      select t.kind, count(*)::integer as done,
        (count(*) filter (where t.decided_at <= t.due_at))::integer as in_time,
        percentile_cont(array[0.5, 0.9]) within group (order by ${hours}) as hours
      from tasks.task t where ${decided(period)} group by t.kind
    ), open as (
      select kind, count(*)::integer as open,
        (count(*) filter (where due_at < ${now}))::integer as late
      from tasks.task where status = 'open' group by kind
    )
    select kind, coalesce(done, 0) as done, coalesce(in_time, 0) as in_time,
      round(hours[1]::numeric, 1)::float8 as median_hours,
      round(hours[2]::numeric, 1)::float8 as p90_hours, coalesce(open, 0) as open,
      coalesce(late, 0) as late
    from done full join open using (kind)
  `);

export type ServiceTaskRow = {
  id: number;
  subjectType: string;
  subjectId: number;
  subjectLabel: string;
  openedAt: Date;
  dueAt: Date;
  decidedAt: Date | null;
  hours: number | null;
  inTime: boolean;
  by: string | null;
  total: number;
};

const sets: Record<ServiceSet, (of: Period & { now: Date }) => Sql> = {
  done: decided,
  lateDone: (of) => sql`${decided(of)} and t.decided_at > t.due_at`,
  open: () => sql`t.status = 'open'`,
  lateOpen: ({ now }) => sql`t.status = 'open' and t.due_at < ${now}`,
};

export const serviceTasks = (
  tx: Tx,
  of: Period & { kind: TaskKind; set: ServiceSet; now: Date },
  page: Page,
) =>
  tx.planned<ServiceTaskRow>(sql`
    select t.id, t.subject_type, t.subject_id, t.subject_label, t.created_at as opened_at, t.due_at,
      t.decided_at, round((${hours})::numeric, 1)::float8 as hours,
      coalesce(t.decided_at, ${of.now}) <= t.due_at as in_time, o.name as by,
      (count(*) over ())::integer as total
    from tasks.task t left join identity.operator o on o.id = t.checker_id
    where t.kind = ${of.kind} and ${sets[of.set](of)}
    order by coalesce(t.decided_at, ${of.now}::timestamptz) - t.created_at desc, t.id
    limit ${page.limit} offset ${page.offset}
  `);
