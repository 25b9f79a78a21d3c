// SQL of signature specimens and contracts.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type Specimen = { stored: StoredFile; sha256: string; savedAt: Date };

export function specimenOf(tx: Tx, loanId: number): Promise<Specimen | null> {
  return tx.maybe<Specimen>(sql`
    select stored, sha256, saved_at from lending.signature where loan_id = ${loanId}
  `);
}

/** Saves a specimen, replacing the previous one. */
export function saveSpecimen(
  tx: Tx,
  loanId: number,
  stored: StoredFile,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    insert into lending.signature (loan_id, stored, sha256, saved_at) values (${loanId},
      ${JSON.stringify(stored)}, ${stored.sha256}, ${now})
    on conflict (loan_id) do update
      set stored = excluded.stored, sha256 = excluded.sha256, saved_at = excluded.saved_at
  `);
}

export type ContractKind = 'final' | 'extract' | 'annex' | 'settlement' | 'negotiation';
export type ContractRow = { stored: StoredFile; sha256: string; createdAt: Date };

export function contractRow(
  tx: Tx,
  loanId: number,
  kind: ContractKind,
): Promise<ContractRow | null> {
  return tx.maybe<ContractRow>(sql`
    select stored, sha256, created_at from lending.contract
    where loan_id = ${loanId} and kind = ${kind} and order_id is null and superseded_at is null
  `);
}

/**
 * Returns one version of a loan's document of a kind: the whole document, or the copy for one
 * order.
 */
export function contractVersion(
  tx: Tx,
  loanId: number,
  kind: ContractKind,
  version: number,
  orderId: number | null = null,
): Promise<ContractRow | null> {
  return tx.maybe<ContractRow>(sql`
    select stored, sha256, created_at from lending.contract
    where loan_id = ${loanId} and kind = ${kind} and version = ${version} and order_id is not
      distinct from ${orderId}
      and superseded_at is null
  `);
}

/** Stores a document unless one of its kind exists; returns whether it was stored. */
export async function insertContract(
  tx: Tx,
  row: {
    loanId: number;
    kind: ContractKind;
    orderId: number | null;
    stored: StoredFile;
    now: Date;
    version?: number;
  },
): Promise<boolean> {
  const { loanId, kind, orderId, stored, now, version = 1 } = row;
  const kept = await tx.run(sql`
    insert into lending.contract (loan_id, kind, order_id, stored, sha256, created_at, version)
    values (${loanId}, ${kind}, ${orderId}, ${JSON.stringify(stored)}, ${stored.sha256}, ${now},
      ${version}) on conflict do nothing
  `);
  return kept === 1;
}

/** Deletes the signed documents when a disbursement was returned and the loan is signed again. */
export function removeContracts(tx: Tx, loanId: number): Promise<{ sha256: string }[]> {
  return tx.many<{ sha256: string }>(sql`
    delete from lending.contract where loan_id = ${loanId} and superseded_at is null
    returning sha256
  `);
}

/** Marks the annex of a returned disbursement as no longer in force; the annex remains stored. */
export function supersedeDocument(
  tx: Tx,
  loanId: number,
  kind: ContractKind,
  now: Date,
): Promise<{ sha256: string } | null> {
  return tx.maybe<{ sha256: string }>(sql`
    update lending.contract set superseded_at = ${now}
    where loan_id = ${loanId} and kind = ${kind} and superseded_at is null returning sha256
  `);
}

export type Share = { orderId: number; memberId: number; amount: Money; sealedName: string | null };

/**
 * Returns the creditors of a funded loan: one row for each order, with the investor's encrypted
 * name.
 */
export function sharesOf(tx: Tx, loanId: number): Promise<Share[]> {
  return tx.many<Share>(sql`
    select o.id as order_id, o.member_id, o.amount, p.name as sealed_name
    from investing."order" o left join verification.profile p on p.member_id = o.member_id
    where o.loan_id = ${loanId} and o.stored_status in (10, 20) order by o.id
  `);
}

/** Returns the first dated schedule of a disbursed loan, as fixed at the disbursement. */
export function firstSchedule(tx: Tx, loanId: number) {
  return tx.many<{ no: number; dueOn: Day; principal: Money; interest: Money }>(sql`
    select no, due_on, principal, interest from servicing.instalment
    where loan_id = ${loanId} and version = (select min(version) from servicing.instalment
      where loan_id = ${loanId} and not undone)
    order by no
  `);
}

/** Returns signed loans for which an investor's extract is still missing. */
export function loansWithoutExtracts(tx: Tx): Promise<{ id: number }[]> {
  return tx.many<{ id: number }>(sql`
    select l.id from lending.loan l
    where l.status in (55, 60, 61, 65, 70, 75, 80, 90, 95)
      and exists (select from lending.contract c where c.loan_id = l.id and c.kind = 'final')
      and exists (select from investing."order" o
        where o.loan_id = l.id and o.stored_status = 20 and not exists (
          select from lending.contract c
          where c.loan_id = l.id and c.kind = 'extract' and c.order_id = o.id))
    order by l.id limit 20
  `);
}

/** Returns the orders of a loan that already have their extract. */
export function extractedOrders(tx: Tx, loanId: number): Promise<{ orderId: number }[]> {
  return tx.many<{ orderId: number }>(sql`
    select order_id from lending.contract
    where loan_id = ${loanId} and kind = 'extract'
  `);
}

/** Returns disbursed loans whose dated annex is not sealed yet. */
export function loansWithoutAnnex(tx: Tx): Promise<{ id: number }[]> {
  return tx.many<{ id: number }>(sql`
    select l.id from lending.loan l
    where l.status in (60, 61, 65, 70, 75, 80) and l.disbursed_on is not null
      and exists (select from lending.contract c where c.loan_id = l.id and c.kind = 'final')
      and not exists (select from lending.contract c
        where c.loan_id = l.id and c.kind = 'annex' and c.superseded_at is null)
    order by l.id limit 20
  `);
}

/** Returns settled loans whose certificate is not sealed yet. */
export function loansWithoutCertificate(tx: Tx): Promise<{ id: number }[]> {
  return tx.many<{ id: number }>(sql`
    select l.id from lending.loan l
    where l.status = 90 and l.settled_on is not null and l.disbursed_on is not null
      and not exists (select from lending.contract c
        where c.loan_id = l.id and c.kind = 'settlement')
    order by l.id limit 20
  `);
}

/** Amounts in NT$; the charges include the fee of prepayments. */
type Repaid = {
  principal: Money;
  interest: Money;
  charges: Money;
  prepaymentFee: Money;
  forgiven: Money;
};

/** Returns everything that was repaid on a loan, and what was forgiven. */
export function repaidOf(tx: Tx, loanId: number) {
  return tx.one<Repaid>(sql`
    select coalesce(sum(amount) filter (where class = 'principal'), 0)::bigint as principal,
      coalesce(sum(amount) filter (where class = 'interest'), 0)::bigint as interest,
      coalesce(sum(amount) filter (where class not in ('principal', 'interest')), 0)::bigint
        as charges,
      coalesce(sum(amount) filter (where class = 'prepaymentFee'), 0)::bigint
        as prepayment_fee,
      coalesce((select sum(forgiven) from servicing.share where loan_id = ${loanId}), 0)::bigint
        as forgiven
    from servicing.allocation where loan_id = ${loanId}
  `);
}
