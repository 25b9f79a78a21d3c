// SQL of collection at the office: overdue loans, contacts, promises, and events.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';

/**
 * Loans that are overdue, in violation or in a later status. Starts from amounts that are due and
 * unpaid, which only a running loan has; the amount still owed on a loan is the balance of its
 * receivable account, as the ledger's invariants prove. Few of all loans are overdue, so their
 * accounts are looked up one by one (`offset 0`).
 */
const lateLoans = (today: Day) => sql`due as (
    select loan_id, min(payable_until) filter (where payable_until < ${today}
        and principal + interest > principal_paid + interest_paid) as since,
      sum(principal + interest - principal_paid - interest_paid)::bigint as arrears
    from servicing.instalment where current and paid_on is null and due_on <= ${today} group by
      loan_id
  ), late_id as (
    select loan_id as id from due where since is not null
    union select id from lending.loan where status in (70, 75, 80, 95)
  ), late as materialized (
    select late_id.id, late_days, greatest(late_days, 1) as counted_days,
      coalesce(due.arrears, 0) as arrears, coalesce(a.balance, 0) as outstanding
    from late_id
    left join due on due.loan_id = late_id.id
    cross join lateral (select greatest(coalesce(${today}::date - due.since, 0), 0) as late_days) d
    left join lateral (select balance from ledger.account where kind = 'loan_receivable'
      and loan_id = late_id.id and order_id = 0 and member_id = 0 offset 0) a on true
  )`;

export type LateLoanRow = {
  loanId: number;
  caseNo: string;
  memberId: number;
  status: LoanStatus;
  lateDays: number;
  sealedName: string | null;
  lastContactAt: Date | null;
  promised: Money | null;
  promisedOn: Day | null;
};

const lateColumns = sql`l.id as "loanId", l.case_no as "caseNo", l.member_id as "memberId",
  l.status, late_days as "lateDays", f.name as "sealedName",
  (select max(c.happened_at) from servicing.contact c where c.loan_id = page.id)
    as "lastContactAt",
  p.amount as promised, p.due_on as "promisedOn"`;
const besideLate = sql`
  left join lending.loan l on l.id = page.id
  left join verification.profile f on f.member_id = l.member_id
  left join lateral (select amount, due_on from servicing.promise
    where loan_id = page.id and status = 'open' order by due_on limit 1) p on true`;
type Bucket = { from: number; to: number | null };
const inBucket = ({ from, to }: Bucket) =>
  allOf([sql`counted_days >= ${from}`, when(to, sql`counted_days < ${to}`)]);

const lateById = keyset('asc', { loanId: sql`id` });

/**
 * Reads overdue loans, with the last contact and the open promise: for a page the most overdue
 * first, for a file in the order of their ids.
 */
export const lateList = (tx: Tx, today: Day, bucket: Bucket, part: Part<{ loanId: number }>) => {
  const isPage = part.last === undefined;
  return tx.many<LateLoanRow>(sql`
    with ${lateLoans(today)}, page as materialized (
      select * from late where ${allOf([inBucket(bucket), lateById.after(part)])}
      order by ${isPage ? sql`late_days desc, id` : lateById.order} ${limitOf(part)}
    )
    select ${lateColumns} from page ${besideLate}
    order by ${isPage ? sql`late_days desc, page.id` : sql`page.id`}
  `);
};

/**
 * For each range of overdue days that begins at a number in `starts`: the number of loans, the
 * amount that is due, and the total amount that they owe.
 */
export const lateCounts = (tx: Tx, today: Day, starts: readonly number[]) =>
  tx.many<{ from: number; loans: number; arrears: Money; outstanding: Money }>(sql`
    with ${lateLoans(today)}, counted as (
      select width_bucket(counted_days, ${starts}::integer[]) as bucket, count(*) as loans,
        sum(arrears)::bigint as arrears, sum(outstanding)::bigint as outstanding
      from late group by 1
    )
    select s."from", coalesce(c.loans, 0) as loans, coalesce(c.arrears, 0) as arrears,
      coalesce(c.outstanding, 0) as outstanding
    from unnest(${starts}::integer[]) with ordinality s ("from", bucket)
    left join counted c using (bucket) order by s."from"
  `);

export type ContactRow = {
  id: number;
  at: Date;
  operator: string;
  channel: string;
  outcome: string;
  note: string;
};

export const contactsOf = (tx: Tx, loanId: number) =>
  tx.many<ContactRow>(sql`
    select c.id, c.happened_at as at, o.name as operator, c.channel, c.outcome, c.note
    from servicing.contact c join identity.operator o on o.id = c.operator_id
    where c.loan_id = ${loanId} order by c.id desc limit 200
  `);

export const insertContact = (
  tx: Tx,
  row: {
    loanId: number;
    operatorId: number;
    channel: string;
    outcome: string;
    note: string;
    now: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.contact (loan_id, operator_id, channel, outcome, note, happened_at,
    created_at) values (${row.loanId}, ${row.operatorId}, ${row.channel}, ${row.outcome},
      ${row.note}, ${row.now}, ${row.now}) returning id
  `);

export type PromiseRow = {
  id: number;
  operator: string;
  amount: Money;
  madeOn: Day;
  dueOn: Day;
  note: string | null;
  status: 'open' | 'kept' | 'broken';
  foundOn: Day | null;
};

export const promisesOf = (tx: Tx, loanId: number) =>
  tx.many<PromiseRow>(sql`
    select p.id, o.name as operator, p.amount, p.made_on as "madeOn", p.due_on as "dueOn",
      p.note, p.status, p.found_on as "foundOn"
    from servicing.promise p join identity.operator o on o.id = p.operator_id
    where p.loan_id = ${loanId} order by p.id desc limit 200
  `);

export const insertPromise = (
  tx: Tx,
  row: {
    loanId: number;
    operatorId: number;
    amount: Money;
    madeOn: Day;
    dueOn: Day;
    note: string | null;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.promise (loan_id, operator_id, amount, made_on, due_on, note)
    values (${row.loanId}, ${row.operatorId}, ${row.amount}, ${row.madeOn}, ${row.dueOn},
      ${row.note}) returning id
  `);

/**
 * Updates promises to pay: kept if enough was received, by the bank's dates, between the day of the
 * promise and the promised day; broken if the promised day has passed without enough.
 */
export const settlePromises = (tx: Tx, today: Day) =>
  tx.run(sql`
    update servicing.promise p
    set status = case when r.received >= p.amount then 'kept' else 'broken' end, found_on =
      ${today}
    from servicing.promise q
    cross join lateral (
      select coalesce(sum(-e.amount), 0) as received from ledger.transfer t
      join ledger.entry e on e.transfer_id = t.id
      join ledger.account a on a.id = e.account_id and a.kind = 'borrower_prepaid'
      where t.loan_id = q.loan_id and t.kind in ('repayment_received', 'repayment_reversed')
        and t.happened_on between q.made_on and q.due_on
    ) r
    where p.id = q.id and p.status = 'open' and (r.received >= p.amount or p.due_on < ${today})
  `);

export type MeasureRow = {
  id: number;
  kind: 'waiver' | 'courtCost' | 'revocation' | 'closing';
  amount: Money | null;
  day: Day | null;
  reason: string;
  status: 'proposed' | 'approved' | 'returned';
  maker: string | null;
  checker: string | null;
  createdAt: Date;
};

export const measuresOf = (tx: Tx, loanId: number) =>
  tx.many<MeasureRow>(sql`
    select m.id, m.kind, m.amount, m.day, m.reason, m.status, a.name as maker,
      b.name as checker, m.created_at as "createdAt"
    from servicing.measure m
    left join identity.operator a on a.id = m.maker_id
    left join identity.operator b on b.id = m.checker_id
    where m.loan_id = ${loanId} order by m.id desc limit 200
  `);

export const accountOfLoan = (tx: Tx, loanId: number) =>
  tx.maybe<{ account: string }>(sql`
    select account from banking.virtual_account
    where subject_type = 'loan' and subject_id = ${loanId}
  `);

export const emailOf = (tx: Tx, memberId: number) =>
  tx.one<{ email: string }>(sql`select email from identity.member where id = ${memberId}`);
