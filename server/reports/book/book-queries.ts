// SQL of the loan book: borrowers and cash flows as of the end of a day, published months, and what
// is left of the nights that were withdrawn.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Lateness, Statistics } from '#contract/reports/book/statistics.ts';
import type { Tx } from '../../database/db.ts';
import { type Sql, sql } from '../../database/sql.ts';
import type { EarlierMonth, Kind } from './groups.ts';

/**
 * Whether a loan counts as lent at the end of a day: the books have its disbursement on a day by
 * then, and the payment did not come back.
 */
const lentBy = (on: Day): Sql => sql`l.disbursed_on <= ${on} and l.status between 60 and 95
      and exists (select from servicing.share h where h.loan_id = l.id and h.lent_on <= ${on})`;

export type BorrowerRow = {
  memberId: number;
  kind: Kind;
  loans: number;
  lent: Money;
  outstanding: Money;
  /** Outstanding principal of loans in violation, negotiation, at court or written off. */
  late: Money;
  /** Whether there are such loans, or loans that were closed with a loss. */
  isLate: boolean;
};

/** Every borrower as of the end of a day, with the kind of their first loan. */
export const bookBorrowers = (tx: Tx, on: Day) =>
  tx.planned<BorrowerRow>(sql`
    select member_id,
      (array_agg(jsonb_build_object('grade', grade, 'quarter', to_char(lent_on, 'YYYY-"Q"Q'),
        'installments', installments) order by id))[1] as kind,
      count(*)::integer as loans, sum(amount)::bigint as lent,
      sum(outstanding)::bigint as outstanding,
      coalesce(sum(outstanding) filter (where status in (70, 75, 80, 95)), 0)::bigint as late,
      bool_or(forgiven > 0 or outstanding > 0 and status in (70, 75, 80, 95)) as is_late
    from (
      select l.id, l.member_id, l.grade, l.installments, l.amount, s.lent_on,
        coalesce(s.forgiven, 0) as forgiven,
        coalesce(m.status, l.status) as status,
        l.amount - coalesce(a.repaid, 0) - coalesce(s.forgiven, 0) as outstanding
      from lending.loan l
      left join lateral (
        select from_status::integer as status from tasks.audit
        where subject_type = 'loan' and subject_id = l.id and to_status is not null
          and from_status ~ '^[0-9]+$' and to_status <> from_status
          and at >= (${on}::date + 1)::timestamp at time zone 'Asia/Taipei'
        order by id limit 1
      ) m on true
      left join lateral (
        select min(lent_on) as lent_on,
          sum(forgiven) filter (where forgiven_on <= ${on}) as forgiven
        from servicing.share where loan_id = l.id
      ) s on true
      left join lateral (
        select sum(p.amount) as repaid
        from servicing.allocation p join ledger.transfer t on t.id = p.batch
        where p.loan_id = l.id and p.class = 'principal' and t.booked_on <= ${on}
      ) a on true
      where ${lentBy(on)}
    ) loan
    group by member_id order by member_id
  `);

/**
 * What all investors lent and received after their fee on the days after `since`, through `on`, by
 * the accounting day.
 */
export const bookFlows = (tx: Tx, since: Day, on: Day) =>
  tx.many<{ on: Day; amount: Money }>(sql`
    select "on", sum(amount)::bigint as amount from (
      select s.lent_on as "on", -s.principal as amount from servicing.share s
      where s.lent_on > ${since} and s.lent_on <= ${on}
      union all
      select d.distributed_on, d.principal + d.interest + d.late_interest + d.penalty
        + d.prepayment_fee - d.fee
      from servicing.distribution d
      where d.distributed_on > ${since} and d.distributed_on <= ${on}
    ) flow group by "on" order by "on"
  `);

/** Whether a month that ends on this day has loans and is not published yet. */
export const monthDue = (tx: Tx, on: Day) =>
  tx.maybe<{ one: number }>(sql`
    select 1 as one where not exists (select from reports.book_month where day >= ${on})
      and exists (select from lending.loan l where ${lentBy(on)})
  `);

/** Begins a view of the database that does not change and in which nothing can be written. */
export const beginSnapshot = (tx: Tx) =>
  tx.run(sql`set transaction isolation level repeatable read, read only`);

/** The months with figures of lateness of their own. */
export const earlierMonths = (tx: Tx) =>
  tx.many<EarlierMonth>(sql`
    select groups, array(select member_id from reports.book_late where day = m.day) as late
    from reports.book_month m where groups is not null
  `);

type NewMonth = {
  day: Day;
  statistics: Statistics;
  groups: readonly (readonly string[])[] | null;
  late: readonly number[];
  now: Date;
};

/** Returns 0 if the month is already published. */
export const insertMonth = (tx: Tx, { day, statistics, groups, now }: NewMonth) =>
  tx.run(sql`
    insert into reports.book_month (day, statistics, groups, published_at)
    values (${day}, ${JSON.stringify(statistics)}, ${groups && JSON.stringify(groups)}, ${now})
    on conflict do nothing
  `);

export const insertLate = (tx: Tx, { day, late }: NewMonth) =>
  tx.run(sql`
    insert into reports.book_late (day, member_id)
    select ${day}::date, unnest(${late}::bigint[])
  `);

/** The months with figures of lateness of their own, newest first. */
export const publishedMonths = (tx: Tx, limit: number) =>
  tx.many<{ lateness: Lateness }>(sql`
    select statistics->'lateness' as lateness from reports.book_month
    where groups is not null order by day desc limit ${limit}
  `);

/** Day since when the nights are withdrawn; null if there were none. */
export const withdrawnSince = (tx: Tx) =>
  tx.maybe<{ day: Day }>(sql`
    select (value #>> '{}')::date as day from app.setting where key = 'book_nights_withdrawn'
  `);

/** Some files of withdrawn nights. */
export const withdrawnFiles = (tx: Tx, limit: number) =>
  tx.many<{ key: string }>(sql`select stored->>'key' as key from reports.book_file limit ${limit}`);

export const deleteFileRows = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`delete from reports.book_file where stored->>'key' = any(${keys}::text[])`);
