// SQL of the office's actions on members' accounts.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type AccountLock = {
  id: number;
  email: string;
  suspendedAt: Date | null;
  closed: boolean;
};

/** Locks the row of a member, so that two operators cannot undo each other's change unnoticed. */
export const lockMember = (tx: Tx, id: number) =>
  tx.maybe<AccountLock>(sql`
    select id, email, suspended_at, closed_at is not null as closed
    from identity.member where id = ${id} for no key update
  `);

export const setSuspended = (tx: Tx, id: number, suspendedAt: Date | null) =>
  tx.run(sql`update identity.member set suspended_at = ${suspendedAt} where id = ${id}`);
