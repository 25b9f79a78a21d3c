// SQL of disbursements: schedule versions, and the rows that undoing a disbursement removes.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Returns the last version of a loan's schedule, in force or not; 0 if there is none. */
export const lastVersion = (tx: Tx, loanId: number) =>
  tx.one<{ version: number }>(sql`
    select coalesce(max(version), 0) as version from servicing.instalment where loan_id =
      ${loanId}
  `);

/** Puts the whole schedule out of force for good. */
export const undoInstalments = (tx: Tx, loanId: number) =>
  tx.run(sql`
    update servicing.instalment set current = false, undone = true
    where loan_id = ${loanId} and not undone
  `);

/** Deletes the investors' shares, because the loan was never disbursed. */
export const removeShares = (tx: Tx, loanId: number) =>
  tx.run(sql`delete from servicing.share where loan_id = ${loanId}`);

/** Deletes open promises to pay, because the loan was never disbursed. */
export const removeOpenPromises = (tx: Tx, loanId: number) =>
  tx.run(sql`delete from servicing.promise where loan_id = ${loanId} and status = 'open'`);

/** Returns the transfers that accrued interest of the schedule in force. */
export const accrualsOf = (tx: Tx, loanId: number) =>
  tx.many<{ id: string }>(sql`
    select t.id from servicing.instalment i
    join ledger.transfer t on t.id = 'due:' || i.loan_id || ':' || i.version || ':' || i.no
    where i.loan_id = ${loanId} and i.current order by i.no
  `);

/**
 * Returns whether undoing is impossible because money was allocated to the loan, or a person
 * changed its schedule or court costs.
 */
export const isEntangled = (tx: Tx, loanId: number) =>
  tx.one<{ entangled: boolean }>(sql`
    select exists (select from servicing.allocation where loan_id = ${loanId})
    or exists (select from servicing.negotiation where loan_id = ${loanId})
    or exists (select from servicing.court_cost where loan_id = ${loanId})
    or exists (select from servicing.instalment where loan_id = ${loanId} and not current
      and not undone) as entangled
  `);

/**
 * Funded loans whose borrower is held and whose payment is not at the bank, each with the instant
 * since which it waits; all of them, or one.
 */
export const heldLoans = (tx: Tx, id: number | null = null) =>
  tx.many<{ id: number; status: number; since: Date }>(sql`
    select l.id, l.status, greatest(h.held_at, l.funded_at) as since
    from lending.loan l
    join verification.payout_hold h on h.member_id = l.member_id and h.ended_at is null
    where l.status in (50, 55) and coalesce(l.id = ${id}::bigint, true)
      and not exists (select from banking.payment p where p.purpose = 'disbursement'
        and p.subject_id = l.id and p.status <> 'returned')
    order by l.id
  `);
