// SQL of the data around an application: drafts, consents, supplements, reminders.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type DraftRow = { version: number; reached: number; sealed: string; savedAt: Date };

export function draftOf(tx: Tx, memberId: number): Promise<DraftRow | null> {
  return tx.maybe<DraftRow>(sql`
    select version, reached, sealed, saved_at from lending.draft
    where member_id = ${memberId}
  `);
}

type Writing = {
  memberId: number;
  version: number;
  device: string;
  reached: number;
  sealed: string;
  now: Date;
};

/**
 * Saves a draft if it is based on the stored version or comes from the same device. Returns the new
 * version, or null if another device has saved since. The first draft is based on version 0.
 */
export function writeDraft(tx: Tx, draft: Writing): Promise<{ version: number } | null> {
  return tx.maybe<{ version: number }>(sql`
    with changed as (
      update lending.draft set version = version + 1, device = ${draft.device}, reached =
        ${draft.reached}, sealed = ${draft.sealed},
        saved_at = ${draft.now}
      where member_id = ${draft.memberId} and (version = ${draft.version} or device =
        ${draft.device}) returning version),
    added as (
      insert into lending.draft (member_id, version, device, reached, sealed, saved_at)
      select ${draft.memberId}, 1, ${draft.device}, ${draft.reached}, ${draft.sealed},
        ${draft.now}
      where ${draft.version} = 0 and not exists (select from changed)
      on conflict do nothing returning version)
    select version from changed union all select version from added
  `);
}

export function removeDraft(tx: Tx, memberId: number): Promise<number> {
  return tx.run(sql`delete from lending.draft where member_id = ${memberId}`);
}

export function insertConsents(
  tx: Tx,
  given: {
    loanId: number;
    memberId: number;
    kinds: readonly string[];
    version: string;
    address: string;
    now: Date;
  },
): Promise<number> {
  return tx.run(sql`
    insert into lending.consent (loan_id, member_id, kind, version, address, given_at)
    select ${given.loanId}, ${given.memberId}, kind, ${given.version}, ${given.address},
      ${given.now} from unnest(${given.kinds}::text[]) as kind
  `);
}

export function consentsOf(tx: Tx, loanId: number) {
  return tx.many<{ kind: string; version: string; givenAt: Date }>(sql`
    select kind, version, given_at from lending.consent where loan_id = ${loanId}
    order by kind
  `);
}

/** Returns one consent of a loan; null if it was not given. */
export function consentOf(tx: Tx, loanId: number, kind: string) {
  return tx.maybe<{ kind: string; version: string; givenAt: Date }>(sql`
    select kind, version, given_at from lending.consent
    where loan_id = ${loanId} and kind = ${kind}
  `);
}

export function insertDocuments(
  tx: Tx,
  papers: { loanId: number; round: number; item: string; uploads: readonly number[]; now: Date },
): Promise<number> {
  return tx.run(sql`
    insert into lending.document (upload_id, loan_id, round, item, created_at)
    select upload, ${papers.loanId}, ${papers.round}, ${papers.item}, ${papers.now} from
      unnest(${papers.uploads}::bigint[]) as upload
  `);
}

export type DocumentRow = {
  uploadId: number;
  loanId: number;
  round: number;
  item: string;
  filename: string;
  createdAt: Date;
};

/** Returns the documents of loans, in the order they were received. */
export function documentsOf(tx: Tx, loanIds: readonly number[]): Promise<DocumentRow[]> {
  return tx.many<DocumentRow>(sql`
    select d.upload_id, d.loan_id, d.round, d.item, u.filename, d.created_at
    from lending.document d join verification.upload u on u.id = d.upload_id
    where d.loan_id = any (${loanIds}) order by d.upload_id
  `);
}

/** Returns whether an income proof was received since an instant. */
export async function provedSince(tx: Tx, memberId: number, since: Date): Promise<boolean> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from verification.financial_statement
    where member_id = ${memberId} and created_at > ${since}
  `);
  return count > 0;
}

/**
 * Returns loans whose borrower must still be reminded: the deadline for a supplement, offer or
 * signature is before an instant.
 */
export function loansToRemind(tx: Tx, now: Date, before: Date) {
  return tx.many<{ id: number; status: LoanStatus; term: Date }>(sql`
    select id, status, term from (
      select id, status, case status when 15 then supplement_by when 30 then offer_expires_at
        when 50 then sign_by end as term
      from lending.loan where status in (15, 30, 50)) l
    where term > ${now} and term < ${before}
      and not exists (select from lending.reminder r where r.loan_id = l.id and r.term = l.term)
    order by id
  `);
}

/**
 * Returns applications whose borrower must still be reminded of missing documents, so many days
 * after they were submitted; of several missed reminders only the last is sent.
 */
export function incompleteLoans(tx: Tx, now: Date, days: readonly number[]) {
  return tx.many<{ id: number; term: Date }>(sql`
    select l.id, max(r.term) as term
    from lending.loan l
      cross join lateral (select l.status_at + make_interval(days => day) as term
        from unnest(${days}::integer[]) day) r
    where l.status = 10 and r.term <= ${now}
    group by l.id
    having not exists (select from lending.reminder s
      where s.loan_id = l.id and s.term >= max(r.term))
    order by l.id
  `);
}

/** Records a reminder; returns 0 if it was already sent. */
export function insertReminder(tx: Tx, loanId: number, term: Date, now: Date): Promise<number> {
  return tx.run(sql`
    insert into lending.reminder (loan_id, term, sent_at) values (${loanId}, ${term}, ${now})
    on conflict do nothing
  `);
}
