// Tests of OAuth over HTTP: consent, exchange, rotation, revocation.
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityApi } from '#contract/identity/api-access.ts';
import { identity } from '#contract/identity/calls.ts';
import { identityOauth as calls } from '#contract/identity/oauth.ts';
import { identityPartnersOffice as office } from '#contract/identity/partners.ts';
import { ACCESS_MAX, type Scope } from '#contract/identity/scopes.ts';
import { investing } from '#contract/investing/calls.ts';
import { newPartner, stepUpAtOnce } from '../../../tests/actors/api.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import {
  fromElsewhere,
  messagesTo,
  newOperator,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { placeOrder } from '../../investing/order/writer.ts';

const server = useServer();
const { searchCases, quickApply } = investing;
const CALLBACK = 'https://partner.example/back?from=baixi';
let admins: [Person, Person];
let clientId: string;
let partnerId: string;

beforeAll(async () => {
  admins = [await newOperator(server, ['admin']), await newOperator(server, ['admin'])];
  const made = await newPartner(server, admins, {
    redirectUris: [CALLBACK, 'http://127.0.0.1/done', 'com.example.app:/back'],
  });
  ({ clientId, id: partnerId } = made);
});

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const newVerifier = () => randomBytes(32).toString('base64url');

/** An authorization request as an application makes it. */
const asking = (verifier: string, more: Record<string, string | undefined> = {}) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: CALLBACK,
  scope: 'cases:read',
  state: 'a state',
  code_challenge: s256(verifier),
  code_challenge_method: 'S256',
  ...more,
});

async function post(path: string, form: Record<string, string>) {
  const response = await fetch(server.siteUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...fromElsewhere() },
    body: new URLSearchParams(form).toString(),
  });
  const body = (await response.json()) as Record<string, string>;
  return { status: response.status, headers: response.headers, body };
}
const tokenFor = (form: Record<string, string>) => post('/oauth/token', form);

type Wanted = { scopes?: readonly Scope[]; dailyCap?: number };

/** Gives consent in the session of a member; returns the address to which the browser is sent. */
async function consent(member: Person, verifier: string, { scopes, dailyCap }: Wanted = {}) {
  await stepUpAtOnce(server, member, 'application');
  const scope = (scopes ?? ['cases:read']).join(' ');
  const input = {
    ...asking(verifier, { scope }),
    days: 90 as const,
    ...(dailyCap && { dailyCap }),
  };
  const who = { token: member.token, headers: fromElsewhere() };
  const { data } = await server.ok(calls.giveConsent, input as never, who);
  return new URL(data.redirectTo);
}

async function connected(member: Person, wanted: Wanted = {}) {
  const verifier = newVerifier();
  const code = (await consent(member, verifier, wanted)).searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code,
    code_verifier: verifier,
  };
  const { body, status } = await tokenFor(form);
  expect(status).toBe(200);
  return { access: body['access_token'] ?? '', refresh: body['refresh_token'] ?? '', form, body };
}
const renew = (refresh: string, more: Record<string, string> = {}) =>
  tokenFor({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, ...more });

describe('consent', () => {
  test('names partner, place and scopes, and needs a step-up', async () => {
    const member = await newInvestor(server);
    const verifier = newVerifier();
    const scope = 'portfolio:read cases:read';
    const { data } = await server.ok(calls.consentRequest, asking(verifier, { scope }), member);
    expect(data).toMatchObject({
      partner: '測試夥伴',
      host: 'partner.example',
      scopes: ['cases:read', 'portfolio:read'],
    });
    const denied = new URL(data.denyUrl);
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      from: 'baixi',
      error: 'access_denied',
      state: 'a state',
      iss: new URL(server.services.config.publicUrl).origin,
    });
    const input = { ...asking(verifier), days: 90 as const };
    // A session without another factor counts as confirmed for ten minutes, so it is made older.
    await server.rows(`update identity.session set created_at = created_at - interval '1 hour'`);
    expect(await server.refused(calls.giveConsent, input, member)).toBe('STEP_UP_REQUIRED');
    const url = await consent(member, verifier);
    expect(url.href.startsWith(`${CALLBACK}&code=bxc_`)).toBe(true);
    expect(url.searchParams.get('state')).toBe('a state');
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toContain('已連結應用程式');
    const [listed] = (await server.ok(identityApi.apiAccess, {}, member)).data;
    expect(listed).toMatchObject({ name: '測試夥伴', isApp: true, scopes: ['cases:read'] });
  });

  test('goes back to registered addresses only; loopback may have any port', async () => {
    const member = await newInvestor(server);
    const ask = (uri: string) =>
      server.ask(calls.consentRequest, asking('v', { redirect_uri: uri }), member);
    for (const uri of [
      'https://partner.example/back',
      `${CALLBACK}/x`,
      'https://evil.example/',
      'http://127.0.0.1:8000/other',
      'http://localhost:8000/done',
      'not an address',
    ]) {
      expect([uri, (await ask(uri)).code]).toEqual([uri, 'OAUTH_REDIRECT_UNKNOWN']);
    }
    const uris = [CALLBACK, 'http://127.0.0.1:8000/done', 'com.example.app:/back'];
    for (const uri of uris) expect([uri, (await ask(uri)).status]).toEqual([uri, 200]);
  });

  test('tells the application what is wrong with its request', async () => {
    const member = await newInvestor(server);
    const wrong = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ scope: 'cases:read bank:write' }, 'invalid_scope'],
      [{ scope: undefined }, 'invalid_scope'],
    ] as const;
    for (const [more, error] of wrong) {
      const asked = asking('v', more);
      for (const [call, input] of [
        [calls.consentRequest, asked],
        [calls.giveConsent, { ...asked, days: 30 }],
      ] as const) {
        const { body, code } = await server.ask(call, input, member);
        expect(code).toBe('OAUTH_REQUEST_INVALID');
        const { redirectTo } = (body as unknown as { data: { redirectTo: string } }).data;
        expect(new URL(redirectTo).searchParams.get('error')).toBe(error);
      }
    }
    const unknown = { ...asking('v', { client_id: 'nobody' }), days: 30 as const };
    expect(await server.refused(calls.giveConsent, unknown, member)).toBe('OAUTH_CLIENT_UNKNOWN');
    const place = { ...asking('v', { redirect_uri: 'https://evil.example/' }), days: 30 as const };
    expect(await server.refused(calls.giveConsent, place, member)).toBe('OAUTH_REDIRECT_UNKNOWN');
  });

  test('needs a cap for orders, and counts towards the limit', async () => {
    const member = await newInvestor(server);
    await stepUpAtOnce(server, member, 'application');
    const input = { ...asking('v', { scope: 'orders:place' }), days: 30 as const };
    expect(await server.refused(calls.giveConsent, input, member)).toBe('API_CAP_MISSING');
    await server.rows(
      `insert into identity.api_access (member_id, name, scopes, step_up_reference, created_at,
         expires_at) select $1, n::text, '{cases:read}', '', $2, $2::timestamptz + interval '1 day'
       from generate_series(1, $3) n`,
      [member.id, server.services.clock.realNow(), ACCESS_MAX],
    );
    const limited = { ...asking('v'), days: 30 as const };
    expect(await server.refused(calls.giveConsent, limited, member)).toBe('API_TOKEN_LIMIT');
  });
});

describe('the token endpoint', () => {
  test('exchanges a code for tokens that make the calls of their scopes', async () => {
    const member = await newInvestor(server);
    const { access, body } = await connected(member);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'cases:read' });
    expect(access).toMatch(/^bxa_/);
    await server.ok(searchCases, {}, { token: access });
    expect(await server.refused(investing.orders, {}, { token: access })).toBe('API_TOKEN_SCOPE');
    expect(await server.refused(identity.accountInfo, {}, { token: access })).toBe(
      'API_TOKEN_CALL',
    );
    for (const token of [body['refresh_token'] ?? '']) {
      expect(await server.refused(searchCases, {}, { token })).toBe('API_TOKEN_INVALID');
    }
    await server.rows(
      `update identity.api_token set expires_at = created_at where kind = 'access'`,
    );
    expect(await server.refused(searchCases, {}, { token: access })).toBe('API_TOKEN_EXPIRED');
  });

  test('keeps the daily cap over all tokens of a connection', async () => {
    const member = await newInvestor(server);
    const { access, refresh } = await connected(member, {
      scopes: ['orders:place'],
      dailyCap: 10_000,
    });
    const order = async (token: string) => {
      const id = String(await newCase(server));
      return server.ask(quickApply, { id, invest_amount: 10_000, payment_mode: 1 }, { token });
    };
    expect((await order(access)).status).toBe(200);
    // The writer of orders knows by itself that a refresh token identifies nobody.
    const loanId = await newCase(server);
    const asked = { token: refresh, loanId, amount: 10_000, mode: 1, key: null };
    await expect(placeOrder(server.services, asked)).rejects.toMatchObject({ state: 'unknown' });
    const next = (await renew(refresh)).body['access_token'] ?? '';
    expect((await order(next)).code).toBe('API_TOKEN_CAP');
  });

  test('refuses a wrong verifier, address, application or an old code', async () => {
    const member = await newInvestor(server);
    const verifier = newVerifier();
    const code = (await consent(member, verifier)).searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: clientId, code };
    const right = { ...form, code_verifier: verifier };
    for (const [wrong, error] of [
      [{ ...form, code_verifier: newVerifier() }, 'invalid_grant'],
      [{ ...form, code_verifier: '' }, 'invalid_grant'],
      [{ ...form }, 'invalid_grant'],
      [{ ...right, redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
      [{ ...right, code: `${code.slice(0, -1)}!` }, 'invalid_grant'],
      [{ ...right, client_id: 'nobody' }, 'invalid_client'],
      [{ ...right, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'authorization_code', code }, 'invalid_client'],
      [{ ...right, grant_type: 'refresh_token', refresh_token: code }, 'invalid_grant'],
    ] as const) {
      const { body, headers, status } = await tokenFor(wrong as Record<string, string>);
      expect([body['error'], status]).toEqual([error, error === 'invalid_client' ? 401 : 400]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const twice = await fetch(`${server.siteUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=a&grant_type=b',
    });
    expect(await twice.json()).toEqual({ error: 'invalid_request' });
    for (const name of ['code', 'client_id', 'refresh_token', 'scope', 'anything']) {
      const { body, status } = await tokenFor({ ...right, [name]: 'a\u0000b' });
      expect([body, status], name).toEqual([{ error: 'invalid_request' }, 400]);
    }
    await server.services.securityLog.write();
    const events = await server.rows<{ kind: string; code: string; times: number }>(
      `select kind, code, sum(times)::int as times from tasks.security_event
       where call = 'oauth.token' group by kind, code order by code`,
    );
    expect(events).toEqual([
      { kind: 'forged_token', code: 'invalid_client', times: 2 },
      { kind: 'forged_token', code: 'invalid_grant', times: 6 },
      { kind: 'malformed', code: 'invalid_request', times: 6 },
      { kind: 'malformed', code: 'unsupported_grant_type', times: 1 },
    ]);
    await server.rows(`update identity.api_token set expires_at = created_at where kind = 'code'`);
    expect((await tokenFor(right)).body).toEqual({ error: 'invalid_grant' });
  });

  test('revokes everything if a code is used twice', async () => {
    const member = await newInvestor(server);
    const { access, refresh, form } = await connected(member);
    expect((await tokenFor(form)).body).toEqual({ error: 'invalid_grant' });
    expect(await server.refused(searchCases, {}, { token: access })).toBe('API_TOKEN_REVOKED');
    expect((await renew(refresh)).body).toEqual({ error: 'invalid_grant' });
    expect((await server.ok(identityApi.apiAccess, {}, member)).data).toEqual([]);
  });

  test('rotates refresh tokens, and revokes everything if one is used twice', async () => {
    const member = await newInvestor(server);
    const { access, refresh } = await connected(member);
    const wider = await renew(refresh, { scope: 'cases:read orders:place' });
    expect(wider.body).toEqual({ error: 'invalid_scope' });
    const { body } = await renew(refresh, { scope: 'cases:read' });
    const next = { token: body['access_token'] ?? '' };
    expect(body['refresh_token']).not.toBe(refresh);
    await server.ok(searchCases, {}, next);
    await server.ok(searchCases, {}, { token: access });
    expect((await renew(refresh)).body).toEqual({ error: 'invalid_grant' });
    for (const token of [access, next.token]) {
      expect(await server.refused(searchCases, {}, { token })).toBe('API_TOKEN_REVOKED');
    }
    expect((await renew(body['refresh_token'] ?? '')).body).toEqual({ error: 'invalid_grant' });
    const [audit] = await server.rows<{ why: string }>(
      `select snapshot->>'why' as why from tasks.audit where subject_type = 'member' and
         subject_id = $1 and action = 'identity.api_access_revoked'`,
      [member.id],
    );
    expect(audit?.why).toBe('stolen');
  });

  test('gives a narrower access token, and the whole permission again afterwards', async () => {
    const member = await newInvestor(server);
    const { refresh } = await connected(member, { scopes: ['cases:read', 'portfolio:read'] });
    const narrow = await renew(refresh, { scope: 'cases:read' });
    expect([narrow.status, narrow.body['scope']]).toEqual([200, 'cases:read']);
    const token = { token: narrow.body['access_token'] ?? '' };
    await server.ok(searchCases, {}, token);
    expect(await server.refused(investing.holdings, {}, token)).toBe('API_TOKEN_SCOPE');
    const { body } = await renew(narrow.body['refresh_token'] ?? '');
    expect(body['scope']).toBe('cases:read portfolio:read');
    await server.ok(investing.holdings, {}, { token: body['access_token'] ?? '' });
    const [row] = await server.rows<{ scopes: string[] }>(
      'select scopes from identity.api_access where member_id = $1',
      [member.id],
    );
    expect(row?.scopes).toEqual(['cases:read', 'portfolio:read']);
  });

  test('of two refreshes at once lets one through and then revokes', async () => {
    const member = await newInvestor(server);
    const { refresh } = await connected(member);
    const answers = await Promise.all([renew(refresh), renew(refresh), renew(refresh)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const given = answers.find(({ status }) => status === 200)?.body['access_token'] ?? '';
    expect(await server.refused(searchCases, {}, { token: given })).toBe('API_TOKEN_REVOKED');
  });

  test('gives a suspended member nothing, without revoking', async () => {
    const member = await newInvestor(server);
    const { access, refresh } = await connected(member);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [member.id]);
    expect(await server.refused(searchCases, {}, { token: access })).toBe('SUSPENDED');
    expect((await renew(refresh)).body).toEqual({ error: 'invalid_grant' });
    await server.rows('update identity.member set suspended_at = null where id = $1', [member.id]);
    expect((await renew(refresh)).status).toBe(200);
  });
});

describe('a connection ends', () => {
  test('by its member, with the next call', async () => {
    const member = await newInvestor(server);
    const { access, refresh } = await connected(member);
    const [{ id } = { id: '' }] = (await server.ok(identityApi.apiAccess, {}, member)).data;
    await server.ok(identityApi.revokeApiAccess, { id }, member);
    expect(await server.refused(searchCases, {}, { token: access })).toBe('API_TOKEN_REVOKED');
    expect((await renew(refresh)).body).toEqual({ error: 'invalid_grant' });
  });

  test('by its application, with either token (RFC 7009)', async () => {
    const member = await newInvestor(server);
    for (const name of ['access', 'refresh'] as const) {
      const tokens = await connected(member);
      const revoke = (more: Record<string, string> = {}) =>
        post('/oauth/revoke', { client_id: clientId, token: tokens[name], ...more });
      expect((await revoke({ client_id: 'nobody' })).body).toEqual({ error: 'invalid_client' });
      expect((await revoke({ token: 'unknown' })).status).toBe(200);
      await server.ok(searchCases, {}, { token: tokens.access });
      expect((await revoke()).status).toBe(200);
      expect((await revoke()).status).toBe(200);
      expect(await server.refused(searchCases, {}, { token: tokens.access })).toBe(
        'API_TOKEN_REVOKED',
      );
    }
    const without = await post('/oauth/revoke', { client_id: clientId });
    expect(without.body).toEqual({ error: 'invalid_request' });
    expect((await post('/oauth/revoke', { token: 'x' })).status).toBe(401);
  });

  test('by an admin who ends the application', async () => {
    const member = await newInvestor(server);
    const { access, refresh } = await connected(member);
    const end = { id: partnerId, reason: '不再合作' };
    const { data } = await server.ok(office.endPartner, end, admins[0]);
    expect(data).toMatchObject({ state: 'ended', members: 0 });
    expect(await server.refused(searchCases, {}, { token: access })).toBe('API_TOKEN_REVOKED');
    expect((await renew(refresh)).body).toEqual({ error: 'invalid_client' });
    expect(await server.refused(calls.consentRequest, asking('v'), member)).toBe(
      'OAUTH_CLIENT_UNKNOWN',
    );
  });
});

test('the discovery document names what applications need (RFC 8414)', async () => {
  const response = await fetch(`${server.siteUrl}/.well-known/oauth-authorization-server`);
  const { origin } = new URL(server.services.config.publicUrl);
  expect(await response.json()).toMatchObject({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
});
