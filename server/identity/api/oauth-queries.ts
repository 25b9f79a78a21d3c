// SQL of OAuth: the registered applications, and tokens that are exchanged once.
import type { Scope } from '#contract/identity/scopes.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type ClientRow = {
  id: number;
  clientId: string;
  name: string;
  redirectUris: string[];
  scopes: Scope[];
};

/** Reads an application that members may connect now. */
export const activeClient = (tx: Tx, clientId: string) =>
  tx.maybe<ClientRow>(sql`
    select id, client_id, name, redirect_uris, scopes
    from identity.partner
    where client_id = ${clientId} and approved_at is not null and ended_at is null
  `);

export const insertCode = (
  tx: Tx,
  code: {
    hash: Buffer;
    accessId: number;
    redirectUri: string;
    challenge: string;
    at: Date;
    until: Date;
  },
) =>
  tx.run(sql`
    insert into identity.api_token (token_hash, access_id, kind, redirect_uri, challenge,
      created_at, expires_at)
    values (${code.hash}, ${code.accessId}, 'code', ${code.redirectUri}, ${code.challenge},
      ${code.at}, ${code.until})
  `);

export type ExchangedRow = {
  accessId: number;
  memberId: number;
  clientId: string;
  scopes: Scope[];
  accessUntil: Date;
  /** Whether the permission is in force and its member may use it. */
  alive: boolean;
  kind: 'access' | 'refresh' | 'code';
  expired: boolean;
  spent: boolean;
  redirectUri: string | null;
  challenge: string | null;
};

/**
 * Reads a token of an application and locks its permission, so that of two exchanges at once the
 * second sees what the first has done.
 */
export const lockExchanged = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<ExchangedRow>(sql`
    select a.id as access_id, a.member_id, p.client_id, a.scopes, a.expires_at as access_until,
      a.revoked_at is null and a.expires_at > ${realNow} and m.suspended_at is null
        and p.ended_at is null as alive, t.kind, t.expires_at <= ${realNow} as expired,
      t.spent_at is not null as spent, t.redirect_uri, t.challenge
    from identity.api_access a
    join identity.api_token t on t.access_id = a.id
    join identity.partner p on p.id = a.partner_id
    join identity.member m on m.id = a.member_id
    where t.token_hash = ${hash}
    for no key update of a, t
  `);

export const spendToken = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.run(sql`
    update identity.api_token set spent_at = ${realNow}
    where token_hash = ${hash} and spent_at is null
  `);
