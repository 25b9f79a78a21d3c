// The SQL of what the office does to members' accounts.
import type { Tx } from '../../database/db.ts';

export type AccountLock = {
  id: number;
  email: string;
  suspendedAt: Date | null;
  closed: boolean;
};

/** Takes the row of a member, so that two operators do not undo each other unseen. */
export const lockMember = (tx: Tx, id: number) =>
  tx.maybe<AccountLock>(
    'identity.lockForOffice',
    `select id, email, suspended_at as "suspendedAt", closed_at is not null as closed
     from identity.member where id = $1 for no key update`,
    [id],
  );

export const setSuspended = (tx: Tx, id: number, suspendedAt: Date | null) =>
  tx.run('identity.setSuspended', 'update identity.member set suspended_at = $2 where id = $1', [
    id,
    suspendedAt,
  ]);
