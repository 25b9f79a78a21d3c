// The SQL of passwords: setting one, the mail that resets one, and what may be asked how often.
import type { Tx } from '../../database/db.ts';

/** Holds the member's row: a sign-in and a change of password come one after the other. */
export const lockMember = (tx: Tx, memberId: number) =>
  tx.one<{ id: number }>(
    'identity.lockMember',
    'select id from identity.member where id = $1 for no key update',
    [memberId],
  );

export const setPassword = (tx: Tx, memberId: number, hash: string) =>
  tx.run('identity.setPassword', 'update identity.member set password_hash = $2 where id = $1', [
    memberId,
    hash,
  ]);

export type ResetToken = {
  memberId: number;
  hash: Buffer;
  until: Date;
  numberHash: string;
  numberUntil: Date;
  at: Date;
};

export const insertResetToken = (tx: Tx, token: ResetToken) =>
  tx.run(
    'identity.insertResetToken',
    `insert into identity.email_token (member_id, purpose, token_hash, created_at, expires_at,
       number_hash, number_until)
     values ($1, 'reset', $2, $3, $4, $5, $6)`,
    [token.memberId, token.hash, token.at, token.until, token.numberHash, token.numberUntil],
  );

/** The reset a link belongs to, while it is good. */
export const resetByLink = (tx: Tx, email: string, hash: Buffer, realNow: Date) =>
  tx.maybe<{ id: number }>(
    'identity.resetByLink',
    `select t.id from identity.email_token t join identity.member m on m.id = t.member_id
     where t.token_hash = $2 and t.purpose = 'reset' and m.email = $1 and t.used_at is null
       and t.expires_at > $3`,
    [email, hash, realNow],
  );

/**
 * Counts one try on the number of the newest reset mail; null where there is none, or it is used,
 * old or tried out. The row itself is the counter, so that tries at once are counted one by one.
 */
export const tryResetNumber = (tx: Tx, email: string, realNow: Date, tries: number) =>
  tx.maybe<{ id: number; memberId: number; hash: string }>(
    'identity.tryResetNumber',
    `update identity.email_token set number_tries = number_tries + 1
     where id = (select t.id from identity.email_token t
         join identity.member m on m.id = t.member_id
         where m.email = $1 and t.purpose = 'reset' order by t.id desc limit 1)
       and used_at is null and number_until > $2 and number_tries < $3
     returning id, member_id as "memberId", number_hash as hash`,
    [email, realNow, tries],
  );

/** Uses a reset up, link and number both. Of any number of callers at once it goes to one. */
export const spendReset = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<{ memberId: number }>(
    'identity.spendReset',
    `update identity.email_token set used_at = $2
     where id = $1 and purpose = 'reset' and used_at is null
     returning member_id as "memberId"`,
    [id, realNow],
  );

/** Whether this account was signed in to from this address, as far back as sessions are kept. */
export const knowsAddress = (tx: Tx, email: string, address: string) =>
  tx.one<{ known: boolean }>(
    'identity.knowsAddress',
    `select exists (select from identity.session s join identity.member m on m.id = s.member_id
       where m.email = $1 and s.address = $2) as known`,
    [email, address],
  );

/** The same of an operator at the office. */
export const operatorKnowsAddress = (tx: Tx, email: string, address: string) =>
  tx.one<{ known: boolean }>(
    'identity.operatorKnowsAddress',
    `select exists (select from identity.operator_session s
       join identity.operator o on o.id = s.operator_id
       where o.email = $1 and s.address = $2) as known`,
    [email, address],
  );

/** Failures of an account, from every address and browser. */
export const forgetFailuresOf = (tx: Tx, account: string) =>
  tx.run(
    'identity.forgetFailuresOf',
    `delete from identity.login_failure
     where key = $1 or starts_with(key, $1 || '@') or starts_with(key, $1 || '#')`,
    [account],
  );

/**
 * Takes one turn where there is one: at most `burst` at once, and another each `everyMs`. Answers
 * 0 where there is none. One row and one statement, so that any number of processes count as one.
 */
export const takeTurn = (
  tx: Tx,
  { key, burst, everyMs }: { key: string; burst: number; everyMs: number },
  realNow: Date,
) =>
  tx.run(
    'identity.takeTurn',
    `insert into identity.throttle as t (key, free_at)
     values ($1, $2::timestamptz + $3::integer * interval '1 millisecond')
     on conflict (key) do update
       set free_at = greatest(t.free_at, $2::timestamptz) + $3::integer * interval '1 millisecond'
       where greatest(t.free_at, $2::timestamptz) + $3::integer * interval '1 millisecond'
         <= $2::timestamptz + $4::integer * $3::integer * interval '1 millisecond'`,
    [key, realNow, everyMs, burst],
  );

export const freeAt = (tx: Tx, key: string) =>
  tx.maybe<{ freeAt: Date }>(
    'identity.freeAt',
    'select free_at as "freeAt" from identity.throttle where key = $1',
    [key],
  );

export const giveTurnBack = (tx: Tx, key: string, everyMs: number) =>
  tx.run(
    'identity.giveTurnBack',
    `update identity.throttle set free_at = free_at - $2::integer * interval '1 millisecond'
     where key = $1`,
    [key, everyMs],
  );

/** Gives all turns of a key back. */
export const forgetTurns = (tx: Tx, key: string) =>
  tx.run('identity.forgetTurns', 'delete from identity.throttle where key = $1', [key]);
