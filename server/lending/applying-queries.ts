// The SQL of what stands around an application: drafts, consents, papers sent later, reminders.
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Tx } from '../database/db.ts';

export type DraftRow = { version: number; reached: number; sealed: string; savedAt: Date };

export function draftOf(tx: Tx, memberId: number): Promise<DraftRow | null> {
  return tx.maybe<DraftRow>(
    'lending.draftOf',
    `select version, reached, sealed, saved_at as "savedAt" from lending.draft
     where member_id = $1`,
    [memberId],
  );
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
 * Writes a draft over the version it follows, or over the same writer's own; answers the new
 * version, or null where another wrote since. The first has nothing to follow.
 */
export function writeDraft(tx: Tx, draft: Writing): Promise<{ version: number } | null> {
  return tx.maybe<{ version: number }>(
    'lending.writeDraft',
    `with changed as (
       update lending.draft set version = version + 1, device = $3, reached = $4, sealed = $5,
         saved_at = $6
       where member_id = $1 and (version = $2 or device = $3) returning version),
     added as (
       insert into lending.draft (member_id, version, device, reached, sealed, saved_at)
       select $1, 1, $3, $4, $5, $6
       where $2 = 0 and not exists (select from changed)
       on conflict do nothing returning version)
     select version from changed union all select version from added`,
    [draft.memberId, draft.version, draft.device, draft.reached, draft.sealed, draft.now],
  );
}

export function removeDraft(tx: Tx, memberId: number): Promise<number> {
  return tx.run('lending.removeDraft', 'delete from lending.draft where member_id = $1', [
    memberId,
  ]);
}

/** Drafts that nobody has gone on with; answers how many there were. */
export function removeOldDrafts(tx: Tx, before: Date): Promise<number> {
  return tx.run('lending.removeOldDrafts', 'delete from lending.draft where saved_at < $1', [
    before,
  ]);
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
  return tx.run(
    'lending.insertConsents',
    `insert into lending.consent (loan_id, member_id, kind, version, address, given_at)
     select $1, $2, kind, $4, $5, $6 from unnest($3::text[]) as kind`,
    [given.loanId, given.memberId, given.kinds, given.version, given.address, given.now],
  );
}

export function consentsOf(tx: Tx, loanId: number) {
  return tx.many<{ kind: string; version: string; givenAt: Date }>(
    'lending.consentsOf',
    `select kind, version, given_at as "givenAt" from lending.consent where loan_id = $1
     order by kind`,
    [loanId],
  );
}

export function insertDocuments(
  tx: Tx,
  papers: { loanId: number; round: number; item: string; uploads: readonly number[]; now: Date },
): Promise<number> {
  return tx.run(
    'lending.insertDocuments',
    `insert into lending.document (upload_id, loan_id, round, item, created_at)
     select upload, $1, $2, $3, $5 from unnest($4::bigint[]) as upload`,
    [papers.loanId, papers.round, papers.item, papers.uploads, papers.now],
  );
}

export type DocumentRow = {
  uploadId: number;
  loanId: number;
  round: number;
  item: string;
  filename: string;
  createdAt: Date;
};

/** The papers of loans, in the order they came. */
export function documentsOf(tx: Tx, loanIds: readonly number[]): Promise<DocumentRow[]> {
  return tx.many<DocumentRow>(
    'lending.documentsOf',
    `select d.upload_id as "uploadId", d.loan_id as "loanId", d.round, d.item, u.filename,
       d.created_at as "createdAt"
     from lending.document d join verification.upload u on u.id = d.upload_id
     where d.loan_id = any ($1) order by d.upload_id`,
    [loanIds],
  );
}

/** Whether an income proof came in since an instant. */
export async function provedSince(tx: Tx, memberId: number, since: Date): Promise<boolean> {
  const { count } = await tx.one<{ count: number }>(
    'lending.provedSince',
    `select count(*)::int as count from verification.financial_statement
     where member_id = $1 and created_at > $2`,
    [memberId, since],
  );
  return count > 0;
}

/** Loans whose papers, answer or signature is due before an instant, not yet reminded of it. */
export function loansToRemind(tx: Tx, now: Date, before: Date) {
  return tx.many<{ id: number; status: LoanStatus; term: Date }>(
    'lending.loansToRemind',
    `select id, status, term from (
       select id, status, case status when 15 then supplement_by when 30 then offer_expires_at
         when 50 then sign_by end as term
       from lending.loan where status in (15, 30, 50)) l
     where term > $1 and term < $2
       and not exists (select from lending.reminder r where r.loan_id = l.id and r.term = l.term)
     order by id`,
    [now, before],
  );
}

/** Notes a reminder; answers 0 where it was given already. */
export function insertReminder(tx: Tx, loanId: number, term: Date, now: Date): Promise<number> {
  return tx.run(
    'lending.insertReminder',
    `insert into lending.reminder (loan_id, term, sent_at) values ($1, $2, $3)
     on conflict do nothing`,
    [loanId, term, now],
  );
}
