// SQL of rolling back a statement file: its receipts, its bank lines and days, the two persons.
import { ROLLED_BACK } from '#contract/banking/receipt-seq.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const insertRollback = (
  tx: Tx,
  statementId: number,
  { reason, by, now }: { reason: string; by: number; now: Date },
) =>
  tx.run(sql`
    insert into banking.statement_rollback (statement_id, reason, asked_by, asked_at)
    values (${statementId}, ${reason}, ${by}, ${now})
  `);

export const decideRollback = (
  tx: Tx,
  statementId: number,
  { agreed, by, now }: { agreed: boolean; by: number; now: Date },
) =>
  tx.run(sql`
    update banking.statement_rollback set agreed = ${agreed}, decided_by = ${by},
      decided_at = ${now}
    where statement_id = ${statementId} and decided_at is null
  `);

/**
 * Locks the receipts that came by the file and were not rolled back before, oldest first, as the
 * preview of matches does.
 */
export const lockReceiptsOfStatement = (tx: Tx, statementId: number) =>
  tx.many<{ id: number; state: string }>(sql`
    select id, state from banking.receipt where statement_id = ${statementId}
      and position(${ROLLED_BACK} in seq) = 0 order by id
    for no key update
  `);

/**
 * Whether a line that the file brought settled a payment or reversed a receipt. The lines are asked
 * instead of counts, because a file may be read several times.
 */
export const settledBy = (tx: Tx, statementId: number) =>
  tx.one<{ settled: boolean }>(sql`
    select exists (select from banking.bank_line l where l.statement_id = ${statementId} and (
      exists (select from banking.receipt r where r.bank = l.bank
        and r.bank_date = l.bank_date and r.seq = l.seq and r.sign = '-')
      or exists (select from banking.payment p
        where p.reference = l.reference and p.amount = abs(l.amount)
          and (p.settled_on = l.bank_date or exists (select from banking.payment_booking b
            where b.reference = p.reference and b.bank_date = l.bank_date))))) as settled
  `);

/** Whether lines and balances are all that came by the file: no receipt and no closed day. */
export const saidBy = (tx: Tx, statementId: number) =>
  tx.one<{ only: boolean }>(sql`
    select (exists (select from banking.bank_line where statement_id = ${statementId})
        or exists (select from banking.bank_day where statement_id = ${statementId}))
      and not exists (select from banking.receipt where statement_id = ${statementId})
      and not exists (select from banking.closed_day where statement_id = ${statementId}) as only
  `);

/** The first day that the file closed and by which a job has judged. */
export const judgedDaysOf = (tx: Tx, statementId: number) =>
  tx.one<{ first: Day | null }>(sql`
    select min(day) as first from banking.closed_day where statement_id = ${statementId}
      and day <= (select max(through) from app.judged)
  `);

/**
 * Marks a receipt as reversed and frees its seq, so that another file may bring the line again. Its
 * encrypted payer stays bound to the number that the bank gave (`bankSeqOf`).
 */
export const releaseReceipt = (tx: Tx, id: number) =>
  tx.run(sql`
    update banking.receipt set state = 'reversed',
      seq = seq || ${ROLLED_BACK} || statement_id || '-' || id
    where id = ${id}
  `);

/**
 * Removes what the file said about the bank: its lines, closing balances, and closed days, which
 * count as open again from the first of them.
 */
export async function forgetStatement(tx: Tx, statementId: number, bank: string): Promise<void> {
  await tx.run(sql`delete from banking.bank_line where statement_id = ${statementId}`);
  await tx.run(sql`delete from banking.bank_day where statement_id = ${statementId}`);
  await tx.run(sql`
    update banking.trust_account a set closed_through = least(a.closed_through, d.first - 1)
    from (select min(day) as first from banking.closed_day
      where statement_id = ${statementId}) d
    where a.bank = ${bank} and d.first is not null
  `);
  await tx.run(sql`delete from banking.closed_day where statement_id = ${statementId}`);
}

export const withdrawBooked = (tx: Tx, statementId: number, now: Date) =>
  tx.run(sql`
    update banking.statement set state = 'withdrawn', finished_at = ${now}, booked = 0,
      suspended = 0, known = 0, passed_over = 0, confirmed_by = null, confirmed_at = null
    where id = ${statementId} and state = 'done'
  `);
