// Tests ID tokens of a real issuer on this machine, and every way one can be invalid.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { exportJWK, SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGoogle, type Google } from './google.ts';
import { startDemoIssuer, type DemoIssuer } from './google-demo.ts';

const account = { subject: '1001', email: 'lin@example.com', emailVerified: true, name: '林小溪' };
const other = { subject: '1002', email: 'wang@example.com', emailVerified: false };
const clientId = 'baixi-demo';
let issuer: DemoIssuer;
let google: Google;
beforeAll(async () => {
  issuer = await startDemoIssuer({ clientId, accounts: [account, other] });
  google = createGoogle(issuer);
});
afterAll(() => issuer.stop());

const invalid = { name: 'IdTokenInvalid' };
const now = (): number => Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000);

test('a token of the issuer identifies its account', async () => {
  for (const one of [account, other]) {
    const told = await google.verifyIdToken(await issuer.issueIdToken(one));
    expect(told).toEqual({ ...one, nonce: null });
  }
});

test('the nonce for which it was requested is returned', async () => {
  const token = await issuer.issueIdToken(account, { nonce: 'n-1' });
  expect(await google.verifyIdToken(token)).toEqual({ ...account, nonce: 'n-1' });
});

test('the keys are found from the description of the issuer alone', async () => {
  const described = createGoogle({ issuer: issuer.issuer, clientId });
  const token = await issuer.issueIdToken(account);
  expect(await described.verifyIdToken(token)).toMatchObject(account);
  const away = createGoogle({ issuer: 'http://127.0.0.1:9', clientId });
  await expect(away.verifyIdToken(token)).rejects.toMatchObject({ name: 'IssuerUnreachable' });
});

test.each([
  ['for another audience', () => ({ aud: 'somebody-else' })],
  ['for two audiences, given to the other', () => ({ aud: [clientId, 'x'], azp: 'x' })],
  ['for two audiences, given to nobody', () => ({ aud: [clientId, 'x'], azp: undefined })],
  ['from another issuer', () => ({ iss: 'https://accounts.example' })],
  ['expired', () => ({ exp: now() - 60 })],
  ['not yet valid', () => ({ nbf: now() + 600 })],
  ['without end', () => ({ exp: undefined })],
  ['without subject', () => ({ sub: undefined })],
  ['with an empty subject', () => ({ sub: '' })],
  ['without e-mail', () => ({ email: undefined })],
])('a token %s is refused', async (_, claims) => {
  const token = await issuer.issueIdToken(account, claims());
  await expect(google.verifyIdToken(token)).rejects.toMatchObject(invalid);
});

describe('forged tokens', () => {
  const claims = () => ({
    iat: now(),
    exp: now() + 600,
    iss: issuer.issuer,
    aud: clientId,
    sub: account.subject,
    email: account.email,
    email_verified: true,
  });
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 });

  test('a token without signature is refused', async () => {
    const none = new UnsecuredJWT(claims()).encode();
    await expect(google.verifyIdToken(none)).rejects.toMatchObject(invalid);
  });

  test('a token with another key is refused, also under the right key’s name', async () => {
    const { kid } = JSON.parse(
      Buffer.from((await issuer.issueIdToken(account)).split('.')[0]!, 'base64url').toString(),
    ) as { kid: string };
    for (const header of [{ alg: 'RS256' }, { alg: 'RS256', kid }, { alg: 'RS256', kid: 'new' }]) {
      const jwk = await exportJWK(forger.publicKey);
      const forged = new SignJWT(claims()).setProtectedHeader({ ...header, jwk });
      const token = await forged.sign(forger.privateKey);
      await expect(google.verifyIdToken(token)).rejects.toMatchObject(invalid);
    }
  });

  test('a token signed with the public key as secret is refused (HS256)', async () => {
    const { keys } = (await (await fetch(issuer.jwksUrl)).json()) as { keys: { n: string }[] };
    const forged = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' });
    const token = await forged.sign(Buffer.from(keys[0]!.n));
    await expect(google.verifyIdToken(token)).rejects.toMatchObject(invalid);
  });

  test('an altered payload is refused', async () => {
    const [head, , signature] = (await issuer.issueIdToken(account)).split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims(), sub: '1' })).toString('base64url');
    const altered = `${head}.${payload}.${signature}`;
    await expect(google.verifyIdToken(altered)).rejects.toMatchObject(invalid);
  });

  test.each(['', 'x', 'a.b.c', '../..', 'e30.e30.', 'x'.repeat(20_000)])(
    'text that is not a token is refused: %.10s',
    async (text) => {
      await expect(google.verifyIdToken(text)).rejects.toMatchObject(invalid);
    },
  );
});

test('an unreachable issuer is not reported as an invalid token', async () => {
  const lost = createGoogle({ ...issuer, jwksUrl: 'http://127.0.0.1:9/jwks' });
  const token = await issuer.issueIdToken(account);
  await expect(lost.verifyIdToken(token)).rejects.toMatchObject({ name: 'IssuerUnreachable' });
});

describe('the demonstration’s own sign-in', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = () =>
    new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://127.0.0.1:3000/member/login',
      scope: 'openid email profile',
      state: 's"><script>',
      nonce: 'n-9',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
  const codeFor = async (email: string): Promise<string> => {
    const page = await (await fetch(`${issuer.authorizeUrl}?${query()}`)).text();
    expect(page).not.toContain('<script>');
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) =>
      href!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    );
    const link = links.find((href) => href.includes(encodeURIComponent(email)))!;
    const answer = await fetch(new URL(link, issuer.authorizeUrl), { redirect: 'manual' });
    const back = new URL(answer.headers.get('location')!);
    expect(back.searchParams.get('state')).toBe('s"><script>');
    return back.searchParams.get('code')!;
  };
  const exchange = (code: string, codeVerifier: string) =>
    fetch(issuer.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        code_verifier: codeVerifier,
      }),
    });

  test('code and PKCE lead to a token of the chosen account', async () => {
    const answer = await exchange(await codeFor(other.email), verifier);
    const { id_token: token } = (await answer.json()) as { id_token: string };
    expect(await google.verifyIdToken(token)).toMatchObject({
      nonce: 'n-9',
      subject: '1002',
      emailVerified: false,
    });
    expect(decodeJwt(token).azp).toBe(clientId);
  });

  test('a code requires its verifier and works once', async () => {
    const wrong = randomBytes(32).toString('base64url');
    expect((await exchange(await codeFor(account.email), wrong)).status).toBe(400);
    const code = await codeFor(account.email);
    expect((await exchange(code, verifier)).status).toBe(200);
    expect((await exchange(code, verifier)).status).toBe(400);
  });
});
