// SQL of the loan book: public ids, loans and repayments as of the end of a day, and nights.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { BookClass } from '#contract/reports/book/fields.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { type Sql, sql } from '../../database/sql.ts';

/** Gives public ids to at most `limit` lent loans that have none; returns their number. */
export const addPublicIds = (tx: Tx, limit: number) =>
  tx.run(sql`
    insert into reports.book_loan (loan_id)
    select l.id from lending.loan l
    where l.disbursed_on is not null
      and not exists (select from reports.book_loan b where b.loan_id = l.id)
    limit ${limit}
    on conflict do nothing
  `);

/**
 * Whether a loan counts as lent at the end of a day: the books have its disbursement on a day by
 * then, and the payment did not come back.
 */
const lentBy = (on: Day): Sql => sql`l.disbursed_on <= ${on} and l.status between 60 and 95
      and exists (select from servicing.share h where h.loan_id = l.id and h.lent_on <= ${on})`;

export type CellRow = {
  occupation: number;
  incomeBand: string | null;
  ageBand: string | null;
  city: string | null;
  borrowers: number;
};

/** Loans by the exact bands of their borrowers; each borrower counts at their first loan only. */
export const bandCells = (tx: Tx, on: Day) =>
  tx.planned<CellRow>(sql`
    select occupation, income as income_band, age as age_band, city,
      count(*) filter (where first)::integer as borrowers
    from (
      select l.occupation, l.bands->>'incomeBand' as income, l.bands->>'ageBand' as age,
        l.bands->>'city' as city, row_number() over (partition by l.member_id order by l.id) = 1
          as first
      from lending.loan l join reports.book_loan b on b.loan_id = l.id where ${lentBy(on)}
    ) lent
    group by 1, 2, 3, 4
  `);

export type BookLoanRow = {
  id: number;
  publicId: string;
  principal: Money;
  rateBps: number;
  installments: number;
  grade: string | null;
  occupation: number;
  incomeBand: string | null;
  ageBand: string | null;
  city: string | null;
  /** Accounting day of the disbursement. */
  lentOn: Day;
  /** Status at the end of the day. */
  status: LoanStatus;
  /** Last day to pay the oldest instalment that was unpaid at the end of the day. */
  payableUntil: Day | null;
  hoursToFund: number | null;
  forgiven: Money;
  defaultedOn: Day | null;
  writtenOffOn: Day | null;
  settledOn: Day | null;
};

/** The next loans of the book in the order of their public ids, as of the end of a day. */
export const bookLoans = (tx: Tx, { on, after }: { on: Day; after: string }, limit: number) =>
  tx.many<BookLoanRow>(sql`
    select l.id, b.public_id, l.amount as principal, l.rate_bps, l.installments, l.grade,
      l.occupation, l.bands->>'incomeBand' as income_band, l.bands->>'ageBand' as age_band,
      l.bands->>'city' as city, s.lent_on, coalesce(m.status, l.status) as status,
      i.until as payable_until,
      ceil(extract(epoch from l.funded_at - l.listed_at) / 3600)::integer as hours_to_fund,
      coalesce(s.forgiven, 0)::bigint as forgiven, a.since as defaulted_on, w.written_off_on,
      case when l.settled_on <= ${on} then l.settled_on end as settled_on
    from reports.book_loan b join lending.loan l on l.id = b.loan_id
    left join lateral (
      select from_status::integer as status from tasks.audit
      where subject_type = 'loan' and subject_id = l.id and to_status is not null
        and from_status ~ '^[0-9]+$' and to_status <> from_status
        and at >= (${on}::date + 1)::timestamp at time zone 'Asia/Taipei'
      order by id limit 1
    ) m on true
    left join lateral (
      select min(payable_until) as until from servicing.instalment
      where loan_id = l.id and current and (paid_on is null or paid_on > ${on})
    ) i on true
    left join lateral (
      select min(lent_on) as lent_on,
        sum(forgiven) filter (where forgiven_on <= ${on}) as forgiven
      from servicing.share where loan_id = l.id
    ) s on true
    left join lateral (
      select min(notice_on) as since from servicing.acceleration
      where loan_id = l.id and notice_on <= ${on}
    ) a on true
    left join servicing.write_off w on w.loan_id = l.id and w.written_off_on <= ${on}
    where b.public_id > ${after}::uuid and ${lentBy(on)}
    order by b.public_id limit ${limit}
  `);

export type BookRepaymentRow = {
  loanId: number;
  batch: string;
  instalment: number | null;
  class: BookClass;
  amount: Money;
  bookedOn: Day;
  /** Part of a prepayment fee that the batch gave to the investors, and their fee for the batch. */
  sharedFee: Money;
  investorFee: Money;
};

/** What was repaid on some loans by the end of a day, in the order in which it was allocated. */
export const bookRepayments = (tx: Tx, on: Day, loanIds: readonly number[]) =>
  tx.many<BookRepaymentRow>(sql`
    with part as materialized (
      select a.id, a.loan_id, a.batch, a.instalment_no, a.class, a.amount, t.booked_on
      from servicing.allocation a join ledger.transfer t on t.id = a.batch
      where a.loan_id = any(${loanIds}::bigint[]) and t.booked_on <= ${on}
    ), shared as (
      select d.batch, sum(d.prepayment_fee)::bigint as prepayment_fee, sum(d.fee)::bigint as fee
      from servicing.distribution d where d.batch in (select batch from part) group by d.batch
    )
    select p.loan_id, p.batch, p.instalment_no as instalment, p.class, p.amount, p.booked_on,
      coalesce(s.prepayment_fee, 0)::bigint as shared_fee,
      coalesce(s.fee, 0)::bigint as investor_fee
    from part p left join shared s using (batch) order by p.loan_id, p.id
  `);

/** Whether a day has loans in the book and is not published yet. */
export const nightDue = (tx: Tx, on: Day) =>
  tx.one<{ isDue: boolean }>(sql`
    select not exists (select from reports.book_night where day = ${on})
      and exists (select from lending.loan l where ${lentBy(on)}) as is_due
  `);

/** Begins a view of the database that does not change and in which nothing can be written. */
export const beginSnapshot = (tx: Tx) =>
  tx.run(sql`set transaction isolation level repeatable read, read only`);

type NewNight = { day: Day; statistics: Statistics; now: Date };

/** Returns 0 if the night is already published. */
export const insertNight = (tx: Tx, { day, statistics, now }: NewNight) =>
  tx.run(sql`
    insert into reports.book_night (day, statistics, published_at)
    values (${day}, ${JSON.stringify(statistics)}, ${now}) on conflict do nothing
  `);

type NewFile = { day: Day; name: string; rows: number; stored: StoredFile; now: Date };

export const insertBookFile = (tx: Tx, { day, name, rows, stored, now }: NewFile) =>
  tx.run(sql`
    insert into reports.book_file (day, name, rows, bytes, sha256, stored, published_at)
    values (${day}, ${name}, ${rows}, ${stored.bytes}, ${stored.sha256},
      ${JSON.stringify(stored)}, ${now})
  `);

export const newestNight = (tx: Tx) =>
  tx.maybe<{ statistics: Statistics }>(sql`
    select statistics from reports.book_night order by day desc limit 1
  `);

export type BookFileRow = { name: string; rows: number; bytes: number; sha256: string };

const filesOfNight = (day: Sql) => sql`(
  select jsonb_agg(jsonb_build_object('name', f.name, 'rows', f.rows, 'bytes', f.bytes,
    'sha256', f.sha256)) from reports.book_file f where f.day = ${day})`;

export const filesOf = (tx: Tx, on: Day) =>
  tx.one<{ files: BookFileRow[] }>(sql`
    select coalesce(${filesOfNight(sql`${on}`)}, '[]') as files
  `);

/** Nights with files, newest first. */
export const nightsPage = (tx: Tx, { limit, offset }: { limit: number; offset: number }) =>
  tx.many<{ day: Day; files: BookFileRow[]; total: number }>(sql`
    select n.day, coalesce(${filesOfNight(sql`n.day`)}, '[]') as files, n.total
    from (
      select day, (count(*) over ())::integer as total from reports.book_night
      order by day desc limit ${limit} offset ${offset}
    ) n order by n.day desc
  `);

export const bookFile = (tx: Tx, on: Day, name: string) =>
  tx.maybe<{ stored: StoredFile; sha256: string; bytes: number }>(sql`
    select stored, sha256, bytes from reports.book_file where day = ${on} and name = ${name}
  `);
