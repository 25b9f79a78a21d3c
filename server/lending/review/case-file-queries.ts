// SQL of the case file: sealed documents of a loan, the review through which papers open, and the
// proposal to withdraw its offer.
import type { WithdrawalCause } from '#contract/lending/loan-review.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type SealedRow = {
  id: number;
  kind: 'final' | 'annex' | 'settlement' | 'negotiation';
  version: number;
  sha256: string;
  sealedAt: Date;
  supersededAt: Date | null;
  stampedUntil: Date | null;
  stored: StoredFile;
};

/** Documents that concern the whole loan, newest first; copies for single orders are left out. */
export const sealedDocuments = (tx: Tx, loanId: number) =>
  tx.many<SealedRow>(sql`
    select id, kind, version, sha256, created_at as sealed_at, superseded_at, stamped_until, stored
    from lending.contract where loan_id = ${loanId} and order_id is null order by id desc
  `);

/**
 * The newest review of a loan that is open, or in which the operator took part; `kinds` are those
 * that the operator's roles decide.
 */
export const reviewFor = (
  tx: Tx,
  loanId: number,
  operator: { id: number; kinds: readonly string[] },
) =>
  tx.maybe<{ id: number }>(sql`
    select id from tasks.task
    where subject_type = 'loan' and subject_id = ${loanId} and kind = any (${operator.kinds})
      and (status = 'open' or maker_id = ${operator.id} or checker_id = ${operator.id})
    order by id desc limit 1
  `);

/** The proposal to withdraw a loan's offer that waits for its second person. */
export const openWithdrawal = (tx: Tx, loanId: number, readerId: number) =>
  tx.maybe<{
    proposedAt: Date;
    proposedBy: string | null;
    isMine: boolean;
    cause: WithdrawalCause;
    note: string;
  }>(sql`
    select t.created_at as proposed_at, m.name as proposed_by,
      coalesce(t.maker_id = ${readerId}, false) as is_mine, t.detail ->> 'cause' as cause,
      t.detail ->> 'note' as note
    from tasks.task t left join identity.operator m on m.id = t.maker_id
    where t.kind = 'offer_withdrawal' and t.subject_type = 'loan' and t.subject_id = ${loanId}
      and t.status = 'open'
  `);
