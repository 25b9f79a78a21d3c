// SQL of registration: accounts that wait for confirmation, and the confirmed account.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type NewMember = {
  email: string;
  passwordHash: string | null;
  purpose: string;
  channel: number | null;
  wantsNews: boolean;
  emailVerifiedAt: Date | null;
  now: Date;
};

/**
 * Opens an account in addition to unconfirmed ones with the same e-mail; the link that is followed
 * later decides which account is real. Returns null if a confirmed account has this e-mail. The
 * caller must hold the lock of the e-mail.
 */
export const openAccount = (tx: Tx, member: NewMember) =>
  tx.maybe<{ id: number }>(sql`
    insert into identity.member
      (email, password_hash, purpose, channel, wants_news, email_verified_at, created_at)
    select ${member.email}, ${member.passwordHash}, ${member.purpose}, ${member.channel},
      ${member.wantsNews}, ${member.emailVerifiedAt}::timestamptz, ${member.now}
    where not exists (select from identity.member
      where email = ${member.email} and email_verified_at is not null)
    returning id
  `);

export type WaitingAccount = { id: number; passwordHash: string | null };

/**
 * Unconfirmed accounts of an e-mail: first the account for which a valid link was sent, then the
 * others, newest first. Empty if the link is not valid or belongs to another e-mail.
 */
export const accountsOfLink = (tx: Tx, hash: Buffer, email: string, realNow: Date) =>
  tx.many<WaitingAccount>(sql`
    select m.id, m.password_hash
    from identity.email_token t
    join identity.member meant on meant.id = t.member_id and meant.email = ${email}
    join identity.member m on m.email = meant.email and m.email_verified_at is null
    where t.token_hash = ${hash} and t.purpose = 'verify' and t.used_at is null and t.expires_at
      > ${realNow}
    order by m.id = t.member_id desc, m.id desc limit 6
  `);

/** Returns whether the account for which a link was sent has confirmed this e-mail. */
export const isConfirmedByLink = (tx: Tx, hash: Buffer, email: string) =>
  tx.one<{ confirmed: boolean }>(sql`
    select exists (select from identity.email_token t join identity.member m on m.id = t.member_id
      where t.token_hash = ${hash} and t.purpose = 'verify' and m.email = ${email}
        and m.email_verified_at is not null) as confirmed
  `);

/** Confirms an account that waits for confirmation; null if the account is no longer waiting. */
export const confirmWaiting = (tx: Tx, memberId: number, email: string, now: Date) =>
  tx.maybe<{ emailVerifiedAt: Date }>(sql`
    update identity.member set email_verified_at = ${now}
    where id = ${memberId} and email = ${email} and email_verified_at is null
    returning email_verified_at
  `);

/**
 * Closes the unconfirmed accounts of an e-mail except `keep`: ends their sessions and deletes their
 * links and devices. Returns the closed accounts.
 */
export const closeWaiting = (
  tx: Tx,
  { email, keep, now, realNow }: { email: string; keep: number; now: Date; realNow: Date },
) =>
  tx.many<{ id: number }>(sql`
    with closed as (
      update identity.member set email = 'closed.' || id || '@closed.invalid',
        password_hash = null, wants_news = false, closed_at = ${now}
      where email = ${email} and id <> ${keep} and email_verified_at is null returning id),
    sessions as (update identity.session set ended_at = ${realNow}
      where ended_at is null and member_id in (select id from closed)),
    tokens as (delete from identity.email_token where member_id in (select id from closed)),
    browsers as (delete from identity.browser where member_id in (select id from closed)),
    devices as (delete from identity.device where member_id in (select id from closed))
    select id from closed
  `);

/**
 * E-mails with several unconfirmed accounts, of which the older ones have links that expired long
 * ago. Returns each e-mail with its newest account.
 */
export const supersededBefore = (tx: Tx, before: Date) =>
  tx.many<{ email: string; newest: number }>(sql`
    select email, max(id) as newest from identity.member
    where email_verified_at is null and closed_at is null
    group by email having count(*) > 1 and max(created_at) < ${before}
    order by email limit 1000
  `);
