// SQL of losses and the claims for them: court costs and write-offs.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const insertCourtCost = (
  tx: Tx,
  cost: { loanId: number; amount: Money; paidOn: Day; what: string },
) =>
  tx.one<{ id: number }>(sql`
    insert into servicing.court_cost (loan_id, amount, paid_on, what)
    values (${cost.loanId}, ${cost.amount}, ${cost.paidOn}, ${cost.what}) returning id
  `);

/** Counts an amount as repayment of court costs, the oldest costs first. */
export const lowerCourtCosts = (tx: Tx, loanId: number, amount: Money) =>
  tx.run(sql`
    update servicing.court_cost c set repaid = c.repaid + p.part
    from (
      select id, least(owed, ${amount} - coalesce(sum(owed) over (
        order by id rows between unbounded preceding and 1 preceding), 0)) as part
      from (select id, amount - repaid - forgiven as owed from servicing.court_cost
        where loan_id = ${loanId}) o
    ) p where c.id = p.id and p.part > 0
  `);

export type WriteOff = {
  loanId: number;
  on: Day;
  lateDays: number;
  principal: Money;
  interest: Money;
  lateCharges: Money;
  courtCosts: Money;
  reason: string;
  proposedBy: number;
  approvedBy: number;
};

/** Records the loss of a loan and of each of its investors. */
export async function insertWriteOff(tx: Tx, row: WriteOff): Promise<void> {
  await tx.run(sql`
    insert into servicing.write_off (loan_id, written_off_on, late_days, principal, interest,
      late_charges, court_costs, reason, proposed_by, approved_by)
    values (${row.loanId}, ${row.on}, ${row.lateDays}, ${row.principal}, ${row.interest},
      ${row.lateCharges}, ${row.courtCosts}, ${row.reason}, ${row.proposedBy}, ${row.approvedBy})
  `);
  await tx.run(sql`
    update servicing.share set written_off = remaining where loan_id = ${row.loanId}
  `);
}

const lost = (lateSince: Day, decidedSince: Date) => sql`lending.loan l
    cross join lateral (select min(i.payable_until) as since from servicing.instalment i
      where i.loan_id = l.id and i.current and i.paid_on is null) late
    where l.status = 80 and late.since <= ${lateSince}
      and not exists (select from tasks.task t where t.kind = 'write_off'
        and t.subject_type = 'loan' and t.subject_id = l.id
        and (t.status = 'open' or t.decided_at > ${decidedSince}))`;

/**
 * Returns loans in court that are overdue long enough and had no write-off decision since a given
 * day.
 */
export const loansToWriteOff = (tx: Tx, lateSince: Day, decidedSince: Date) =>
  tx.many<{ loanId: number; caseNo: string }>(sql`
    select l.id as loan_id, l.case_no
    from ${lost(lateSince, decidedSince)} order by l.id
  `);

/** The day so many days after that on which the first of these loans became late. */
export const firstLost = (lateSince: Day, decidedSince: Date, days: number) =>
  sql`select min(late.since) + ${days}::integer from ${lost(lateSince, decidedSince)}`;

/** Records the end of the collection; returns 0 if it has ended already. */
export const closeWriteOff = (
  tx: Tx,
  loanId: number,
  of: { on: Day; reason: string; principalBarredOn: Day; interestBarredOn: Day },
) =>
  tx.run(sql`
    update servicing.write_off set closed_on = ${of.on}, closed_reason = ${of.reason},
      principal_barred_on = ${of.principalBarredOn}, interest_barred_on = ${of.interestBarredOn}
    where loan_id = ${loanId} and closed_on is null
  `);
