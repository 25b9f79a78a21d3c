// SQL of the credit reports.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { type Standing, standingStatus } from '#contract/reports/credit.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, sql, trusted, when } from '../../database/sql.ts';

/** Plans by slug. All versions of a plan count as one plan. */
export const plansToChoose = (tx: Tx) =>
  tx.many<{ slug: string; name: string }>(sql`
    select slug, list_name as name from lending.plan where current order by sort_order
  `);

const standingCases = Object.entries(standingStatus)
  .map(([standing, status]) => trusted(`when ${status} then '${standing}'`))
  .reduce((cases, next) => sql`${cases} ${next}`);

export type OutstandingFilter = {
  on: Day;
  plan?: string | undefined;
  grade?: string | undefined;
  standing?: Standing | undefined;
};

/**
 * Every loan with outstanding principal at the end of a day, filtered by plan, grade and standing.
 * The principal is what is outstanding now plus what was repaid since that day. The status is the
 * present one or, if the status has changed since that day, the one before the first of these
 * changes. The loans are read from an index alone; the other columns are read only for the rows of
 * a page.
 */
const outAt = ({ on, plan, grade, standing }: OutstandingFilter) => sql`with late as materialized (
    -- Read once by its own short index; joined directly, it sometimes cost a scan of all transfers.
    select id, loan_id, kind from ledger.transfer
    where booked_on > ${on} and booked_on > happened_on
  ), moved as (
    select distinct on (subject_id) subject_id as loan_id, from_status::integer as status
    from tasks.audit
    where subject_type = 'loan' and to_status is not null
      and from_status ~ '^[0-9]+$' and to_status <> from_status
      and at >= (${on}::date + 1)::timestamp at time zone 'Asia/Taipei'
    order by subject_id, id
  ), fell as (
    select loan_id, sum(amount)::bigint as amount from (
      select loan_id, amount from servicing.allocation
      where class = 'principal' and allocated_on > ${on}
      union all
      -- Its bank date is on the day or before, but the day was closed: it fell when it was booked.
      select a.loan_id, a.amount from late t
      join servicing.allocation a on a.loan_id = t.loan_id and a.batch = t.id
        and a.class = 'principal' and a.allocated_on <= ${on}
      union all
      select t.loan_id, -e.amount from ledger.transfer t
      join ledger.entry e on e.transfer_id = t.id
      join ledger.account a on a.id = e.account_id and a.kind = 'loan_receivable'
      where t.kind = 'closing' and t.booked_on > ${on}
    ) principal group by loan_id
  ), out_at as (
    select l.id, l.plan_id, coalesce(l.grade, '') as grade,
      a.balance + coalesce(f.amount, 0) as principal,
      case coalesce(m.status, l.status) ${standingCases} else 'current' end as standing
    from lending.loan l
    join ledger.account a on a.kind = 'loan_receivable' and a.loan_id = l.id
      and a.order_id = 0 and a.member_id = 0
    left join fell f on f.loan_id = l.id
    left join moved m on m.loan_id = l.id
    where l.disbursed_on <= ${on}
      and l.id not in (select t.loan_id from late t where t.kind = 'disbursement')
      and ${allOf([
        when(grade, sql`l.grade = ${grade}`),
        when(plan, sql`l.plan_id in (select id from lending.plan where slug = ${plan})`),
      ])}
  ), found as (
    select * from out_at
    where principal > 0 and ${allOf([when(standing, sql`standing = ${standing}`)])}
  )`;

export const outstandingParts = (tx: Tx, filter: OutstandingFilter) =>
  tx.planned<{
    plan: string;
    grade: string;
    standing: Standing;
    loans: number;
    principal: Money;
  }>(sql`
    ${outAt(filter)}, part as (
      select plan_id, grade, standing, count(*) as loans, sum(principal) as principal
      from found group by plan_id, grade, standing
    )
    select p.slug as plan, grade, standing, sum(loans)::integer as loans,
      sum(principal)::bigint as principal
    from part join lending.plan p on p.id = part.plan_id
    group by p.slug, grade, standing order by p.slug, grade, standing
  `);

export type OutstandingRow = {
  id: number;
  caseNo: string;
  planName: string;
  grade: string;
  standing: Standing;
  rateBps: number;
  disbursedOn: string;
  amount: Money;
  principal: Money;
  total: number;
};

export const outstandingPage = (
  tx: Tx,
  filter: OutstandingFilter,
  page: { limit: number; offset: number },
) =>
  tx.planned<OutstandingRow>(sql`
    ${outAt(filter)}, page as materialized (
      select *, (count(*) over ())::integer as total
      from found order by principal desc, id limit ${page.limit} offset ${page.offset}
    )
    select l.id, l.case_no, p.list_name as plan_name, page.grade, page.standing,
      coalesce((select n.rate_bps from servicing.negotiation n
        where n.loan_id = l.id and n.status = 'in_force' order by n.version desc limit 1),
        l.rate_bps) as rate_bps, l.disbursed_on, l.amount, page.principal,
      page.total
    from page join lending.loan l using (id) join lending.plan p on p.id = l.plan_id
    order by page.principal desc, l.id
  `);
