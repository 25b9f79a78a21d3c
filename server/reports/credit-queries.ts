// The SQL of the reports on credit.
import type { Day } from '#contract/day.ts';
import { type Standing, standingStatus } from '#contract/reports-credit.ts';
import type { Tx } from '../db.ts';

/** Plans by their slug, whatever version a loan was made under. */
export const plansToChoose = (tx: Tx) =>
  tx.many<{ slug: string; name: string }>(
    'reports.plansToChoose',
    `select slug, list_name as name from lending.plan where current order by sort_order`,
  );

const standingCases = Object.entries(standingStatus)
  .map(([standing, status]) => `when ${status} then '${standing}'`)
  .join(' ');

/**
 * Every loan with principal out at the end of $1, of plan $2, grade $3 and standing $4: what is out
 * now plus what fell since; the status it has now, or the one its first move since began from.
 */
const outAt = `with moved as (
    select distinct on (subject_id) subject_id as loan_id, from_status::integer as status
    from tasks.audit
    where subject_type = 'loan' and to_status is not null
      and from_status ~ '^[0-9]+$' and to_status <> from_status
      and at >= ($1::date + 1)::timestamp at time zone 'Asia/Taipei'
    order by subject_id, id
  ), fell as (
    select loan_id, sum(amount) as amount from (
      select loan_id, amount from servicing.allocation
      where class = 'principal' and allocated_on > $1
      union all
      select t.loan_id, -e.amount from ledger.transfer t
      join ledger.entry e on e.transfer_id = t.id
      join ledger.account a on a.id = e.account_id and a.kind = 'loan_receivable'
      where t.kind = 'closing' and t.happened_on > $1
    ) principal group by loan_id
  ), out_at as (
    select l.id, l.case_no, p.slug, p.list_name, coalesce(l.grade, '') as grade, l.rate_bps,
      l.disbursed_on, l.amount, (a.balance + coalesce(f.amount, 0))::bigint as principal,
      case coalesce(m.status, l.status) ${standingCases} else 'current' end as standing
    from lending.loan l
    join lending.plan p on p.id = l.plan_id
    join ledger.account a on a.kind = 'loan_receivable' and a.loan_id = l.id
      and a.order_id = 0 and a.member_id = 0
    left join fell f on f.loan_id = l.id
    left join moved m on m.loan_id = l.id
    where l.disbursed_on <= $1 and ($2::text is null or p.slug = $2)
      and ($3::text is null or l.grade = $3)
  ), found as (
    select * from out_at where principal > 0 and ($4::text is null or standing = $4)
  )`;

export type OutstandingFilter = {
  on: Day;
  plan?: string | undefined;
  grade?: string | undefined;
  standing?: Standing | undefined;
};
const valuesOf = ({ on, plan, grade, standing }: OutstandingFilter) => [
  on,
  plan ?? null,
  grade ?? null,
  standing ?? null,
];

export const outstandingParts = (tx: Tx, filter: OutstandingFilter) =>
  tx.many<{
    plan: string;
    grade: string;
    standing: Standing;
    loans: number;
    principal: number;
  }>(
    'reports.outstandingParts',
    `${outAt}
     select slug as plan, grade, standing, count(*)::integer as loans,
       sum(principal)::bigint as principal
     from found group by slug, grade, standing order by slug, grade, standing`,
    valuesOf(filter),
  );

export type OutstandingRow = {
  id: number;
  caseNo: string;
  planName: string;
  grade: string;
  standing: Standing;
  rateBps: number;
  disbursedOn: string;
  amount: number;
  principal: number;
  total: number;
};

export const outstandingPage = (
  tx: Tx,
  filter: OutstandingFilter,
  page: { limit: number; offset: number },
) =>
  tx.many<OutstandingRow>(
    'reports.outstandingPage',
    `${outAt}
     select id, case_no as "caseNo", list_name as "planName", grade, standing,
       rate_bps as "rateBps", disbursed_on as "disbursedOn", amount, principal,
       (count(*) over ())::integer as total
     from found order by principal desc, id limit $5 offset $6`,
    [...valuesOf(filter), page.limit, page.offset],
  );
