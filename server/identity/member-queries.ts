// The SQL of what the office does to members' accounts.
import type { Tx } from '../db.ts';

export type AccountLock = { id: number; email: string; suspendedAt: Date | null };

/** Takes the row of a member, so that two operators do not undo each other unseen. */
export const lockMember = (tx: Tx, id: number) =>
  tx.maybe<AccountLock>(
    'identity.lockForOffice',
    `select id, email, suspended_at as "suspendedAt" from identity.member where id = $1
     for no key update`,
    [id],
  );

export const setSuspended = (tx: Tx, id: number, suspendedAt: Date | null) =>
  tx.run('identity.setSuspended', 'update identity.member set suspended_at = $2 where id = $1', [
    id,
    suspendedAt,
  ]);

/** Ends one living session of a member, or with null all of them; answers how many. */
export const endLiving = (tx: Tx, memberId: number, sessionId: number | null, realNow: Date) =>
  tx.run(
    'identity.endLiving',
    `update identity.session set ended_at = $3
     where member_id = $1 and ($2::bigint is null or id = $2) and ended_at is null`,
    [memberId, sessionId, realNow],
  );
