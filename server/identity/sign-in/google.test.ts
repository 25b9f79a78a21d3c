// Tests Google over HTTP: which account a token opens, which accounts it never opens, and that a
// token works only once.
import { describe, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { identityGoogle } from '#contract/identity/google.ts';
import {
  fromElsewhere,
  messagesTo,
  newEmail,
  newMember,
  password,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { createGoogle } from '../../adapters/auth/google.ts';
import { deleteExpired } from '../../retention/jobs.ts';

const server = useServer();
const apart = () => ({ headers: fromElsewhere() });

type Account = { subject: string; email: string; emailVerified: boolean };
const newAccount = (email = newEmail('google')): Account => ({
  subject: `sub-${email}`,
  email,
  emailVerified: true,
});

const newNonce = async () => (await server.ok(identityGoogle.googleNonce, {}, apart())).data.nonce;

async function tokenOf(account: Account, claims: Record<string, unknown> = {}): Promise<string> {
  const issuer = server.services.demonstration?.google;
  if (!issuer) throw new Error('the issuer runs in demonstration');
  return issuer.issueIdToken(account, { nonce: await newNonce(), ...claims });
}

const loginWith = (token: string) => server.ask(identityGoogle.loginGoogle, { token }, apart());
const registerWith = (token: string, purpose: unknown = 'invest') =>
  server.ask(identityGoogle.registerGoogle, { token, purpose }, apart());
const login = async (account: Account) => loginWith(await tokenOf(account));
const register = async (account: Account) => registerWith(await tokenOf(account));

const passwordLogin = (email: string, secret = password) =>
  server.ask(identity.login, { email, password: secret }, apart());

const memberRow = async (email: string) => {
  const sql = `select id, google_subject, password_hash, email_verified_at, purpose
    from identity.member where email = $1`;
  const rows = await server.rows<{
    id: number;
    google_subject: string | null;
    password_hash: string | null;
    email_verified_at: Date | null;
    purpose: string;
  }>(sql, [email]);
  expect(rows.length).toBeLessThan(2);
  return rows[0];
};

const movesOf = async (id: number | undefined) =>
  (
    await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'member' and subject_id = $1
       order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('registering', () => {
  test('opens a confirmed account without a password, and signs in', async () => {
    const account = newAccount();
    const { status, body } = await register(account);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      email: account.email,
      isGoogleLogin: true,
      purpose: 'invest',
      verificationStatus: 3,
    });
    const row = await memberRow(account.email);
    expect(row).toMatchObject({ google_subject: account.subject, password_hash: null });
    expect(row?.email_verified_at).not.toBeNull();
    expect(await movesOf(row?.id)).toEqual(['identity.register_google', 'identity.login']);
    const { accessToken: token } = body.data;
    expect((await server.ok(identity.accountInfo, {}, { token })).data.isGoogleLogin).toBe(true);
    expect((await login(account)).body.data.id).toBe(body.data.id);
  });

  test('asks for the purpose', async () => {
    const account = newAccount();
    const token = await tokenOf(account);
    const answer = await server.ask(identityGoogle.registerGoogle, { token }, apart());
    expect(answer.code).toBe('INVALID_INPUT');
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual(['purpose']);
    expect((await registerWith(token, 3)).body.data.purpose).toBe('both');
  });

  test('of a person with an account signs in and changes nothing', async () => {
    const account = newAccount();
    const first = await register(account);
    const again = await registerWith(await tokenOf(account), 'borrow');
    expect(again.body.data).toMatchObject({ id: first.body.data.id, purpose: 'invest' });
  });

  test('twenty concurrent ones with one new account open one', async () => {
    const account = newAccount();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(account)));
    const answers = await Promise.all(tokens.map((token) => registerWith(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const moves = await movesOf((await memberRow(account.email))?.id);
    expect(moves.filter((action) => action === 'identity.register_google')).toHaveLength(1);
  });

  test('ends the sessions of an unconfirmed account with the same e-mail', async () => {
    const email = newEmail();
    const squatting = { email, password, passwordCheck: password, purpose: 'borrow' };
    await server.ok(identity.register, { ...squatting, purpose: 'borrow' }, apart());
    const [mail] = await messagesTo(server, email);
    const mailed = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const squatter = await passwordLogin(email);
    expect(squatter.status).toBe(200);
    const account = newAccount(email);
    expect((await login(account)).code).toBe('GOOGLE_ACCOUNT_UNKNOWN');
    expect((await register(account)).body.data).toMatchObject({ email, purpose: 'invest' });
    const { accessToken: token } = squatter.body.data;
    expect((await server.ask(identity.accountInfo, {}, { token })).status).toBe(401);
    expect((await passwordLogin(email)).code).toBe('LOGIN_FAILED');
    const late = await server.ask(identity.verifiedEmail, { email, token: mailed }, apart());
    expect(late.code).toBe('TOKEN_INVALID');
    expect((await memberRow(email))?.password_hash).toBeNull();
  });
});

describe('signing in', () => {
  test('without an account leads to registration, with the same token', async () => {
    const account = newAccount();
    const token = await tokenOf(account);
    const { status, code, body } = await loginWith(token);
    expect([status, code]).toEqual([422, 'GOOGLE_ACCOUNT_UNKNOWN']);
    expect(body).toMatchObject({ data: { email: account.email } });
    expect(await memberRow(account.email)).toBeUndefined();
    expect((await registerWith(token)).status).toBe(200);
  });

  test('links a confirmed account with the e-mail, keeps its password and mails it', async () => {
    const { email, id } = await newMember(server);
    const account = newAccount(email);
    const { body } = await login({ ...account, email: email.toUpperCase() });
    expect(body.data).toMatchObject({ id: String(id), isGoogleLogin: true });
    expect((await passwordLogin(email)).status).toBe(200);
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('已連結 Google 帳號');
    expect(await movesOf(id)).toContain('identity.google_linked');
    // The link uses `sub`, so that a different e-mail address at Google changes nothing.
    const moved = await login({ ...account, email: newEmail(), emailVerified: false });
    expect(moved.body.data.id).toBe(String(id));
  });

  test('with an e-mail that Google has not verified neither links nor opens', async () => {
    const { email } = await newMember(server);
    for (const address of [email, newEmail()]) {
      const unproven = { ...newAccount(address), emailVerified: false };
      expect((await login(unproven)).code).toBe('GOOGLE_EMAIL_UNVERIFIED');
      expect((await register(unproven)).code).toBe('GOOGLE_EMAIL_UNVERIFIED');
    }
    expect((await memberRow(email))?.google_subject).toBeNull();
  });

  test('never takes an account from another Google account with the same e-mail', async () => {
    const account = newAccount();
    await register(account);
    const heir = { ...account, subject: `${account.subject}-heir` };
    expect((await login(heir)).code).toBe('GOOGLE_OTHER_ACCOUNT');
    expect((await register(heir)).code).toBe('GOOGLE_OTHER_ACCOUNT');
    expect((await memberRow(account.email))?.google_subject).toBe(account.subject);
  });

  test('a suspended member is told so, and nothing is linked', async () => {
    const { email, id } = await newMember(server);
    await server.rows('update identity.member set suspended_at = now() where id = $1', [id]);
    expect((await login(newAccount(email))).code).toBe('SUSPENDED');
    expect((await register(newAccount(email))).code).toBe('SUSPENDED');
    expect((await memberRow(email))?.google_subject).toBeNull();
  });
});

describe('a token', () => {
  test('is valid once, also for concurrent calls', async () => {
    const account = newAccount();
    await register(account);
    const token = await tokenOf(account);
    const answers = await Promise.all(Array.from({ length: 20 }, () => loginWith(token)));
    const codes = answers.map(({ code }) => code ?? 'ok').toSorted();
    expect(codes).toEqual([...Array(19).fill('GOOGLE_TOKEN_INVALID'), 'ok']);
    expect((await registerWith(token)).code).toBe('GOOGLE_TOKEN_INVALID');
  });

  test.each([
    ['without a nonce', { nonce: undefined }],
    ['with a nonce of somebody else’s making', { nonce: 'x'.repeat(43) }],
    ['for another audience', { aud: 'another-client', azp: 'another-client' }],
    ['of another issuer', { iss: 'https://accounts.example' }],
    ['that has expired', { exp: 1_600_000_000 }],
  ])('%s is refused', async (_, claims) => {
    const account = newAccount();
    await register(account);
    expect((await loginWith(await tokenOf(account, claims))).code).toBe('GOOGLE_TOKEN_INVALID');
    expect((await registerWith(await tokenOf(account, claims))).code).toBe('GOOGLE_TOKEN_INVALID');
  });

  test('that is missing or altered is refused', async () => {
    const account = newAccount();
    const [header, , signature] = (await tokenOf(account)).split('.');
    const payload = Buffer.from(JSON.stringify({ sub: '1' })).toString('base64url');
    for (const token of ['nonsense', `${header}.${payload}.${signature}`]) {
      expect((await loginWith(token)).code).toBe('GOOGLE_TOKEN_INVALID');
    }
  });

  test('is valid for ten minutes; its nonce is stored hashed and later deleted', async () => {
    const account = newAccount();
    await register(account);
    const nonce = await newNonce();
    const token = await tokenOf(account, { nonce });
    const kept = await server.rows<{ hash: Buffer }>('select hash from identity.challenge');
    expect(kept.some(({ hash }) => hash.toString('latin1').includes(nonce.slice(0, 8)))).toBe(
      false,
    );
    await server.rows(`update identity.challenge set expires_at = now() - interval '1 second'`);
    expect((await loginWith(token)).code).toBe('GOOGLE_TOKEN_INVALID');
    await deleteExpired(server.services);
    expect(await server.rows('select from identity.challenge')).toEqual([]);
  });
});

describe('without the issuer', () => {
  const away = useServer({
    instead: () => ({ google: createGoogle({ issuer: 'http://127.0.0.1:9', clientId: 'baixi' }) }),
  });
  const off = useServer({ instead: () => ({ google: null }) });

  test('the visitor is asked to try again, or told that it is not offered', async () => {
    const token = await tokenOf(newAccount());
    const answer = await away.ask(identityGoogle.loginGoogle, { token });
    expect([answer.status, answer.code]).toEqual([503, 'BUSY']);
    expect(await off.refused(identityGoogle.loginGoogle, { token })).toBe('NOT_FOUND');
  });
});
