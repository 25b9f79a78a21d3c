// SQL of an investor's statements: outstanding, lent, received and paid out within a period.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Report, StatementKind } from './statement-form.ts';
import type { LateParts } from './yields.ts';

/**
 * Sums of everything received besides principal, each part separately, and the platform's fee on
 * it.
 */
const earned = sql`sum(d.interest)::bigint as interest,
       sum(d.late_interest)::bigint as late_interest, sum(d.penalty)::bigint as penalty,
       sum(d.prepayment_fee)::bigint as prepayment_fee, sum(d.fee)::bigint as fee`;

/** First and last day of a period, both included. */
export type Period = { from: Day; to: Day };

/**
 * All principal that a member lent, and its present state: lent = returned + lost + outstanding.
 */
export type Principal = { lent: Money; returned: Money; lost: Money; outstanding: Money };

/**
 * What moved between the trust account and a member: payouts that were sent, and as negative
 * amounts those that the bank returned. It is read from the ledger, because a payout that is
 * returned later must not change the statement of a month that has ended.
 */
const paidOut = (memberId: number) => sql`(
  select p.id, t.booked_on, t.kind = 'payout_returned' as is_returned,
    case when t.kind = 'payout_returned' then -p.amount else p.amount end as amount
  from servicing.payout p
  join banking.payment b on b.purpose = 'payout' and b.subject_id = p.id
  join ledger.transfer t on t.id in ('payout:' || p.id || ':paid:' || b.id,
    'payout:' || p.id || ':returned:' || b.id)
  where p.member_id = ${memberId} and p.kind = 'distribution'
)`;

/**
 * Returns the state of the principal before a day, and the amount that was waiting to be paid out
 * then. The difference between two days gives the period between them. From the day of its
 * write-off all principal of a loan that did not come back is lost (decision 014).
 */
export const standingBefore = (tx: Tx, memberId: number, day: Day) =>
  tx.one<Principal & { payable: Money }>(sql`
    select coalesce(sum(lent), 0)::bigint as lent, coalesce(sum(returned), 0)::bigint as returned,
      coalesce(sum(lent - returned) filter (where is_lost), 0)::bigint as lost,
      coalesce(sum(lent - returned) filter (where not is_lost), 0)::bigint as outstanding,
      coalesce(sum(received), 0)::bigint
        - (select coalesce(sum(p.amount), 0) from ${paidOut(memberId)} p
        where p.booked_on < ${day})::bigint as payable
    from (
      select s.principal as lent, coalesce(d.principal, 0) as returned, d.received,
        coalesce(w.written_off_on < ${day}, false) as is_lost
      from servicing.share s
      left join servicing.write_off w on w.loan_id = s.loan_id
      cross join lateral (
        select sum(principal) as principal, sum(principal + interest + late_interest + penalty
          + prepayment_fee - fee) as received
        from servicing.distribution where order_id = s.order_id and distributed_on < ${day}
      ) d
      where s.member_id = ${memberId} and s.lent_on < ${day}
    ) held
  `);

export type LentRow = { on: Day; caseNo: string; orderId: number; amount: Money };

/** Returns orders whose loans were disbursed within a period. */
export const lentWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<LentRow>(sql`
    select s.lent_on as "on", l.case_no, s.order_id, s.principal as amount
    from servicing.share s join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and s.lent_on between ${from} and ${to}
    order by s.lent_on, s.order_id limit ${limit}
  `);

/**
 * Principal of a member that became lost: what was still owed on the day of the write-off, and with
 * negative amounts what was recovered afterwards.
 */
export const lostOf = (memberId: number) => sql`(
  select w.written_off_on as "on", false as is_recovered, s.loan_id, s.order_id,
    s.principal - coalesce((select sum(d.principal) from servicing.distribution d
      where d.order_id = s.order_id and d.distributed_on <= w.written_off_on), 0) as amount
  from servicing.share s join servicing.write_off w on w.loan_id = s.loan_id
  where s.member_id = ${memberId}
  union all
  select d.distributed_on, true, s.loan_id, s.order_id, -d.principal
  from servicing.share s join servicing.write_off w on w.loan_id = s.loan_id
  join servicing.distribution d on d.order_id = s.order_id and d.principal > 0
    and d.distributed_on > w.written_off_on
  where s.member_id = ${memberId}
)`;

export type LostRow = {
  on: Day;
  caseNo: string;
  orderId: number;
  isRecovered: boolean;
  amount: Money;
};

/** Returns principal that became lost or was recovered after its write-off within a period. */
export const lostWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<LostRow>(sql`
    select t."on", l.case_no, t.order_id, t.is_recovered, sum(t.amount)::bigint as amount
    from ${lostOf(memberId)} t join lending.loan l on l.id = t.loan_id
    where t."on" between ${from} and ${to}
    group by t."on", l.case_no, t.order_id, t.is_recovered
    order by t."on", t.order_id, t.is_recovered limit ${limit}
  `);

/** Returns by month what a member lent, less what became lost, since a day. */
export const lentByMonth = (tx: Tx, memberId: number, from: Day) =>
  tx.many<{ month: string; lent: Money }>(sql`
    select to_char(at, 'YYYY-MM') as month, sum(amount)::bigint as lent from (
      select s.lent_on as at, s.principal as amount
      from servicing.share s where s.member_id = ${memberId} and s.lent_on >= ${from}
      union all
      select t."on", -t.amount from ${lostOf(memberId)} t where t."on" >= ${from}
    ) moved
    group by 1
  `);

export type ReturnRow = LateParts & {
  on: Day;
  caseNo: string;
  no: number;
  principal: Money;
  interest: Money;
  fee: Money;
};

/** Returns what the member received within a period, by day, case and instalment. */
export const returnedWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<ReturnRow>(sql`
    select d.distributed_on as "on", l.case_no, d.instalment_no as no,
      sum(d.principal)::bigint as principal, ${earned}
    from servicing.share s
    join servicing.distribution d on d.order_id = s.order_id
    join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and d.distributed_on between ${from} and ${to}
    group by d.distributed_on, l.case_no, d.instalment_no
    order by d.distributed_on, l.case_no, d.instalment_no limit ${limit}
  `);

export type PaidOutRow = { on: Day; id: number; isReturned: boolean; amount: Money };

/**
 * Returns payouts of a period, and with negative amounts those that the bank returned within it.
 */
export const paidOutWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<PaidOutRow>(sql`
    select booked_on as "on", id, is_returned, amount
    from ${paidOut(memberId)} p where booked_on between ${from} and ${to}
    order by booked_on, id, is_returned limit ${limit}
  `);

export type IncomeRow = LateParts & { caseNo: string; interest: Money; fee: Money };

/** Returns what the member received besides principal within a period, by case. */
export const incomeWithin = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<IncomeRow>(sql`
    select l.case_no, ${earned}
    from servicing.share s
    join servicing.distribution d on d.order_id = s.order_id
    join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and d.distributed_on between ${from} and ${to}
    group by l.case_no
    having sum(d.interest + d.late_interest + d.penalty + d.prepayment_fee) > 0
    order by l.case_no
  `);

export type PrincipalRow = Principal & { caseNo: string };

/**
 * Returns the state of each case's principal at the end of a period, for cases with outstanding or
 * recovered principal within the period.
 */
export const principalWithin = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<PrincipalRow>(sql`
    select case_no, sum(principal)::bigint as lent, sum(returned)::bigint as returned,
      coalesce(sum(principal - returned) filter (where written_off_on <= ${to}), 0)::bigint
        as lost,
      coalesce(sum(principal - returned)
        filter (where coalesce(written_off_on > ${to}, true)), 0)::bigint as outstanding
    from (
      select l.case_no, s.principal, w.written_off_on, coalesce(d.returned, 0) as returned,
        coalesce(d.returned_before, 0) as returned_before
      from servicing.share s
      join lending.loan l on l.id = s.loan_id
      left join servicing.write_off w on w.loan_id = s.loan_id
      cross join lateral (
        select sum(principal) as returned,
          sum(principal) filter (where distributed_on < ${from}) as returned_before
        from servicing.distribution where order_id = s.order_id and distributed_on <= ${to}
      ) d
      where s.member_id = ${memberId} and s.lent_on <= ${to}
    ) held
    where returned_before < principal
      and (coalesce(written_off_on >= ${from}, true) or returned > returned_before)
    group by case_no order by case_no
  `);

type KeptDayRow = { caseNo: string; on: Day; bookedOn: Day };

/**
 * Returns cases of which something counts on the day that the member was told, although the books
 * have it on another day: rows of a year that was closed under 0.7.0.
 */
export const keptDays = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<KeptDayRow>(sql`
    select distinct l.case_no, k."on", k.booked as booked_on from (
      select loan_id, lent_on as "on", accounting_day as booked from servicing.share
      where member_id = ${memberId} and accounting_day is not null
      union all
      select s.loan_id, d.distributed_on, d.accounting_day from servicing.share s
      join servicing.distribution d on d.order_id = s.order_id
      where s.member_id = ${memberId} and d.accounting_day is not null
    ) k join lending.loan l on l.id = k.loan_id
    where k."on" between ${from} and ${to} or k.booked between ${from} and ${to}
    order by 2, 1
  `);

export type StatementRow = {
  id: number;
  kind: StatementKind;
  from: Day;
  report: Report;
  signedAt: Date;
  /** How many final documents of the period were handed out before. */
  replaces: number;
};

/** Returns the newest final document of a member's period. */
export const lastStatement = (tx: Tx, memberId: number, kind: StatementKind, from: Day) =>
  tx.maybe<StatementRow>(sql`
    select id, kind, period_from as "from", report, signed_at,
      (count(*) over () - 1)::integer as replaces
    from investing.statement
    where member_id = ${memberId} and kind = ${kind} and period_from = ${from}
    order by id desc limit 1
  `);

type NewStatement = Pick<StatementRow, 'kind' | 'from' | 'report' | 'signedAt'> & {
  memberId: number;
  now: Date;
};

/** Returns 0 if the same document was stored meanwhile. */
export const insertStatement = (tx: Tx, row: NewStatement) =>
  tx.run(sql`
    insert into investing.statement (member_id, kind, period_from, report, signed_at, made_at)
    values (${row.memberId}, ${row.kind}, ${row.from}, ${JSON.stringify(row.report)},
      ${row.signedAt}, ${row.now})
    on conflict do nothing
  `);

/** Returns the encrypted name and ID number that a statement shows for its member. */
export const encryptedNameOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ name: string | null; idNumber: string | null }>(sql`
    select name, id_number from verification.profile where member_id = ${memberId}
  `);
