// SQL of the vintage and default reports.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { lateStandings, standingStatus, type Standing } from '#contract/reports/credit.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, constant, list, sql, type Sql, trusted, when } from '../../database/sql.ts';

export type Narrowed = { plan?: string | undefined; grade?: string | undefined };
type Page = { limit: number; offset: number };

const lateStatuses = lateStandings.map((standing) => standingStatus[standing]);

/** SQL for the number of months from a loan's month of disbursement to the month of a day. */
const monthsFrom = (on: Sql) => sql`((extract(year from ${on}) - extract(year from v.start)) * 12
          + extract(month from ${on}) - extract(month from v.start))::integer`;

type Vintages = { from: Day; to: Day; today: Day } & Narrowed;

/**
 * Loans disbursed in a period, by plan and grade. For loans that were ever more than 30 days
 * overdue, `late` contains the outstanding principal at the end of each month in which they were so
 * overdue, up to today. A status lasts from the day on which the loan got it to the day of the next
 * change.
 */
const late = (of: Vintages) => sql`with vintage as (
    select l.id, l.status, l.amount, date_trunc('month', l.disbursed_on)::date as start
    from lending.loan l
    where l.disbursed_on between ${of.from} and least(${of.to}::date,
      ${of.today}::date) and l.status >= 60
      and ${allOf([
        when(of.plan, sql`l.plan_id in (select id from lending.plan where slug = ${of.plan})`),
        when(of.grade, sql`l.grade = ${of.grade}`),
      ])}
  ), ever as (
    select distinct a.subject_id as id from tasks.audit a join vintage v on v.id = a.subject_id
    where a.subject_type = 'loan' and a.to_status in ('70', '75', '80', '95')
  ), spell as (
    select a.subject_id as id, a.to_status, (a.at at time zone 'Asia/Taipei')::date as since,
      lead((a.at at time zone 'Asia/Taipei')::date)
        over (partition by a.subject_id order by a.id) as until
    from tasks.audit a join ever e on e.id = a.subject_id
    where a.subject_type = 'loan' and a.to_status is not null
      and a.to_status is distinct from a.from_status
  ), late as materialized (
    select v.id, v.start, m.age, v.amount - coalesce((
        select sum(f.amount) from servicing.allocation f
        where f.loan_id = v.id and f.class = 'principal' and f.allocated_on <= m.ends
      ), 0)::bigint as principal
    from spell s join vintage v on v.id = s.id
    cross join lateral (
      select age, least((v.start + make_interval(months => age + 1))::date - 1,
        ${of.today}::date) as ends
      from generate_series(
        ${monthsFrom(sql`s.since`)}, ${monthsFrom(sql`least(s.until, ${of.today}::date)`)}
      ) age
    ) m
    where s.to_status ~ '^[0-9]+$' and s.to_status::integer in (${list(lateStatuses.map(constant))})
      and s.since <= m.ends and (s.until is null or s.until > m.ends)
  )`;

export const vintages = (tx: Tx, of: Vintages) =>
  tx.planned<{ month: string; loans: number; principal: Money; late: Record<string, Money> }>(sql`
    ${late(of)}, aged as (
      select start, jsonb_object_agg(age, principal) as late from (
        select start, age, sum(principal) as principal from late group by start, age
      ) a group by start
    ), lent as (
      select start, count(*)::integer as loans, sum(amount)::bigint as principal
      from vintage group by start
    )
    select to_char(start, 'YYYY-MM') as month, loans, principal,
      coalesce(aged.late, '{}') as late
    from lent left join aged using (start) order by start
  `);

const standingCases = Object.entries(standingStatus)
  .map(([standing, status]) => trusted(`when ${status} then '${standing}'`))
  .reduce((cases, next) => sql`${cases} ${next}`);

export type VintageLoanRow = {
  id: number;
  caseNo: string;
  planName: string;
  grade: string | null;
  standing: Standing | 'settled';
  disbursedOn: Day;
  amount: Money;
  principal: Money;
  total: number;
};

/**
 * Loans disbursed in one month. If an age in months is given, only the loans that were overdue at
 * that age, with the principal outstanding then.
 */
export const vintageLoans = (tx: Tx, of: Vintages & { age: number | undefined }, page: Page) =>
  tx.planned<VintageLoanRow>(sql`
    ${late(of)}, page as materialized (
      select v.id, v.status, v.amount, (count(*) over ())::integer as total,
        coalesce(t.principal, ${of.age === undefined ? sql`a.balance` : sql`null`}, 0) as principal
      from vintage v
      left join late t on t.id = v.id and t.age = ${of.age ?? null}
      left join ledger.account a on a.kind = 'loan_receivable' and a.loan_id = v.id
        and a.order_id = 0 and a.member_id = 0
      where ${allOf([when(of.age, sql`t.id is not null`)])}
      order by principal desc, v.id limit ${page.limit} offset ${page.offset}
    )
    select l.id, l.case_no, p.list_name as plan_name, l.grade,
      case page.status ${standingCases} when 90 then 'settled' else 'current' end as standing,
      l.disbursed_on, page.amount, page.principal, page.total
    from page join lending.loan l using (id) join lending.plan p on p.id = l.plan_id
    order by page.principal desc, l.id
  `);

type Defaults = { from: Day; to: Day } & Narrowed;

/**
 * Loans whose first notice of violation was given in a period: the principal outstanding on that
 * day, the amounts repaid and written off since, and the principal outstanding now.
 */
const defaulted = (of: Defaults) => sql`with violation as (
    select loan_id, min(notice_on) as since from servicing.acceleration group by loan_id
  ), chosen as (
    select l.id, l.case_no, l.grade, p.list_name, l.amount, v.since
    from violation v join lending.loan l on l.id = v.loan_id
    join lending.plan p on p.id = l.plan_id
    where v.since between ${of.from} and ${of.to}
      and ${allOf([
        when(of.plan, sql`p.slug = ${of.plan}`),
        when(of.grade, sql`l.grade = ${of.grade}`),
      ])}
  ), defaulted as (
    select c.*, c.amount - coalesce(f.before, 0)::bigint as defaulted,
      coalesce(f.since_then, 0)::bigint as recovered, coalesce(w.principal, 0) as written_off,
      coalesce(a.balance, 0) as outstanding
    from chosen c
    cross join lateral (
      select sum(amount) filter (where allocated_on < c.since) as before,
        sum(amount) filter (where allocated_on >= c.since) as since_then
      from servicing.allocation where loan_id = c.id and class = 'principal'
    ) f
    left join servicing.write_off w on w.loan_id = c.id
    left join ledger.account a on a.kind = 'loan_receivable' and a.loan_id = c.id
      and a.order_id = 0 and a.member_id = 0
  )`;

export type CohortRow = {
  quarter: string;
  loans: number;
  defaulted: Money;
  recovered: Money;
  writtenOff: Money;
  outstanding: Money;
};

export const defaultCohorts = (tx: Tx, of: Defaults) =>
  tx.planned<CohortRow>(sql`
    ${defaulted(of)}
    select to_char(since, 'YYYY-"Q"Q') as quarter, count(*)::integer as loans,
      sum(defaulted)::bigint as defaulted, sum(recovered)::bigint as recovered,
      sum(written_off)::bigint as written_off, sum(outstanding)::bigint as outstanding
    from defaulted group by 1 order by 1
  `);

export type DefaultLoanRow = Omit<CohortRow, 'quarter' | 'loans'> & {
  id: number;
  caseNo: string;
  planName: string;
  grade: string | null;
  since: Day;
  total: number;
};

export const defaultLoans = (tx: Tx, of: Defaults, page: Page) =>
  tx.planned<DefaultLoanRow>(sql`
    ${defaulted(of)}
    select id, case_no, list_name as plan_name, grade, since, defaulted, recovered, written_off,
      outstanding, (count(*) over ())::integer as total
    from defaulted order by defaulted desc, id limit ${page.limit} offset ${page.offset}
  `);
