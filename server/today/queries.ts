// SQL of the newest notices, of which a member sees cards.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Returns the newest notices of a member, the newest first, with their kind if they have one. */
export const newestNotices = (tx: Tx, memberId: number, limit: number) =>
  tx.many<{ id: number; kind: string | null }>(sql`
    select id, kind from notices.notice where member_id = ${memberId} order by id desc
    limit ${limit}
  `);
