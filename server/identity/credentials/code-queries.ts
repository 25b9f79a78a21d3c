// The SQL of what may be tried only so often: text-message codes, sign-ins and captchas.
import type { Tx } from '../../database/db.ts';

export type CodePurpose = 'phone' | 'step_up' | 'sign_in' | 'recovery';

/** One asker and one number at a time: member first, then phone, so that nobody waits in a ring. */
export const lockCodes = (tx: Tx, key: string) =>
  tx.one('identity.lockCodes', 'select pg_advisory_xact_lock(hashtextextended($1, 9))', [key]);

/**
 * Codes sent since an instant to a number or for a member, whichever had the more; `lastAt` is the
 * last one of the purpose: who has just confirmed a phone may sign at once. Codes of sign-ins have
 * limits of their own, so that whoever knows the password cannot use up the codes of the owner.
 */
export const codesSent = (
  tx: Tx,
  { memberId, purpose }: { memberId: number; purpose: CodePurpose },
  phoneHash: string,
  since: Date,
) =>
  tx.one<{ lastAt: Date | null; today: number; oldestAt: Date | null }>(
    'identity.codesSent',
    `select max(created_at) filter (where purpose = $4) as "lastAt", min(created_at) as "oldestAt",
       greatest(count(*) filter (where phone_hash = $2),
         count(*) filter (where member_id = $1)) as today
     from identity.sms_code
     where (member_id = $1 or phone_hash = $2) and created_at > $3 and purpose <> 'sign_in'`,
    [memberId, phoneHash, since, purpose],
  );

/** The last code of a sign-in that waits. */
export const lastCodeOfTicket = (tx: Tx, ticketId: number) =>
  tx.one<{ lastAt: Date | null }>(
    'identity.lastCodeOfTicket',
    'select max(created_at) as "lastAt" from identity.sms_code where ticket_id = $1',
    [ticketId],
  );

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
  tx.run(
    'identity.insertCode',
    `insert into identity.sms_code
       (member_id, purpose, phone_hash, code_hash, created_at, expires_at, ticket_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [code.memberId, code.purpose, code.phoneHash, code.hash, code.at, code.until, code.ticketId],
  );

/**
 * Counts one try on the newest code; null where there is none, or it is used, old or tried out.
 * The row itself is the counter, so that tries at the same moment are counted one by one.
 */
export const tryCode = (
  tx: Tx,
  of: {
    memberId: number;
    purpose: CodePurpose;
    phoneHash: string;
    realNow: Date;
    tries: number;
    ticketId: number | null;
  },
) =>
  tx.maybe<{ id: number; hash: Buffer; tries: number }>(
    'identity.tryCode',
    `update identity.sms_code set tries = tries + 1
     where id = (select id from identity.sms_code
         where member_id = $1 and purpose = $2 and phone_hash = $3
           and ticket_id is not distinct from $6 order by id desc limit 1)
       and used_at is null and expires_at > $4 and tries < $5
     returning id, code_hash as hash, tries`,
    [of.memberId, of.purpose, of.phoneHash, of.realNow, of.tries, of.ticketId],
  );

/** Uses a code up; answers 0 where somebody was faster. */
export const spendCode = (tx: Tx, id: number, realNow: Date) =>
  tx.run(
    'identity.spendCode',
    'update identity.sms_code set used_at = $2 where id = $1 and used_at is null',
    [id, realNow],
  );

/** Where the member's confirmed number is, sealed, with its hash. */
export const confirmedPhone = (tx: Tx, memberId: number) =>
  tx.maybe<{ phone: string; phoneHash: string }>(
    'identity.confirmedPhone',
    `select phone, phone_hash as "phoneHash" from verification.profile
     where member_id = $1 and stage >= 1 and phone is not null`,
    [memberId],
  );

/** `pair` is one account tried from one address. */
export type TryKeys = { account: string; address: string; pair: string };

export const countFailures = (tx: Tx, { account, address }: TryKeys, since: Date) =>
  tx.one<{ account: number; address: number }>(
    'identity.countFailures',
    `select count(*) filter (where key = $1) as account,
       count(*) filter (where key = $2) as address
     from identity.login_failure where key in ($1, $2) and at > $3`,
    [account, address, since],
  );

/** Counts against the account, and against the address once for each account it tries. */
export const insertFailure = (tx: Tx, keys: TryKeys, since: Date, realNow: Date) =>
  tx.run(
    'identity.insertFailure',
    `insert into identity.login_failure (key, at)
     select key, $5::timestamptz from unnest(array[$1, $3]::text[]) as key
     union all
     select $2, $5::timestamptz where not exists (
       select from identity.login_failure where key = $3 and at > $4)`,
    [keys.account, keys.address, keys.pair, since, realNow],
  );

/** A success clears the account, and what this address was counted for it. */
export const forgetFailures = (tx: Tx, { account, address, pair }: TryKeys) =>
  tx.run(
    'identity.forgetFailures',
    `delete from identity.login_failure f
     where f.key in ($1, $3) or (f.key = $2
       and f.at in (select at from identity.login_failure where key = $3))`,
    [account, address, pair],
  );

/** Marks a captcha as used; answers 0 where it was used before. */
export const spendCaptcha = (tx: Tx, salt: string, realNow: Date) =>
  tx.run(
    'identity.spendCaptcha',
    `insert into identity.captcha_used (salt, used_at) values ($1, $2)
     on conflict (salt) do nothing`,
    [salt, realNow],
  );
