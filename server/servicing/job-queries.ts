// SQL of the daily jobs: interest that falls due, late loans, money available for repayment, and
// lapsed instructions.
import type { Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Money } from '#contract/core/money.ts';
import type { Span } from '../jobs/job.ts';
import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';

type LoanId = { loanId: number };

/** A day, if a statement finds something. */
export const dayWith = (on: Day, work: Sql) => sql`select ${on}::date where exists (${work})`;

/** Loans with interest that has fallen due but is not in the ledger yet. */
export const loansFallenDue = (tx: Tx, today: Day) =>
  tx.many<LoanId>(sql`
    select distinct loan_id from servicing.instalment
    where current and paid_on is null and due_on <= ${today} and interest_accrued < interest
    order by 1
  `);

export type Accrued = { loanId: number; version: number; no: number; dueOn: Day; amount: Money };

/** Marks interest that has fallen due as accrued and returns the amounts by instalment. */
export const accrueFallenDue = (tx: Tx, loanIds: readonly number[], today: Day) =>
  tx.many<Accrued>(sql`
    update servicing.instalment set interest_accrued = interest
    where loan_id = any (${loanIds}) and current and paid_on is null and due_on <= ${today}
      and interest_accrued < interest
    returning loan_id, version, no, due_on, interest - old.interest_accrued as amount
  `);

/**
 * Loans with prepaid money and an instalment due by a day, except those whose money is reserved for
 * a prepayment instruction.
 */
export const loansWithPrepaid = (tx: Tx, until: Day, statuses: readonly LoanStatus[]) =>
  tx.many<LoanId>(sql`
    select l.id as loan_id from ledger.account a
    join lending.loan l on l.id = a.loan_id
    cross join lateral (select min(i.due_on) as due_on from servicing.instalment i
      where i.loan_id = l.id and i.current and i.paid_on is null) oldest
    where a.kind = 'borrower_prepaid' and a.balance < 0 and l.status = any (${statuses})
      and oldest.due_on <= ${until}
      and not exists (select from servicing.prepayment p
        where p.loan_id = l.id and p.status = 'open')
      -- Nor those whose charges may be waived: it would pay them first.
      and not exists (select from servicing.measure m
        where m.loan_id = l.id and m.kind = 'waiver' and m.status = 'proposed')
    order by l.id
  `);

/**
 * Loans in repayment, grace or overdue, with the day until which their oldest instalment could be
 * paid that was still unpaid at the end of this day.
 */
const lateLoans = (closed: Day) => sql`(
      select loan_id, min(payable_until) as since from servicing.instalment
      where current and paid_on is null and payable_until <= ${closed}
        and principal + interest > principal_paid + interest_paid
      group by loan_id
    ) oldest
    join lending.loan l on l.id = oldest.loan_id and l.status in (60, 61, 65)`;

const graceDays = sql`(l.servicing_terms ->> 'graceDays')::integer`;
const violationFrom = sql`(l.servicing_terms ->> 'violationFromDay')::integer`;

/** The closed day after which the status of a late loan is the next one. */
const moveDay = sql`oldest.since + case l.status when 60 then 0 when 61 then ${graceDays}
  else ${violationFrom} - 1 end`;

/** Loans whose status does not reflect how long they are overdue at the end of a closed day. */
export const loansToMove = (tx: Tx, closed: Day) =>
  tx.many<LoanId>(sql`
    select l.id as loan_id from ${lateLoans(closed)} where ${moveDay} <= ${closed} order by l.id
  `);

export const firstMove = (to: Day) => sql`select min(${moveDay}) from ${lateLoans(to)}`;

/** Unpaid instalments due on one of these days, with the virtual account to pay to. */
export const instalmentsDueOn = (tx: Tx, days: readonly Day[]) =>
  tx.many<{
    loanId: number;
    no: number;
    memberId: number;
    caseNo: string;
    account: string | null;
  }>(sql`
    select i.loan_id, i.no, l.member_id, l.case_no, v.account
    from servicing.instalment i
    join lending.loan l on l.id = i.loan_id and l.status in (60, 61, 65, 70, 75)
    left join banking.virtual_account v on v.subject_type = 'loan' and v.subject_id = l.id
    where i.current and i.paid_on is null and i.due_on = any (${days})
    order by i.loan_id, i.no
  `);

type LateLoan = LoanId & { memberId: number; caseNo: string; account: string | null };

/** The days overdue at the end of a closed day after which a late loan may need a letter. */
const letters = sql`lateral unnest(array[1, 3, 15, ${graceDays}, ${graceDays} + 1,
      ${violationFrom} - 1]) letter (days)`;

/** Late loans before violation that may need a reminder letter after a closed day. */
export const loansLate = (tx: Tx, closed: Day) =>
  tx.many<LateLoan>(sql`
    select l.id as loan_id, l.member_id, l.case_no, v.account
    from ${lateLoans(closed)}
    left join banking.virtual_account v on v.subject_type = 'loan' and v.subject_id = l.id
    where exists (select from ${letters} where oldest.since + letter.days - 1 = ${closed}::date)
    order by l.id
  `);

export const firstLetter = ({ from, to }: Span) => sql`
  select min(oldest.since + letter.days - 1) from ${lateLoans(to)} cross join ${letters}
  where oldest.since + letter.days - 1 >= ${from}::date`;

/** Returns the notice of a loan in violation, with the other data for its letter. */
export const openNotice = (tx: Tx, loanId: number) =>
  tx.maybe<Omit<LateLoan, 'loanId'> & { cause: 'late' | 'declared'; payBy: Day }>(sql`
    select l.member_id, l.case_no, v.account, a.cause, a.pay_by
    from servicing.acceleration a
    join lending.loan l on l.id = a.loan_id and l.status = 70
    left join banking.virtual_account v on v.subject_type = 'loan' and v.subject_id = l.id
    where a.loan_id = ${loanId} and a.ended_on is null
  `);

/** Nothing was ever due in an instalment `i`. */
const isEmpty = sql`i.current and i.paid_on is null and i.principal + i.interest = 0
  and i.late_interest_charged + i.penalty_charged + i.late_interest_owed + i.penalty_owed
    + i.late_interest_paid + i.penalty_paid + i.waived = 0`;

/** Loans in these statuses with an instalment of NT$0, or without any debt. */
export const loansToEnd = (tx: Tx, statuses: readonly number[]) =>
  tx.many<LoanId>(sql`
    select l.id as loan_id from lending.loan l
    where l.status = any (${statuses}) and (
      exists (select from servicing.instalment i where i.loan_id = l.id and ${isEmpty})
      or exists (select from servicing.instalment i where i.loan_id = l.id and i.current)
        and not exists (select from servicing.instalment i
          where i.loan_id = l.id and i.current and i.paid_on is null)
        and not exists (select from servicing.court_cost c
          where c.loan_id = l.id and c.amount > c.repaid + c.forgiven))
    order by l.id
  `);

/** Puts the instalments of NT$0 of these loans out of force; returns their numbers. */
export const retireEmptyInstalments = (tx: Tx, loanIds: readonly number[]) =>
  tx.many<LoanId & { instalments: number[] }>(sql`
    with retired as (
      update servicing.instalment i set current = false
      where i.loan_id = any (${loanIds}) and ${isEmpty} returning i.loan_id, i.no
    )
    select loan_id, array_agg(no order by no) as instalments
    from retired group by loan_id order by loan_id
  `);

const instructionsOver = (closed: Day) =>
  sql`servicing.prepayment where status = 'open' and good_on <= ${closed}`;

/** Loans with a prepayment instruction whose last day is closed. */
export const loansToLapse = (tx: Tx, closed: Day) =>
  tx.many<LoanId>(sql`
    select loan_id from ${instructionsOver(closed)} order by 1
  `);

export const firstLapse = (to: Day) => sql`select min(good_on) from ${instructionsOver(to)}`;

export type Lapsed = LoanId & {
  id: number;
  kind: 'partial' | 'full';
  /** Principal to be prepaid, and the total to be transferred for it. NT$ */
  principal: Money;
  total: Money;
  goodOn: Day;
};

/** Marks expired prepayment instructions of these loans as lapsed and returns them. */
export const lapseInstructions = (tx: Tx, loanIds: readonly number[], today: Day) =>
  tx.many<Lapsed>(sql`
    update servicing.prepayment set status = 'lapsed'
    where status = 'open' and loan_id = any (${loanIds}) and good_on < ${today}
    returning loan_id, id, kind, principal, total, good_on
  `);

/** Reminders of an instalment that falls due, and letters about a late one. */
export type Letter = 'due' | 'late';

/**
 * Reserves the letters of a day about these loans; returns the loans about which none was written
 * for this day or a later one, in the order of their ids.
 */
export async function claimLetters(
  tx: Tx,
  letter: Letter,
  day: Day,
  loanIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.many<LoanId>(sql`
    insert into servicing.letter_day (loan_id, letter, day)
    select loan_id, ${letter}, ${day}::date from unnest(${loanIds}::bigint[]) loan_id
    on conflict (loan_id, letter) do update set day = excluded.day
      where letter_day.day < excluded.day
    returning loan_id
  `);
  return rows.map(({ loanId }) => loanId).toSorted((a, b) => a - b);
}
