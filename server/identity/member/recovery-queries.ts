// SQL of the links by which a lost phone is replaced.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type RecoveryLink = { id: number; memberId: number };

export const readRecoveryLink = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<RecoveryLink>(sql`
    select id, member_id from identity.email_token
    where token_hash = ${hash} and purpose = 'recover' and used_at is null and expires_at >
      ${realNow}
  `);

/** Marks a recovery link as used; returns 0 if another call has just used it. */
export const spendRecoveryLink = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update identity.email_token set used_at = ${realNow} where id = ${id} and used_at is null
  `);

/**
 * Whether the ID on file is one that a reviewer approved, so that a person can be compared with it.
 * After a reset it still is, until the member gives personal data or documents again.
 */
export async function hasApprovedId(tx: Tx, memberId: number): Promise<boolean> {
  const approved = ['verification.approve', 'verification.taken_over'];
  const given = ['verification.basic', 'verification.id'];
  const found = await tx.maybe<{ memberId: number }>(sql`
    select p.member_id from verification.profile p
    where p.member_id = ${memberId} and ((p.stage = 4 and p.status = 3)
      or (p.stage < 4 and p.status = 0 and p.id_document is not null and (
        select a.action = any (${approved}) from tasks.audit a
        where a.subject_type = 'member' and a.subject_id = p.member_id
          and a.action = any (${[...approved, ...given]})
        order by a.id desc limit 1)))
  `);
  return found !== null;
}
