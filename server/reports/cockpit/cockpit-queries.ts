// SQL of the figures on the office's front page: one sum for each day.
import type { Day } from '#contract/core/day.ts';
import type { CockpitFigure, PipelineStage } from '#contract/reports/cockpit.ts';
import type { Tx } from '../../database/db.ts';
import { type Sql, sql } from '../../database/sql.ts';

type Period = { from: Day; to: Day };
type DayRow = { on: Day; value: number };

const local = (column: Sql) => sql`(${column} at time zone 'Asia/Taipei')::date`;

/** First and last instant of the period, as a condition that an index can serve. */
const within = (
  column: Sql,
  { from, to }: Period,
) => sql`${column} >= ${from}::date::timestamp at time zone 'Asia/Taipei'
    and ${column} < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`;

const counted = (column: Sql, table: Sql, period: Period) => sql`
  select ${local(column)} as "on", count(*) as value from ${table} where ${within(column, period)}`;

const sources: Record<CockpitFigure, (period: Period) => Sql> = {
  applied: (period) => sql`${counted(sql`created_at`, sql`lending.loan`, period)} group by 1`,
  reviewed: (period) => sql`${counted(sql`decided_at`, sql`tasks.task`, period)}
    and status = 'done' and checker_id is not null and kind in ('identity_review',
      'financial_review', 'account_change_review', 'loan_review') group by 1`,
  disbursed: ({ from, to }) => sql`select disbursed_on as "on", sum(amount)::bigint as value
    from lending.loan where disbursed_on between ${from} and ${to} group by 1`,
  received: ({ from, to }) => sql`select bank_date as "on", sum(amount)::bigint as value
    from banking.receipt where bank_date between ${from} and ${to} and sign = '+' group by 1`,
  paidOut: ({ from, to }) => sql`select settled_on as "on", sum(amount)::bigint as value
    from banking.payment where settled_on between ${from} and ${to} and status = 'confirmed'
    group by 1`,
  joined: (period) => sql`${counted(sql`created_at`, sql`identity.member`, period)} group by 1`,
  visits: ({ from, to }) => sql`select day as "on", sum(pages)::bigint as value
    from reports.visit where day between ${from} and ${to} group by 1`,
};

/** Sums of a figure by day; days without anything are missing. */
export const figureDays = (tx: Tx, name: CockpitFigure, period: Period) =>
  tx.many<DayRow>(sources[name](period));

/** Applications by status, with the time since when the oldest of each is in it. */
export const pipelineRows = (tx: Tx, statuses: readonly number[]) =>
  tx.many<{ status: PipelineStage['status']; count: number; oldestAt: Date }>(sql`
    select status, count(*) as count, min(status_at) as oldest_at from lending.loan
    where status = any (${statuses}) group by status
  `);
