// SQL of the permissions of programs and their tokens.
import type { Day } from '#contract/core/day.ts';
import type { Scope } from '#contract/identity/scopes.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export const insertAccess = (
  tx: Tx,
  access: {
    memberId: number;
    partnerId: number | null;
    name: string;
    scopes: readonly Scope[];
    dailyCap: Money | null;
    reference: string;
    at: Date;
    until: Date;
  },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.api_access
      (member_id, partner_id, name, scopes, daily_cap, step_up_reference, created_at, expires_at)
    values (${access.memberId}, ${access.partnerId}, ${access.name}, ${access.scopes},
      ${access.dailyCap}, ${access.reference}, ${access.at}, ${access.until}) returning id
  `);

export const insertApiToken = (
  tx: Tx,
  token: {
    hash: Buffer;
    accessId: number;
    kind: string;
    at: Date;
    until: Date;
    /** Fewer scopes than the permission has; all of them if it is left out. */
    scopes?: readonly Scope[] | undefined;
  },
) =>
  tx.run(sql`
    insert into identity.api_token (token_hash, access_id, kind, created_at, expires_at, scopes)
    values (${token.hash}, ${token.accessId}, ${token.kind}, ${token.at}, ${token.until},
      ${token.scopes ?? null}::text[])
  `);

export type AccessRow = {
  id: number;
  name: string;
  isApp: boolean;
  scopes: Scope[];
  dailyCap: Money | null;
  orderedToday: Money;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
};

/** Reads the permissions in force, newest first, with what each has ordered on a day in Taipei. */
export const accessesOf = (tx: Tx, memberId: number, realNow: Date, today: Day) =>
  tx.many<AccessRow>(sql`
    select a.id, a.name, a.partner_id is not null as is_app, a.scopes, a.daily_cap, a.created_at,
      a.expires_at, a.used_at, coalesce((
        select sum(o.amount) from investing."order" o where o.access_id = a.id
          and o.created_at >= ${today}::date::timestamp at time zone 'Asia/Taipei'
      ), 0)::bigint as ordered_today
    from identity.api_access a
    where a.member_id = ${memberId} and a.revoked_at is null and a.expires_at > ${realNow}
    order by a.id desc
  `);

/** Revokes the permissions in force of a member: all, or `only` one. Returns those it revoked. */
export const revokeAccess = (tx: Tx, memberId: number, realNow: Date, only: number | null = null) =>
  tx.many<{ id: number; name: string }>(sql`
    update identity.api_access set revoked_at = ${realNow}
    where member_id = ${memberId} and revoked_at is null and expires_at > ${realNow}
      and (${only}::bigint is null or id = ${only})
    returning id, name
  `);

/** Reads the permissions in force that members gave to an application. */
export const accessesOfPartner = (tx: Tx, partnerId: number, realNow: Date) =>
  tx.many<{ id: number; memberId: number }>(sql`
    select id, member_id from identity.api_access
    where partner_id = ${partnerId} and revoked_at is null and expires_at > ${realNow} order by id
  `);
