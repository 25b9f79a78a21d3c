// SQL of everything whose attempts are limited: text-message codes, sign-ins and captchas.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type CodePurpose = 'phone' | 'step_up' | 'sign_in' | 'recovery';

/**
 * Locks one member and one number at a time, always the member first, so that no deadlock can
 * occur.
 */
export const lockCodes = (tx: Tx, key: string) =>
  tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 9))`);

/**
 * Counts the codes sent since an instant to a number or for a member, and returns the larger count.
 * `lastAt` is the time of the last code with the same purpose only, so that someone who has just
 * confirmed a phone may sign a contract at once. Sign-in codes have separate limits, so that
 * someone who knows the password cannot use up the owner's codes.
 */
export const codesSent = (
  tx: Tx,
  { memberId, purpose }: { memberId: number; purpose: CodePurpose },
  phoneHashes: readonly string[],
  since: Date,
) =>
  tx.one<{ lastAt: Date | null; today: number; oldestAt: Date | null }>(sql`
    select max(created_at) filter (where purpose = ${purpose}) as last_at, min(created_at) as
      oldest_at,
      greatest(count(*) filter (where phone_hash = any (${phoneHashes})),
        count(*) filter (where member_id = ${memberId})) as today
    from identity.sms_code
    where (member_id = ${memberId} or phone_hash = any (${phoneHashes}))
      and created_at > ${since} and purpose <> 'sign_in'
  `);

/** Returns when the last code of a pending sign-in was sent. */
export const lastCodeOfTicket = (tx: Tx, ticketId: number) =>
  tx.one<{ lastAt: Date | null }>(sql`
    select max(created_at) as last_at from identity.sms_code where ticket_id = ${ticketId}
  `);

export const insertCode = (
  tx: Tx,
  code: {
    memberId: number;
    purpose: CodePurpose;
    phoneHash: string;
    hash: Buffer;
    at: Date;
    until: Date;
    ticketId: number | null;
  },
) =>
  tx.run(sql`
    insert into identity.sms_code
      (member_id, purpose, phone_hash, code_hash, created_at, expires_at, ticket_id)
    values (${code.memberId}, ${code.purpose}, ${code.phoneHash}, ${code.hash}, ${code.at},
      ${code.until}, ${code.ticketId})
  `);

/**
 * Counts one attempt on the newest code; returns null if there is none, or if it is used, expired
 * or has no attempts left. The row itself is the counter, so that concurrent attempts are counted
 * one by one.
 */
export const tryCode = (
  tx: Tx,
  of: {
    memberId: number;
    purpose: CodePurpose;
    phoneHashes: readonly string[];
    realNow: Date;
    tries: number;
    ticketId: number | null;
  },
) =>
  tx.maybe<{ id: number; hash: Buffer; phoneHash: string; tries: number }>(sql`
    update identity.sms_code set tries = tries + 1
    where id = (select id from identity.sms_code
        where member_id = ${of.memberId} and purpose = ${of.purpose} and phone_hash =
          any (${of.phoneHashes})
          and ticket_id is not distinct from ${of.ticketId} order by id desc limit 1)
      and used_at is null and expires_at > ${of.realNow} and tries < ${of.tries}
    returning id, code_hash as hash, phone_hash, tries
  `);

/** Marks a code as used; returns 0 if another caller has already done so. */
export const spendCode = (tx: Tx, id: number, realNow: Date) =>
  tx.run(sql`
    update identity.sms_code set used_at = ${realNow} where id = ${id} and used_at is null
  `);

/**
 * Returns the member's confirmed phone number, encrypted, with its hash. A reset of the
 * verification takes it from nobody: it confirms the number that replaces it.
 */
export const confirmedPhone = (tx: Tx, memberId: number) =>
  tx.maybe<{ phone: string; phoneHash: string }>(sql`
    select phone, phone_hash from verification.profile
    where member_id = ${memberId} and phone is not null
  `);

/** Keys under which attempts are counted; `pair` combines one account with one address. */
export type TryKeys = { account: string; address: string; pair: string };

export const countFailures = (tx: Tx, { account, address }: TryKeys, since: Date) =>
  tx.one<{ account: number; address: number }>(sql`
    select count(*) filter (where key = ${account}) as account,
      count(*) filter (where key = ${address}) as address
    from identity.login_failure where key in (${account}, ${address}) and at > ${since}
  `);

/**
 * Counts a failure for the account. For the address, each account that was tried from there is
 * counted only once.
 */
export const insertFailure = (tx: Tx, keys: TryKeys, since: Date, realNow: Date) =>
  tx.run(sql`
    insert into identity.login_failure (key, at)
    select key, ${realNow}::timestamptz from unnest(array[${keys.account},
      ${keys.pair}]::text[]) as key
    union all
    select ${keys.address}, ${realNow}::timestamptz where not exists (
      select from identity.login_failure where key = ${keys.pair} and at > ${since})
  `);

/**
 * After a success, deletes the failures of the account, and the address's failures for this
 * account.
 */
export const forgetFailures = (tx: Tx, { account, address, pair }: TryKeys) =>
  tx.run(sql`
    delete from identity.login_failure f
    where f.key in (${account}, ${pair}) or (f.key = ${address}
      and f.at in (select at from identity.login_failure where key = ${pair}))
  `);

/** Marks a captcha as used; returns 0 if it was used before. */
export const spendCaptcha = (tx: Tx, salt: string, realNow: Date) =>
  tx.run(sql`
    insert into identity.captcha_used (salt, used_at) values (${salt}, ${realNow})
    on conflict (salt) do nothing
  `);
