// The SQL of what verification does when an account is closed.
import type { Tx } from '../db.ts';

export const openStatements = (tx: Tx, memberId: number) =>
  tx.many<{ id: number }>(
    'verification.openStatements',
    'select id from verification.financial_statement where member_id = $1 and status = 1',
    [memberId],
  );

/** The numbers stay, sealed; what finds an account by them goes. */
export const releasePerson = (tx: Tx, memberId: number, now: Date) =>
  tx.run(
    'verification.releasePerson',
    `update verification.profile set phone_hash = null, id_number_hash = null, updated_at = $2
     where member_id = $1`,
    [memberId, now],
  );
