// Tests of the operators' sign-in through an identity provider: which account a sign-in opens,
// which it never opens, and that each answer of the provider works once and here only.
import { operatorList } from '#contract/identity/lists.ts';
import { randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identityOffice } from '#contract/identity/calls.ts';
import { identityProviderOffice as office } from '#contract/identity/office-sign-in.ts';
import { identityOperatorsOffice } from '#contract/identity/operators.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { totpOf } from '../../../actors/operator.ts';
import {
  fromElsewhere,
  messagesTo,
  newMember,
  newOperator,
  password,
} from '../../../tests/actors/people.ts';
import { oidcEnvironment, startIssuer } from '../../../tests/doubles/issuer.ts';
import { checkOperators } from '../../../tests/actors/loans.ts';
import { type TestServer, useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { createOperator } from '../../operators/front.ts';

const provider = await startIssuer();
const stranger = await startIssuer();
afterAll(() => [provider, stranger].forEach((one) => one.close()));
afterEach(() => {
  for (const one of [provider, stranger]) {
    one.claims = {};
    one.be('well');
  }
});

const server = useServer({ environment: oidcEnvironment(provider) });
const only = useServer({
  environment: {
    ...oidcEnvironment(provider),
    OFFICE_OIDC_ONLY: 'on',
    OFFICE_OIDC_CLAIM: 'groups=office',
    OFFICE_OIDC_NAME: '溪谷帳號',
  },
});
const apart = () => ({ headers: fromElsewhere() });
const seconds = () => Math.floor((performance.timeOrigin + performance.now()) / 1000);

type Colleague = { id: number; email: string; secret: string };

async function newColleague(at: TestServer, ...roles: Role[]): Promise<Colleague> {
  const email = `${randomUUID()}@company.example`;
  const totpSecret = new Secret({ size: 20 }).base32;
  const own = { email, name: '陳小溪', password, totpSecret, roles };
  const id = await inWork(at.services, (work) => createOperator(work, own));
  return { id, email, secret: totpSecret };
}

const started = async (at: TestServer) =>
  (await at.ok(office.startProviderSignIn, {}, apart())).data;

/** Signs in at the provider with these claims, and brings its answer to the office. */
async function enter(
  at: TestServer,
  claims: Record<string, unknown>,
  change: Record<string, string> = {},
) {
  provider.claims = claims;
  const { flow, url } = await started(at);
  const back = (await provider.answerTo(url)).searchParams;
  const answer = { flow, state: back.get('state') ?? '', code: back.get('code') ?? '' };
  return at.ask(office.finishProviderSignIn, { ...answer, ...change }, apart());
}

const claimsOf = ({ email }: Colleague, more: Record<string, unknown> = {}) => ({
  sub: `sub-${email}`,
  email,
  ...more,
});
const codeFor = async (...args: Parameters<typeof enter>) => (await enter(...args)).code;
const tokenIn = (headers: Headers) =>
  /office_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
const actionsOn = async (at: TestServer, { id }: Colleague) =>
  (
    await at.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'operator' and subject_id = $1
       order by id`,
      [id],
    )
  ).map(({ action }) => action);
const outcomesOf = async (at: TestServer, { email }: Colleague) =>
  (
    await at.rows<{ outcome: string }>(
      'select outcome from identity.operator_sign_in where email = $1 order by id',
      [email],
    )
  ).map(({ outcome }) => outcome);

describe('a sign-in', () => {
  test('opens the account of the verified e-mail, and binds it once', async () => {
    const one = await newColleague(server, 'finance', 'auditor');
    const { body, headers, status } = await enter(server, claimsOf(one, { roles: ['admin'] }));
    expect(status).toBe(200);
    // The roles are those of the office, whatever the provider says.
    expect(body.data).toMatchObject({ email: one.email, roles: ['finance', 'auditor'] });
    const me = await server.ask(identityOffice.operatorMe, {}, { token: tokenIn(headers) });
    expect(me.status).toBe(200);
    expect((await enter(server, claimsOf(one))).status).toBe(200);
    const login = 'identity.operator_login';
    expect(await actionsOn(server, one)).toEqual(['operator.provider_bound', login, login]);
    expect(await outcomesOf(server, one)).toEqual(['right', 'right']);
  });

  test('is bound to the subject: another address opens it, another subject does not', async () => {
    const one = await newColleague(server, 'editor');
    expect(await codeFor(server, claimsOf(one))).toBe(null);
    const renamed = { ...claimsOf(one), email: `${randomUUID()}@company.example` };
    const { body } = await enter(server, renamed);
    expect(body.data).toMatchObject({ email: one.email });
    expect(await codeFor(server, { ...claimsOf(one), sub: 'somebody-else' })).toBe('OIDC_REFUSED');
    expect(await outcomesOf(server, one)).toEqual(['right', 'right', 'provider']);
  });

  test('tells every admin when an account is bound', async () => {
    const admin = await newOperator(server, ['admin']);
    const one = await newColleague(server, 'editor');
    await enter(server, claimsOf(one));
    const [mail] = await messagesTo(server, admin.email);
    expect(mail?.subject).toContain('後台同仁帳號異動：連結公司帳號');
  });

  test('asks the provider for a recent proof, and for a new one if told so', async () => {
    provider.requests.length = 0;
    const { url } = await started(server);
    const again = await server.ok(office.startProviderSignIn, { fresh: true }, apart());
    const [first, second] = [new URL(url), new URL(again.data.url)].map((one) => one.searchParams);
    expect(Object.fromEntries(first!)).toMatchObject({
      response_type: 'code',
      client_id: 'the-office',
      max_age: '900',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: new URL('/login', server.services.config.officeUrl).href,
    });
    expect([first!.get('prompt'), second!.get('prompt')]).toEqual([null, 'login']);
    expect(url).not.toContain(provider.clientSecret);
  });

  test('works with password too, unless the provider is the only way', async () => {
    const one = await newColleague(server, 'editor');
    const input = { email: one.email, password, totp: totpOf(one.secret) };
    expect((await server.ask(identityOffice.operatorLogin, input, apart())).status).toBe(200);
    const ways = async (at: TestServer) => (await at.ok(office.signInWays, {})).data;
    expect(await ways(server)).toEqual({ password: true, provider: '公司帳號' });
    expect(await ways(only)).toEqual({ password: false, provider: '溪谷帳號' });
    const other = await newColleague(only, 'editor');
    const same = { email: other.email, password, totp: totpOf(other.secret) };
    expect(await only.refused(identityOffice.operatorLogin, same, apart())).toBe('OIDC_ONLY');
    expect(await codeFor(only, claimsOf(other, { groups: ['office', 'all'] }))).toBe(null);
  });

  test('is ended at the provider too, if it was made there', async () => {
    const one = await newColleague(server, 'editor');
    const { headers } = await enter(server, claimsOf(one));
    const out = (token: string) => server.ok(identityOffice.operatorLogout, {}, { token });
    const { data } = await out(tokenIn(headers));
    const url = new URL(data.providerUrl ?? '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/logout`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toMatch(/\/login$/);
    const { token } = await newOperator(server, ['editor']);
    expect((await out(token)).data.providerUrl).toBeNull();
  });
});

describe('nobody is let in', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['whose e-mail is not verified', { email_verified: false }, 'OIDC_REFUSED'],
    ['without a word on the e-mail', { email_verified: undefined }, 'OIDC_REFUSED'],
    ['of another domain', { email: 'x@company.example.evil.example' }, 'OIDC_REFUSED'],
    ['without an e-mail', { email: undefined }, 'OIDC_REFUSED'],
    ['who proved their identity long ago', { auth_time: seconds() - 3_000 }, 'OIDC_STALE'],
    ['of whom nobody says when', { auth_time: undefined }, 'OIDC_STALE'],
    ['who proves it in the future', { auth_time: seconds() + 3_000 }, 'OIDC_STALE'],
    ['without a second factor', { acr: 'password' }, 'OIDC_STALE'],
    ['of whose factors nobody speaks', { acr: undefined }, 'OIDC_STALE'],
    ['for another request', { nonce: 'another' }, 'OIDC_INVALID'],
    ['without a nonce', { nonce: undefined }, 'OIDC_INVALID'],
    ['for another audience', { aud: 'another' }, 'OIDC_INVALID'],
    ['for another party', { aud: ['the-office', 'another'], azp: 'another' }, 'OIDC_INVALID'],
    ['of another issuer', { iss: 'https://another.example' }, 'OIDC_INVALID'],
    ['with a token that has expired', { exp: 1_000 }, 'OIDC_INVALID'],
  ])('%s', async (_, claims, code) => {
    const one = await newColleague(server, 'admin');
    expect(await codeFor(server, claimsOf(one, claims))).toBe(code);
    expect(await actionsOn(server, one)).toEqual([]);
    const bound = await server.rows(
      'select 1 from identity.operator where id = $1 and provider_subject is not null',
      [one.id],
    );
    expect(bound).toEqual([]);
  });

  test('who is unknown, not approved yet, or disabled; and none is created', async () => {
    const count = async () =>
      (await server.rows<{ n: string }>('select count(*) as n from identity.operator'))[0]?.n;
    const before = await count();
    const nobody = { id: 0, email: `${randomUUID()}@company.example`, secret: '' };
    expect(await codeFor(server, claimsOf(nobody))).toBe('OIDC_REFUSED');
    expect(await count()).toBe(before);
    expect(await outcomesOf(server, nobody)).toEqual(['provider']);

    const waiting = await newColleague(server, 'editor');
    await server.rows('update identity.operator set approved_at = null where id = $1', [
      waiting.id,
    ]);
    expect(await codeFor(server, claimsOf(waiting))).toBe('OIDC_REFUSED');

    const one = await newColleague(server, 'editor');
    const { headers } = await enter(server, claimsOf(one));
    const admin = await newOperator(server, ['admin']);
    const act = { id: String(one.id), reason: '離職' };
    await server.ok(identityOperatorsOffice.disableOperator, act, admin);
    expect(await codeFor(server, claimsOf(one))).toBe('OIDC_REFUSED');
    expect(await outcomesOf(server, one)).toEqual(['right', 'disabled']);
    const me = await server.ask(identityOffice.operatorMe, {}, { token: tokenIn(headers) });
    expect(me.status).toBe(401);
  });

  test('without the claim that the office demands', async () => {
    const one = await newColleague(only, 'editor');
    expect(await codeFor(only, claimsOf(one))).toBe('OIDC_REFUSED');
    expect(await codeFor(only, claimsOf(one, { groups: ['sales'] }))).toBe('OIDC_REFUSED');
    expect(await codeFor(only, claimsOf(one, { groups: 'office' }))).toBe(null);
  });

  test('with an answer that was used, altered, or made for somebody else', async () => {
    const one = await newColleague(server, 'editor');
    provider.claims = claimsOf(one);
    const { flow, url } = await started(server);
    const back = (await provider.answerTo(url)).searchParams;
    const right = { flow, state: back.get('state') ?? '', code: back.get('code') ?? '' };
    const refusal = (change: object) =>
      server.refused(office.finishProviderSignIn, { ...right, ...change }, apart());
    // The flow of another browser, to which somebody sends the answer of their own sign-in.
    const other = await started(server);
    expect(await refusal({ flow: other.flow })).toBe('OIDC_INVALID');
    expect(await refusal({ state: 'x' })).toBe('OIDC_INVALID');
    expect(await refusal({ iss: stranger.issuer })).toBe('OIDC_INVALID');
    expect(await refusal({ flow: 'x'.repeat(43) })).toBe('OIDC_INVALID');
    // A code that was made for another sign-in has another PKCE challenge.
    expect(await refusal({ flow: other.flow, state: other.state })).toBe('OIDC_INVALID');
    const again = await provider.answerTo(url);
    right.code = again.searchParams.get('code') ?? '';
    const how = apart();
    expect((await server.ask(office.finishProviderSignIn, right, how)).status).toBe(200);
    expect(await refusal({})).toBe('OIDC_INVALID');
    await server.services.securityLog.write();
    const events = await server.rows<{ kind: string; code: string }>(
      `select kind, code from tasks.security_event where call = 'identity.finishProviderSignIn'`,
    );
    expect(events).toContainEqual({ kind: 'forged_token', code: 'OIDC_INVALID' });
  });

  test('with the code of another provider, or the session of a member', async () => {
    const one = await newColleague(server, 'admin');
    stranger.claims = { ...claimsOf(one), iss: provider.issuer };
    const { flow, state, url } = await started(server);
    const there = url.replace(provider.issuer, stranger.issuer);
    const code = (await stranger.answerTo(there)).searchParams.get('code') ?? '';
    const answer = { flow, state, code };
    expect(await server.refused(office.finishProviderSignIn, answer, apart())).toBe('OIDC_INVALID');
    const member = await newMember(server);
    expect((await server.ask(identityOffice.operatorMe, {}, member)).status).toBe(401);
    const google = server.services.demonstration?.google;
    const account = { subject: 's', email: one.email, emailVerified: true };
    const token = (await google?.issueIdToken(account)) ?? '';
    const fresh = await started(server);
    const forged = { flow: fresh.flow, state: fresh.state, code: token };
    expect(await server.refused(office.finishProviderSignIn, forged, apart())).toBe('OIDC_INVALID');
  });

  test.each(['silent', 'broken', 'wrong-secret'] as const)(
    'while the provider is %s, and it is not their fault',
    async (way) => {
      const one = await newColleague(server, 'editor');
      provider.claims = claimsOf(one);
      const { flow, state, url } = await started(server);
      const code = (await provider.answerTo(url)).searchParams.get('code') ?? '';
      provider.be(way);
      const answer = { flow, state, code };
      const { body, status } = await server.ask(office.finishProviderSignIn, answer, apart());
      expect(status).toBe(503);
      expect(JSON.stringify(body)).not.toContain(provider.clientSecret);
    },
  );

  test('at an office without a provider', async () => {
    const { config } = server.services;
    const kept = config.oidc;
    config.oidc = null;
    expect(await server.refused(office.startProviderSignIn, {}, apart())).toBe('NOT_FOUND');
    const answer = { flow: 'x', state: 'x', code: 'x' };
    expect(await server.refused(office.finishProviderSignIn, answer, apart())).toBe('NOT_FOUND');
    expect((await server.ok(office.signInWays, {})).data).toEqual({
      password: true,
      provider: null,
    });
    config.oidc = kept;
  });
});

describe('an operator', () => {
  test('who signed in through the provider still needs a second person', async () => {
    const [one, other] = [
      await newColleague(server, 'admin'),
      await newOperator(server, ['admin']),
    ];
    const token = tokenIn((await enter(server, claimsOf(one))).headers);
    const email = `${randomUUID()}@company.example`;
    const ask = { email, name: '林怡君', roles: ['editor' as const] };
    const { data } = await server.ok(identityOperatorsOffice.inviteOperator, ask, { token });
    const id = data.taskId ?? '';
    const decision = { id, decision: 'approve' as const };
    const own = await server.refused(tasksOffice.decideTask, decision as never, { token });
    expect(own).toBe('MAKER_IS_CHECKER');
    await checkOperators(server, other);
  });

  test('invited where there is no password gets no link, and binds anew when reset', async () => {
    const admins = [await newColleague(only, 'admin'), await newColleague(only, 'admin')];
    const groups = { groups: ['office'] };
    const tokens = [];
    for (const admin of admins) {
      tokens.push(tokenIn((await enter(only, claimsOf(admin, groups))).headers));
    }
    const [first, second] = tokens as [string, string];
    const email = `${randomUUID()}@company.example`;
    const ask = { email, name: '林怡君', roles: ['editor' as const] };
    const { data } = await only.ok(identityOperatorsOffice.inviteOperator, ask, { token: first });
    await checkOperators(only, { token: second });
    const [mail] = await messagesTo(only, email);
    expect(mail?.body).toContain(new URL('/login', only.services.config.officeUrl).href);
    expect(mail?.body).not.toContain('/setup');
    const invited = { id: Number(data.id), email, secret: '' };
    expect(await codeFor(only, claimsOf(invited, groups))).toBe(null);
    const state = async () =>
      (await only.ok(operatorList, {}, { token: first })).data.find((one) => one.email === email)
        ?.state;
    expect(await state()).toBe('active');
    const reset = { id: data.id, reason: '換新的公司帳號', password: true };
    await only.ok(identityOperatorsOffice.resetOperator, reset, { token: first });
    await checkOperators(only, { token: second });
    const renewed = { ...claimsOf(invited, groups), sub: `new-${email}` };
    expect(await codeFor(only, renewed)).toBe(null);
  });
});
