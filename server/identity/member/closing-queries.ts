// SQL of closing an account: its locks, and the data of its owner’s access.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/**
 * Locks a member's account so that it stays open until the transaction ends; null if it is closed.
 * Any number of commands and receipts may hold this lock at once, and closing waits for them.
 */
export const holdMember = (tx: Tx, memberId: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from identity.member where id = ${memberId} and closed_at is null for key share
  `);

/** Takes the exclusive lock of an account: waits for all holders and blocks new ones. */
export const holdMemberAlone = (tx: Tx, memberId: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from identity.member where id = ${memberId} and closed_at is null for update
  `);

/**
 * Deletes the member's sign-in data and contact data, so that the e-mail can be registered again.
 * The row stays, because loans, orders and the ledger refer to it and the law requires that these
 * are kept.
 */
export const closeMember = (tx: Tx, memberId: number, now: Date) =>
  tx.run(sql`
    update identity.member set email = 'closed.' || id || '@closed.invalid',
      password_hash = null, google_subject = null, wants_news = false, closed_at = ${now}
    where id = ${memberId}
  `);

/**
 * Deletes browsers, devices, passkeys and mail tokens. Sessions are only ended, so that their
 * tokens count as expired.
 */
export const forgetDevices = (tx: Tx, memberId: number) =>
  tx.run(sql`
    with tokens as (delete from identity.email_token where member_id = ${memberId}),
      passkeys as (delete from identity.passkey where member_id = ${memberId}),
      tickets as (delete from identity.sign_in_ticket where member_id = ${memberId}),
      browsers as (delete from identity.browser where member_id = ${memberId})
    delete from identity.device where member_id = ${memberId}
  `);
