// The SQL of the links by which a lost phone is replaced.
import type { Tx } from '../../database/db.ts';

export type RecoveryLink = { id: number; memberId: number };

export const readRecoveryLink = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<RecoveryLink>(
    'identity.readRecoveryLink',
    `select id, member_id as "memberId" from identity.email_token
     where token_hash = $1 and purpose = 'recover' and used_at is null and expires_at > $2`,
    [hash, realNow],
  );

/** Answers 0 where it was used a moment ago. */
export const spendRecoveryLink = (tx: Tx, id: number, realNow: Date) =>
  tx.run(
    'identity.spendRecoveryLink',
    'update identity.email_token set used_at = $2 where id = $1 and used_at is null',
    [id, realNow],
  );
