// SQL of passwords: changing one, reset mails, and rate limits.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Locks the member's row, so that a sign-in and a change of password run one after the other. */
export const lockMember = (tx: Tx, memberId: number) =>
  tx.one<{ id: number }>(
    sql`select id from identity.member where id = ${memberId} for no key update`,
  );

export const setPassword = (tx: Tx, memberId: number, hash: string) =>
  tx.run(sql`update identity.member set password_hash = ${hash} where id = ${memberId}`);

export type ResetToken = {
  memberId: number;
  hash: Buffer;
  until: Date;
  numberHash: string;
  numberUntil: Date;
  at: Date;
};

export const insertResetToken = (tx: Tx, token: ResetToken) =>
  tx.run(sql`
    insert into identity.email_token (member_id, purpose, token_hash, created_at, expires_at,
      number_hash, number_until)
    values (${token.memberId}, 'reset', ${token.hash}, ${token.at}, ${token.until},
      ${token.numberHash}, ${token.numberUntil})
  `);

/** Returns the reset to which a link belongs, while the reset is valid. */
export const resetByLink = (tx: Tx, email: string, hash: Buffer, realNow: Date) =>
  tx.maybe<{ id: number }>(sql`
    select t.id from identity.email_token t join identity.member m on m.id = t.member_id
    where t.token_hash = ${hash} and t.purpose = 'reset' and m.email = ${email} and t.used_at is
      null
      and t.expires_at > ${realNow}
  `);

/**
 * Counts one attempt on the eight-digit number in the newest reset mail; returns null if there is
 * no such mail, or if its number is used, expired or has no attempts left. The row itself is the
 * counter, so that concurrent attempts are counted one by one.
 */
export const tryResetNumber = (tx: Tx, email: string, realNow: Date, tries: number) =>
  tx.maybe<{ id: number; memberId: number; hash: string }>(sql`
    update identity.email_token set number_tries = number_tries + 1
    where id = (select t.id from identity.email_token t
        join identity.member m on m.id = t.member_id
        where m.email = ${email} and t.purpose = 'reset' order by t.id desc limit 1)
      and used_at is null and number_until > ${realNow} and number_tries < ${tries}
    returning id, member_id, number_hash as hash
  `);

/**
 * Marks a reset as used, both its link and its number. Atomic: exactly one concurrent caller gets
 * the row.
 */
export const spendReset = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<{ memberId: number }>(sql`
    update identity.email_token set used_at = ${realNow}
    where id = ${id} and purpose = 'reset' and used_at is null
    returning member_id
  `);

/**
 * Returns whether this account has signed in from this address, as far back as sessions are stored.
 */
export const hasSignedInFrom = (tx: Tx, email: string, address: string) =>
  tx.one<{ known: boolean }>(sql`
    select exists (select from identity.session s join identity.member m on m.id = s.member_id
    where m.email = ${email} and s.address = ${address}) as known
  `);

/**
 * Returns whether this operator has signed in at the office from this address, as far back as
 * sessions are stored.
 */
export const operatorHasSignedInFrom = (tx: Tx, email: string, address: string) =>
  tx.one<{ known: boolean }>(sql`
    select exists (select from identity.operator_session s
    join identity.operator o on o.id = s.operator_id
    where o.email = ${email} and s.address = ${address}) as known
  `);

/** Clears the failures of an account, from every address and browser. */
export const forgetFailuresOf = (tx: Tx, account: string) =>
  tx.run(sql`
    delete from identity.login_failure
    where key = ${account} or starts_with(key, ${account} || '@') or starts_with(key, ${account}
      || '#')
  `);

type Limit = { key: string; burst: number; everyMs: number };

/**
 * Takes one unit of each rate limit that has one left: at most `burst` at once, and another every
 * `everyMs`. Returns the keys of these. The limits hold across all processes, because they are rows
 * of one statement; it takes them in the order of their keys, so that no two callers wait for each
 * other.
 */
export const takeUnits = (tx: Tx, limits: readonly Limit[], realNow: Date) =>
  tx.many<{ key: string }>(sql`
    with wanted as (
      select key, every_ms * interval '1 millisecond' as every, burst
      from unnest(${limits.map(({ key }) => key)}::text[],
        ${limits.map(({ everyMs }) => everyMs)}::integer[],
        ${limits.map(({ burst }) => burst)}::integer[]) as asked (key, every_ms, burst)
    )
    insert into identity.throttle as t (key, free_at)
    select key, ${realNow}::timestamptz + every from wanted order by key
    on conflict (key) do update
      set free_at = greatest(t.free_at, ${realNow}::timestamptz)
        + (select every from wanted where wanted.key = t.key)
      where (select greatest(t.free_at, ${realNow}::timestamptz) + every
        <= ${realNow}::timestamptz + burst * every from wanted where wanted.key = t.key)
    returning key
  `);

export const freeAt = (tx: Tx, key: string) =>
  tx.maybe<{ freeAt: Date }>(sql`select free_at from identity.throttle where key = ${key}`);

/** Gives a unit of each limit back, in the order in which units are taken. */
export const giveUnitsBack = (tx: Tx, limits: readonly Omit<Limit, 'burst'>[]) =>
  tx.run(sql`
    with given as (
      select t.key, asked.every_ms * interval '1 millisecond' as every
      from unnest(${limits.map(({ key }) => key)}::text[],
        ${limits.map(({ everyMs }) => everyMs)}::integer[]) as asked (key, every_ms)
      join identity.throttle t on t.key = asked.key
      order by t.key
      for no key update of t
    )
    update identity.throttle t set free_at = t.free_at - given.every
    from given where given.key = t.key
  `);

/** Resets the rate limit of a key. */
export const resetRateLimit = (tx: Tx, key: string) =>
  tx.run(sql`delete from identity.throttle where key = ${key}`);
