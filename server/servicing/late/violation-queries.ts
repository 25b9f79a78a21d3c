// The SQL of violations: notices, what was accelerated by them, and how they ended.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import type { InstalmentRow } from '../rules.ts';

/** Opens a notice; answers 0 where one is open. */
export const insertNotice = (tx: Tx, notice: { loanId: number; noticeOn: Day; payBy: Day }) =>
  tx.run(
    'servicing.insertNotice',
    `insert into servicing.acceleration (loan_id, cause, notice_on, pay_by)
     values ($1, 'late', $2, $3) on conflict (loan_id) where ended_on is null do nothing`,
    [notice.loanId, notice.noticeOn, notice.payBy],
  );

export const markDeclared = (tx: Tx, loanId: number, reason: string) =>
  tx.run(
    'servicing.markDeclared',
    `update servicing.acceleration set cause = 'declared', reason = $2
     where loan_id = $1 and ended_on is null`,
    [loanId, reason],
  );

/** Marks the open notice as carried out, or (null) as open again. */
export const markAccelerated = (
  tx: Tx,
  id: number,
  to: { fromNo: number | null; acceleratedOn: Day | null },
) =>
  tx.run(
    'servicing.markAccelerated',
    'update servicing.acceleration set from_no = $2, accelerated_on = $3 where id = $1',
    [id, to.fromNo, to.acceleratedOn],
  );

export const endNotice = (tx: Tx, loanId: number, outcome: string, endedOn: Day) =>
  tx.run(
    'servicing.endNotice',
    `update servicing.acceleration set outcome = $2, ended_on = $3
     where loan_id = $1 and ended_on is null`,
    [loanId, outcome, endedOn],
  );

/** Loans whose notice has run out and whose principal is not due yet. Not while negotiated. */
export const loansToAccelerate = (tx: Tx, today: Day) =>
  tx.many<{ loanId: number }>(
    'servicing.loansToAccelerate',
    `select a.loan_id as "loanId" from servicing.acceleration a
     join lending.loan l on l.id = a.loan_id and l.status in (70, 80)
     where a.ended_on is null and a.accelerated_on is null and a.pay_by < $1
     order by a.loan_id`,
    [today],
  );

/** The rows that an accelerated one took the place of. */
export const retiredBy = (tx: Tx, row: Pick<InstalmentRow, 'loanId' | 'no' | 'version'>) =>
  tx.many<InstalmentRow>(
    'servicing.retiredBy',
    `select distinct on (no) loan_id as "loanId", version, no, due_on as "dueOn",
       payable_until as "payableUntil", principal, interest, principal_paid as "principalPaid",
       interest_paid as "interestPaid", interest_accrued as "interestAccrued",
       prepayment_interest as "prepaymentInterest", prepaid_until as "prepaidUntil",
       late_interest_paid as "lateInterestPaid", penalty_paid as "penaltyPaid",
       charged_until as "chargedUntil", late_interest_owed as "lateInterestOwed",
       penalty_owed as "penaltyOwed", waived, accelerated, paid_on as "paidOn",
       arrears_interest as "arrearsInterest", late_principal_days as "principalDays",
       late_penalty_parts as "penaltyParts", late_interest_charged as "lateInterestCharged",
       penalty_charged as "penaltyCharged",
       (select l.servicing_terms from lending.loan l where l.id = loan_id) as terms
     from servicing.instalment
     where loan_id = $1 and not current and no >= $2 and version = $3 - 1
     order by no`,
    [row.loanId, row.no, row.version],
  );
