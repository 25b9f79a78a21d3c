// SQL of violations: notices, the instalments they accelerated, and how they ended.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { InstalmentRow } from '../rules.ts';

/** Opens a notice; returns 0 if one is already open. */
export const insertNotice = (tx: Tx, notice: { loanId: number; noticeOn: Day; payBy: Day }) =>
  tx.run(sql`
    insert into servicing.acceleration (loan_id, cause, notice_on, pay_by)
    values (${notice.loanId}, 'late', ${notice.noticeOn}, ${notice.payBy}) on conflict (loan_id)
      where ended_on is null do nothing
  `);

export const markDeclared = (tx: Tx, loanId: number, reason: string) =>
  tx.run(sql`
    update servicing.acceleration set cause = 'declared', reason = ${reason}
    where loan_id = ${loanId} and ended_on is null
  `);

/** Gives an open notice another last day to pay. */
export const postponeNotice = (tx: Tx, id: number, payBy: Day) =>
  tx.run(sql`update servicing.acceleration set pay_by = ${payBy} where id = ${id}`);

/** Marks the open notice as executed; null values in `to` mark it as open again. */
export const markAccelerated = (
  tx: Tx,
  id: number,
  to: { fromNo: number | null; acceleratedOn: Day | null },
) =>
  tx.run(sql`
    update servicing.acceleration set from_no = ${to.fromNo}, accelerated_on =
      ${to.acceleratedOn} where id = ${id}
  `);

export const endNotice = (tx: Tx, loanId: number, outcome: string, endedOn: Day) =>
  tx.run(sql`
    update servicing.acceleration set outcome = ${outcome}, ended_on = ${endedOn}
    where loan_id = ${loanId} and ended_on is null
  `);

const noticesOver = (closed: Day) => sql`servicing.acceleration a
    join lending.loan l on l.id = a.loan_id and l.status in (70, 80)
    where a.ended_on is null and a.accelerated_on is null and a.pay_by <= ${closed}`;

/**
 * Returns loans whose notice period has ended and whose principal is not due yet; loans under
 * negotiation are excluded.
 */
export const loansToAccelerate = (tx: Tx, closed: Day) =>
  tx.many<{ loanId: number }>(sql`
    select a.loan_id from ${noticesOver(closed)} order by a.loan_id
  `);

export const firstAcceleration = (to: Day) => sql`select min(a.pay_by) from ${noticesOver(to)}`;

/** Returns the instalments that an accelerated instalment replaced. */
export const retiredBy = (tx: Tx, row: Pick<InstalmentRow, 'loanId' | 'no' | 'version'>) =>
  tx.many<InstalmentRow>(sql`
    select distinct on (no) loan_id, version, no, due_on, payable_until, principal, interest,
      principal_paid, interest_paid, interest_accrued, prepayment_interest, prepaid_until,
      late_interest_paid, penalty_paid, charged_until, late_interest_owed, penalty_owed, waived,
      accelerated, paid_on, arrears_interest, late_principal_days as principal_days,
      late_penalty_parts as penalty_parts, late_interest_charged, penalty_charged,
      (select l.servicing_terms from lending.loan l where l.id = loan_id) as terms
    from servicing.instalment
    where loan_id = ${row.loanId} and not current and no >= ${row.no} and version =
      ${row.version} - 1
    order by no
  `);
