// OAuth 2.1 for applications of partners: consent, exchange of tokens, and revocation.
import { createHash } from 'node:crypto';
import type { Input } from '#contract/core/endpoint.ts';
import type { identityOauth } from '#contract/identity/oauth.ts';
import { isSameRedirect, placeOf } from '#contract/identity/redirect-uri.ts';
import { type Scope, scopes as allScopes } from '#contract/identity/scopes.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Tx } from '../../database/db.ts';
import { tell } from '../../notices/front.ts';
import { type Work, inWork } from '../../work.ts';
import { tokenHash } from '../tokens.ts';
import { noticeKinds } from '../words.ts';
import { allowProgram } from './access.ts';
import { insertApiToken } from './access-queries.ts';
import { isWellFormed, newApiToken } from './api-tokens.ts';
import {
  activeClient,
  type ClientRow,
  type ExchangedRow,
  insertCode,
  lockExchanged,
  spendToken,
} from './oauth-queries.ts';
import { revokeAccesses } from './revoking.ts';

/** How long a code and an access token are valid. */
const CODE_MS = 60_000;
const ACCESS_SECONDS = 3_600;

type AuthorizationRequest = Input<(typeof identityOauth)['consentRequest']>;

/** Returns the partner's address with parameters, as RFC 6749 and RFC 9207 want it. */
function backTo(
  { config }: Pick<Services, 'config'>,
  { redirect_uri: uri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): string {
  const url = new URL(uri);
  const all = { ...parameters, ...(state !== undefined && { state }), iss: issuerOf(config) };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

/** The issuer identifier (RFC 8414): the origin of the member site. */
export const issuerOf = ({ publicUrl }: Services['config']): string => new URL(publicUrl).origin;

/** SHA-256 in base64url has 43 characters. */
const CHALLENGE = /^[\w-]{43}$/;

/** Returns what is wrong with a request by RFC 6749 section 4.1.2.1; null if nothing is. */
function errorOf(
  asked: AuthorizationRequest,
  client: ClientRow,
  wanted: readonly string[],
): string | null {
  if (asked.response_type !== 'code') return 'unsupported_response_type';
  if (asked.code_challenge_method !== 'S256') return 'invalid_request';
  if (!CHALLENGE.test(asked.code_challenge ?? '')) return 'invalid_request';
  const known = wanted.every((one) => client.scopes.some((scope) => scope === one));
  return known && wanted.length > 0 ? null : 'invalid_scope';
}

/**
 * Checks a partner's request. Refuses OAUTH_CLIENT_UNKNOWN and OAUTH_REDIRECT_UNKNOWN, after which
 * nobody is sent anywhere, and OAUTH_REQUEST_INVALID with the address that tells the partner.
 */
async function checked(
  { services, tx }: { services: Services; tx: Tx },
  asked: AuthorizationRequest,
): Promise<{ client: ClientRow; scopes: Scope[]; challenge: string }> {
  const client = await activeClient(tx, asked.client_id);
  if (!client) throw new Refusal('OAUTH_CLIENT_UNKNOWN');
  const { redirect_uri: uri } = asked;
  if (!client.redirectUris.some((one) => isSameRedirect(one, uri))) {
    throw new Refusal('OAUTH_REDIRECT_UNKNOWN');
  }
  const wanted = asked.scope?.split(' ').filter((one) => one !== '') ?? [];
  const error = errorOf(asked, client, wanted);
  if (error !== null) {
    const redirectTo = backTo(services, asked, { error });
    throw new Refusal('OAUTH_REQUEST_INVALID', { data: { redirectTo } });
  }
  const scopes = allScopes.filter((scope) => wanted.includes(scope));
  return { client, scopes, challenge: asked.code_challenge ?? '' };
}

export const oauthActions: Actions<{ identity: typeof identityOauth }>['identity'] = {
  async consentRequest(context, asked) {
    const { client, scopes } = await checked(context, asked);
    const denyUrl = backTo(context.services, asked, { error: 'access_denied' });
    return {
      data: { partner: client.name, host: placeOf(asked.redirect_uri), scopes, denyUrl },
    };
  },

  async giveConsent(context, { dailyCap = null, days, ...asked }) {
    const { member, realNow, services, tx } = context;
    const { client, scopes, challenge } = await checked(context, asked);
    const isOrdering = scopes.includes('orders:place');
    if (isOrdering && dailyCap === null) throw new Refusal('API_CAP_MISSING');
    const { id: partnerId, name } = client;
    const given = { name, partnerId, scopes, dailyCap: isOrdering ? dailyCap : null, days };
    const { id: accessId } = await allowProgram(context, given);
    const code = newApiToken('code');
    const until = new Date(realNow.getTime() + CODE_MS);
    const hash = tokenHash(code);
    const redirectUri = asked.redirect_uri;
    await insertCode(tx, { hash, accessId, redirectUri, challenge, at: realNow, until });
    await tell(context, member.id, noticeKinds.apiAppConnected({ app: name }));
    return { data: { redirectTo: backTo(services, asked, { code }) } };
  },
};

/** An error of the token and revocation endpoints (RFC 6749 section 5.2). */
export type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type';
export type Granted = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};
type Answer<T> = { ok: T } | { error: OauthError };

type Form = Readonly<Record<string, string>>;

/**
 * Gives an application a new pair of tokens. The access token may have fewer scopes; the refresh
 * token keeps all of them and ends with the permission (RFC 6749 section 6).
 */
async function grant(
  work: Work,
  { accessId, accessUntil, scopes: whole }: ExchangedRow,
  narrowed?: readonly Scope[],
) {
  const { realNow: at, tx } = work;
  const [access, refresh] = [newApiToken('access'), newApiToken('refresh')];
  const until = new Date(Math.min(at.getTime() + ACCESS_SECONDS * 1000, accessUntil.getTime()));
  const token = { accessId, at };
  const hash = tokenHash(access);
  await insertApiToken(tx, { ...token, hash, kind: 'access', until, scopes: narrowed });
  const renewing = { hash: tokenHash(refresh), kind: 'refresh', until: accessUntil };
  await insertApiToken(tx, { ...token, ...renewing });
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor((until.getTime() - at.getTime()) / 1000),
    refresh_token: refresh,
    scope: (narrowed ?? whole).join(' '),
  } as const;
}

/** Whether the verifier of a code belongs to its challenge (RFC 7636 section 4.6). */
const isVerified = (verifier: string, challenge: string | null) =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** Returns why a code or refresh token is not exchanged; null if it is. */
function exchangeError(row: ExchangedRow, kind: string, form: Form): OauthError | null {
  const { client_id: clientId, code_verifier: verifier = '', redirect_uri: uri, scope } = form;
  if (row.kind !== kind || row.clientId !== clientId) return 'invalid_grant';
  if (!row.alive || row.expired) return 'invalid_grant';
  if (kind === 'code') {
    if (uri !== undefined && uri !== row.redirectUri) return 'invalid_grant';
    return isVerified(verifier, row.challenge) ? null : 'invalid_grant';
  }
  return scope !== undefined && narrowedTo(row, scope).length === 0 ? 'invalid_scope' : null;
}

/** Returns the scopes of a permission that a refresh asks for; none if it asks for others too. */
function narrowedTo({ scopes }: ExchangedRow, scope: string): Scope[] {
  const wanted = scope.split(' ').filter((one) => one !== '');
  const isWithin = wanted.every((one) => scopes.some((given) => given === one));
  return isWithin ? scopes.filter((one) => wanted.includes(one)) : [];
}

/**
 * Exchanges a code or a refresh token for a new pair. A second use of either revokes the whole
 * permission, because one of the two who used it has stolen it (RFC 9700 section 4.14.2).
 */
async function exchange(
  work: Work,
  kind: 'code' | 'refresh',
  form: Form,
): Promise<Answer<Granted>> {
  const { realNow, tx } = work;
  const token = form[kind === 'code' ? 'code' : 'refresh_token'] ?? '';
  if (!isWellFormed(token)) return { error: 'invalid_grant' };
  const hash = tokenHash(token);
  const row = await lockExchanged(tx, hash, realNow);
  if (!row) return { error: 'invalid_grant' };
  if (row.spent) {
    await revokeAccesses(work, row.memberId, { only: row.accessId, why: 'stolen' });
    return { error: 'invalid_grant' };
  }
  const error = exchangeError(row, kind, form);
  if (error !== null) return { error };
  await spendToken(tx, hash, realNow);
  const { scope } = form;
  const narrowed = kind === 'code' || scope === undefined ? undefined : narrowedTo(row, scope);
  return { ok: await grant(work, row, narrowed) };
}

const grants = { authorization_code: 'code', refresh_token: 'refresh' } as const;

/** Answers the token endpoint; `form` is the parsed body. */
export async function answerToken(services: Services, form: Form): Promise<Answer<Granted>> {
  const { grant_type: type = '', client_id: clientId } = form;
  if (clientId === undefined) return { error: 'invalid_client' };
  if (!Object.hasOwn(grants, type)) return { error: 'unsupported_grant_type' };
  const kind = grants[type as keyof typeof grants];
  return inWork(services, async (work) => {
    if (!(await activeClient(work.tx, clientId))) return { error: 'invalid_client' };
    return exchange(work, kind, form);
  });
}

/**
 * Answers the revocation endpoint (RFC 7009): either token of a pair ends the whole permission. An
 * unknown token is no error.
 */
export async function answerRevocation(services: Services, form: Form): Promise<Answer<null>> {
  const { token, client_id: clientId } = form;
  if (clientId === undefined) return { error: 'invalid_client' };
  if (token === undefined) return { error: 'invalid_request' };
  return inWork(services, async (work) => {
    const row = await lockExchanged(work.tx, tokenHash(token), work.realNow);
    if (!row) return { ok: null };
    if (row.clientId !== clientId) return { error: 'invalid_client' };
    await revokeAccesses(work, row.memberId, { only: row.accessId, why: 'partner' });
    return { ok: null };
  });
}
