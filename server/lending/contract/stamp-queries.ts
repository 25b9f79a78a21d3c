// SQL of the timestamps on sealed documents.
import type { StoredFile } from '../../adapters/files/files.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { ContractKind } from './contract-queries.ts';

export type StampRow = {
  id: number;
  loanId: number;
  kind: ContractKind;
  stored: StoredFile;
  stampedUntil: Date | null;
};

/** Documents without timestamp that were not tried since an instant, the longest waiting first. */
export const unstampedDocuments = (tx: Tx, triedBefore: Date, limit: number) =>
  tx.many<StampRow>(sql`
    select id, loan_id, kind, stored, stamped_until
    from lending.contract
    where stamped_until is null and (stamp_tried_at is null or stamp_tried_at < ${triedBefore})
    order by stamp_tried_at nulls first, id limit ${limit}
  `);

/** Documents whose newest timestamp ends before an instant, after a row of the same order. */
export const endingDocuments = (
  tx: Tx,
  { before, after, limit }: { before: Date; after: StampRow | null; limit: number },
) =>
  tx.many<StampRow>(sql`
    select id, loan_id, kind, stored, stamped_until
    from lending.contract
    where stamped_until < ${before}
      and (${after === null} or (stamped_until, id)
        > (${after?.stampedUntil ?? null}::timestamptz, ${after?.id ?? 0}::bigint))
    order by stamped_until, id limit ${limit}
  `);

/** Documents made before an instant that still have no timestamp. */
export const overdueStamps = (tx: Tx, madeBefore: Date) =>
  tx.one<{ waiting: number }>(sql`
    select count(*)::integer as waiting from lending.contract
    where stamped_until is null and created_at < ${madeBefore}
  `);

export const markTried = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`update lending.contract set stamp_tried_at = ${realNow} where id = ${id}`);

/** Records until when the timestamp in a document's file is valid. */
export const markStamped = (tx: Tx, id: number, until: Date) =>
  tx.run(sql`update lending.contract set stamped_until = ${until} where id = ${id}`);

/**
 * Replaces a document's file by the one with another timestamp; returns 0 if the row was deleted or
 * another process was faster. The hash of the sealed bytes stays.
 */
export const replaceFile = (
  tx: Tx,
  { id, stored: before }: StampRow,
  { stored, until }: { stored: StoredFile; until: Date },
) =>
  tx.run(sql`
    update lending.contract set stored = ${JSON.stringify(stored)}, stamped_until = ${until}
    where id = ${id} and stored->>'key' = ${before.key}
  `);
