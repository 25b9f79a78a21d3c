// SQL of an investor's statements: outstanding, lent, received and paid out within a period.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { Report, StatementKind } from './final-statements.ts';
import type { LateParts } from './yields.ts';

/**
 * Sums of everything received besides principal, each part separately, and the platform's fee on
 * it.
 */
const earned = sql`sum(d.interest)::bigint as interest,
       sum(d.late_interest)::bigint as "lateInterest", sum(d.penalty)::bigint as penalty,
       sum(d.prepayment_fee)::bigint as "prepaymentFee", sum(d.fee)::bigint as fee`;

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
 * then. The difference between two days gives the period between them.
 */
export const standingBefore = (tx: Tx, memberId: number, day: Day) =>
  tx.one<Principal & { payable: Money }>(sql`
    with lent as (
      select coalesce(sum(s.principal), 0)::bigint as lent,
        coalesce(sum(s.forgiven) filter (where s.forgiven_on < ${day}), 0)::bigint as lost
      from servicing.share s where s.member_id = ${memberId} and s.lent_on < ${day}
    )
    select lent.lent, lent.lost, coalesce(sum(d.principal), 0)::bigint as returned,
      lent.lent - lent.lost - coalesce(sum(d.principal), 0)::bigint as outstanding,
      coalesce(sum(d.principal + d.interest + d.late_interest + d.penalty + d.prepayment_fee
        - d.fee), 0)::bigint
        - (select coalesce(sum(p.amount), 0) from ${paidOut(memberId)} p
        where p.booked_on < ${day})::bigint as payable
    from lent left join (servicing.share s
      join servicing.distribution d on d.order_id = s.order_id and d.distributed_on < ${day})
      on s.member_id = ${memberId}
    group by lent.lent, lent.lost
  `);

export type LentRow = { on: Day; caseNo: string; orderId: number; amount: Money };

/** Returns orders whose loans were disbursed within a period. */
export const lentWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<LentRow>(sql`
    select s.lent_on as "on", l.case_no as "caseNo", s.order_id as "orderId",
      s.principal as amount
    from servicing.share s join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and s.lent_on between ${from} and ${to}
    order by s.lent_on, s.order_id limit ${limit}
  `);

export type LostRow = { on: Day; caseNo: string; orderId: number; amount: Money };

/** Returns principal given up within a period, because its loan was closed for good. */
export const lostWithin = (tx: Tx, memberId: number, { from, to }: Period, limit: number) =>
  tx.many<LostRow>(sql`
    select s.forgiven_on as "on", l.case_no as "caseNo", s.order_id as "orderId",
      s.forgiven as amount
    from servicing.share s join lending.loan l on l.id = s.loan_id
    where s.member_id = ${memberId} and s.forgiven_on between ${from} and ${to}
    order by s.forgiven_on, s.order_id limit ${limit}
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
    select d.distributed_on as "on", l.case_no as "caseNo", d.instalment_no as no,
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
    select booked_on as "on", id, is_returned as "isReturned", amount
    from ${paidOut(memberId)} p where booked_on between ${from} and ${to}
    order by booked_on, id, is_returned limit ${limit}
  `);

export type IncomeRow = LateParts & { caseNo: string; interest: Money; fee: Money };

/** Returns what the member received besides principal within a period, by case. */
export const incomeWithin = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<IncomeRow>(sql`
    select l.case_no as "caseNo", ${earned}
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
 * Returns the state of each case's principal at the end of a period, for cases with outstanding
 * principal within the period.
 */
export const principalWithin = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<PrincipalRow>(sql`
    select case_no as "caseNo", sum(principal)::bigint as lent, sum(returned)::bigint as returned,
      sum(lost)::bigint as lost, sum(principal - returned - lost)::bigint as outstanding
    from (
      select l.case_no, s.principal,
        case when s.forgiven_on <= ${to} then s.forgiven else 0 end as lost,
        case when s.forgiven_on < ${from} then s.forgiven else 0 end as lost_before,
        coalesce(d.returned, 0) as returned, coalesce(d.returned_before, 0) as returned_before
      from servicing.share s
      join lending.loan l on l.id = s.loan_id
      cross join lateral (
        select sum(principal) as returned,
          sum(principal) filter (where distributed_on < ${from}) as returned_before
        from servicing.distribution where order_id = s.order_id and distributed_on <= ${to}
      ) d
      where s.member_id = ${memberId} and s.lent_on <= ${to}
    ) held
    where returned_before + lost_before < principal
    group by case_no order by case_no
  `);

type KeptDayRow = { caseNo: string; on: Day; bookedOn: Day };

/**
 * Returns cases of which something counts on the day that the member was told, although the books
 * have it on another day: rows of a year that was closed under 0.7.0.
 */
export const keptDays = (tx: Tx, memberId: number, { from, to }: Period) =>
  tx.many<KeptDayRow>(sql`
    select distinct l.case_no as "caseNo", k."on", k.booked as "bookedOn" from (
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
    select id, kind, period_from as "from", report, signed_at as "signedAt",
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
    select name, id_number as "idNumber" from verification.profile where member_id = ${memberId}
  `);
