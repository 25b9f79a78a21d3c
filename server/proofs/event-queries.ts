// SQL of what becomes a leaf: the facts of a loan's moves, and the leaves that wait for the log.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { SettleType } from '#contract/lending/loan-status.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type PendingLeaf = {
  kind: string;
  leaf: string;
  opening: string | null;
  loanId: number | null;
  orderId: number | null;
  nullifier: string | null;
};

/** Adds leaves to those that wait, in this order. */
export const insertPending = (tx: Tx, rows: readonly PendingLeaf[]) =>
  tx.run(sql`
    insert into proofs.pending (kind, leaf, opening, loan_id, order_id, nullifier)
    select k, l, o, loan, ord, n from unnest(
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ leaf }) => leaf)}::text[],
      ${rows.map(({ opening }) => opening)}::text[],
      ${rows.map(({ loanId }) => loanId)}::bigint[],
      ${rows.map(({ orderId }) => orderId)}::bigint[],
      ${rows.map(({ nullifier }) => nullifier)}::text[]
    ) with ordinality as t (k, l, o, loan, ord, n, place) order by place
  `);

export const loanFacts = (tx: Tx, loanId: number) =>
  tx.one<{
    caseNo: string;
    memberId: number;
    amount: Money;
    rateBps: number;
    installments: number;
    settleType: SettleType | null;
  }>(sql`
    select case_no, member_id, amount, rate_bps, installments, settle_type
    from lending.loan where id = ${loanId}
  `);

/**
 * The contract that the borrower has just signed, and the reference of the step-up with which they
 * did; null if the loan was moved without a signature, as some tests do.
 */
export const signatureOf = (tx: Tx, loanId: number) =>
  tx.maybe<{ sha256: string; stepUp: string }>(sql`
    select snapshot->>'contractSha256' as sha256, snapshot->>'stepUp' as step_up
    from (
      select snapshot from tasks.audit
      where subject_type = 'loan' and subject_id = ${loanId} and action = 'loan.signed'
      order by id desc limit 1
    ) newest where snapshot ? 'contractSha256'
  `);

/** Funded orders of a loan that have no leaf yet. */
export const unloggedOrders = (tx: Tx, loanId: number) =>
  tx.many<{ id: number; memberId: number; amount: Money }>(sql`
    select o.id, o.member_id, o.amount from investing."order" o
    where o.loan_id = ${loanId} and o.stored_status = 20
      and not exists (select from proofs.leaf f
        where f.order_id = o.id and f.kind = 'order')
      and not exists (select from proofs.pending p
        where p.loan_id = ${loanId} and p.order_id = o.id and p.kind = 'order')
    order by o.id
  `);

/** The platform's own reference of the newest disbursement of a loan, known to the bank. */
export const disbursementOf = (tx: Tx, loanId: number) =>
  tx.maybe<{ reference: string }>(sql`
    select reference from banking.payment
    where purpose = 'disbursement' and subject_id = ${loanId} order by id desc limit 1
  `);

/** Whether the log has, or will have, the head of a chain of this day. */
export const hasHeadOf = (tx: Tx, kind: string, on: Day) =>
  tx.one<{ isLogged: boolean }>(sql`
    select exists (select from proofs.leaf
        where loan_id is null and kind = ${kind} and leaf::jsonb->>'on' = ${on})
      or exists (select from proofs.pending
        where loan_id is null and kind = ${kind} and leaf::jsonb->>'on' = ${on}) as is_logged
  `);
