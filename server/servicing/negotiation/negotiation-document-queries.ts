// SQL of a negotiation's documents: the borrower's proofs and the investors' copies.
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const insertPapers = (tx: Tx, loanId: number, uploads: readonly number[], now: Date) =>
  tx.run(sql`
    insert into servicing.negotiation_paper (upload_id, loan_id, created_at)
    select upload, ${loanId}, ${now} from unnest(${uploads}::bigint[]) as upload
  `);

export type PaperRow = {
  uploadId: number;
  filename: string;
  contentType: string;
  createdAt: Date;
};

/** Returns the documents that a borrower sent with the request, in the order received. */
export const papersOf = (tx: Tx, loanId: number) =>
  tx.many<PaperRow>(sql`
    select p.upload_id, u.filename, u.content_type, p.created_at
    from servicing.negotiation_paper p join verification.upload u on u.id = p.upload_id
    where p.loan_id = ${loanId} order by p.upload_id
  `);

/**
 * Stores the present outstanding principal of each order, which every document of the terms will
 * show.
 */
export const freezeShares = (tx: Tx, negotiationId: number, loanId: number) =>
  tx.run(sql`
    insert into servicing.negotiated_share (negotiation_id, order_id, remaining)
    select ${negotiationId}, order_id, remaining from servicing.share where loan_id = ${loanId}
      and remaining > 0
  `);

export const frozenShares = (tx: Tx, negotiationId: number) =>
  tx.many<{ orderId: number; remaining: Money }>(sql`
    select order_id, remaining from servicing.negotiated_share
    where negotiation_id = ${negotiationId} order by order_id
  `);

/** Returns agreed terms with at least one order whose owner has no sealed copy yet. */
export const negotiationsWithoutCopies = (tx: Tx) =>
  tx.many<{ loanId: number; orderIds: number[] }>(sql`
    select n.loan_id, array_agg(s.order_id order by s.order_id) as order_ids
    from servicing.negotiation n join servicing.negotiated_share s on s.negotiation_id = n.id
    where n.status in ('agreed', 'in_force') and not exists (
        select from servicing.negotiation newer
        where newer.loan_id = n.loan_id and newer.version > n.version
          and newer.offered_at is not null)
      and not exists (select from lending.contract c
        where c.loan_id = n.loan_id and c.kind = 'negotiation' and c.version = n.version
          and c.order_id = s.order_id)
    group by n.id, n.loan_id order by n.id limit 20
  `);
