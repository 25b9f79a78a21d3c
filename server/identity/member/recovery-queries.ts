// SQL of the links by which a lost phone is replaced.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type RecoveryLink = { id: number; memberId: number };

export const readRecoveryLink = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<RecoveryLink>(sql`
    select id, member_id as "memberId" from identity.email_token
    where token_hash = ${hash} and purpose = 'recover' and used_at is null and expires_at >
      ${realNow}
  `);

/** Marks a recovery link as used; returns 0 if another call has just used it. */
export const spendRecoveryLink = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update identity.email_token set used_at = ${realNow} where id = ${id} and used_at is null
  `);
