// SQL of an investor's own proofs.
import type { Day } from '#contract/core/day.ts';
import type { CaseKind } from '#contract/proofs/leaf.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** An order of the member; nobody else's is found. */
export const orderOfMember = (tx: Tx, orderId: number, memberId: number) =>
  tx.maybe<{ id: number; loanId: number }>(sql`
    select id, loan_id from investing."order"
    where id = ${orderId} and member_id = ${memberId}
  `);

/** What the log has, or will have within a minute, about a case and one of its orders. */
export const eventsOf = (tx: Tx, { loanId, id }: { loanId: number; id: number }) =>
  tx.many<{ kind: CaseKind; on: Day; index: number | null }>(sql`
    select kind, leaf::jsonb->>'on' as "on", position as index from (
      select kind, leaf, position, position as place, false as waits from proofs.leaf
      where loan_id = ${loanId} and (order_id is null or order_id = ${id})
      union all
      select kind, leaf, null, id, true from proofs.pending
      where loan_id = ${loanId} and (order_id is null or order_id = ${id}) and refused_at is null
    ) logged order by waits, place
  `);

/** The leaves of a case and one of its orders, the order's first. */
export const provenLeaves = (tx: Tx, { loanId, id }: { loanId: number; id: number }) =>
  tx.many<{ index: number; kind: CaseKind; leaf: string; opening: string }>(sql`
    select position as index, kind, leaf, opening from proofs.leaf
    where loan_id = ${loanId} and (order_id is null or order_id = ${id})
    order by order_id is null, position
  `);
