// What captchas, the identity provider and the service of leaked passwords must do.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { solutionOf } from '../../actors/captcha.ts';
import { createCaptcha } from '../../server/adapters/auth/captcha.ts';
import { type DemoIssuer, startDemoIssuer } from '../../server/adapters/auth/google-demo.ts';
import { type IdentityProvider, createIdentityProvider } from '../../server/adapters/auth/oidc.ts';
import { type Google, createGoogle } from '../../server/adapters/auth/google.ts';
import {
  type PasswordRange,
  createPasswordRange,
} from '../../server/adapters/auth/password-range.ts';
import { createRecaptcha } from '../../server/adapters/auth/recaptcha.ts';
import { realClock } from '../../server/clock.ts';
import { type StandInIssuer, startIssuer } from '../doubles/issuer.ts';
import { type PasswordService, startPasswordService } from '../doubles/password-range.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;

/** Both captchas: `solve` returns a payload that is right, as a browser would send it. */
const ofCaptcha = (
  verify: (payload: string) => Promise<string | null>,
  solve: () => Promise<string>,
): Property[] => [
  {
    name: 'a solution gives a nonce, and the same one when it is sent again',
    async run() {
      const [first, second] = [await solve(), await solve()];
      const nonce = await verify(first);
      assert.ok(nonce);
      const again = await verify(first);
      assert.ok(again === nonce || again === null, 'a second use looks like another solution');
      assert.notEqual(await verify(second), nonce);
    },
  },
  {
    name: 'no other text is a solution',
    async run() {
      const right = await solve();
      for (const payload of ['', 'x', 'e30=', right.slice(0, -8), 'x'.repeat(20_000)]) {
        assert.equal(await verify(payload), null);
      }
    },
  },
];

function proofOfWork(): Property[] {
  const { realNow } = realClock;
  const hmacKey = Buffer.alloc(32, 7);
  const made = createCaptcha({ hmacKey, realNow, work: 4, cost: 1 });
  const foreign = createCaptcha({
    hmacKey: Buffer.alloc(32, 8),
    realNow,
    work: 4,
    cost: 1,
  });
  return [
    ...ofCaptcha(made.verify, async () => solutionOf(await made.challenge())),
    {
      name: 'a challenge of somebody else, or an easier one, is none of ours',
      async run() {
        assert.equal(await made.verify(await solutionOf(await foreign.challenge())), null);
        const easy = await solutionOf(await made.challenge(0));
        assert.equal(await made.verify(easy, 2), null);
      },
    },
  ];
}

/** A service that follows siteverify: tokens that begin with `ok` are right, once each. */
async function startSiteverify() {
  const used = new Set<string>();
  let isSilent = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const token = new URLSearchParams(body).get('response') ?? '';
      const success = /^ok-\d+-solved!$/.test(token) && !used.has(token);
      used.add(token);
      if (!isSilent) response.end(JSON.stringify({ success, hostname: 'baixi.example' }));
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const be = (silent: boolean) => void (isSilent = silent);
  return { url, be, server };
}

function recaptcha({ url, be }: Awaited<ReturnType<typeof startSiteverify>>): Property[] {
  const settings = { siteKey: 'site', secret: 'se-cret', url, timeoutMs: LIMIT_MS };
  const { verify } = createRecaptcha({ ...settings, hostname: 'baixi.example' });
  const elsewhere = createRecaptcha({ ...settings, hostname: 'other.example' });
  let number = 0;
  const solve = async () => `ok-${(number += 1)}-solved!`;
  return [
    ...ofCaptcha(verify, solve),
    {
      name: 'a solution of another site’s page is refused',
      run: async () => assert.equal(await elsewhere.verify(await solve()), null),
    },
    {
      name: 'a silent service lets nobody through, in time',
      async run() {
        be(true);
        const verifying = verify(await solve());
        await endsWithin(
          LIMIT_MS,
          verifying.catch(() => {}),
        );
        assertSaysNone(await failsWith('Busy', verifying), ['se-cret']);
        be(false);
      },
    },
  ];
}

const account = { subject: '1001', email: 'lin@example.com', emailVerified: true, name: '林小溪' };

const ofIssuer = (google: Google, issuer: DemoIssuer, away: Google): Property[] => [
  {
    name: 'a token identifies its account and its nonce',
    async run() {
      const token = await issuer.issueIdToken(account, { nonce: 'n-1' });
      assert.deepEqual(await google.verifyIdToken(token), { ...account, nonce: 'n-1' });
    },
  },
  ...Object.entries({
    'for another audience': { aud: 'somebody-else' },
    'of another issuer': { iss: 'https://accounts.example' },
    'that has expired': { exp: 1_000 },
    'without a subject': { sub: undefined },
  }).map(([what, claims]) => ({
    name: `a token ${what} is refused and not repeated`,
    async run() {
      const token = await issuer.issueIdToken(account, claims);
      const error = await failsWith('IdTokenInvalid', google.verifyIdToken(token));
      assertSaysNone(error, [token]);
    },
  })),
  {
    name: 'a forged or unsigned token is refused',
    async run() {
      const [head, body] = (await issuer.issueIdToken(account)).split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const token of [`${head}.${body}.AAAA`, `${none}.${body}.`, 'x', '']) {
        await failsWith('IdTokenInvalid', google.verifyIdToken(token));
      }
    },
  },
  {
    name: 'an unreachable issuer is not the user’s fault',
    async run() {
      const token = await issuer.issueIdToken(account);
      await failsWith('IssuerUnreachable', away.verifyIdToken(token));
    },
  },
];

const asked = {
  state: 's-1',
  nonce: 'n-1',
  redirectUri: 'https://office.example/login',
  challenge: createHash('sha256').update('verifier').digest('base64url'),
  maxAgeSeconds: 900,
  isFresh: true,
};

/** Signs a person in at the provider, and redeems its answer with these changes. */
async function redeemed(
  client: IdentityProvider,
  provider: StandInIssuer,
  { claims = {}, ...change }: { claims?: object; verifier?: string; redirectUri?: string } = {},
) {
  provider.claims = { ...claims };
  const back = await provider.answerTo(await client.authorizationUrl(asked));
  assert.equal(back.searchParams.get('state'), asked.state);
  const code = back.searchParams.get('code') ?? '';
  const { nonce, redirectUri } = asked;
  const answer = { code, nonce, redirectUri, verifier: 'verifier', ...change };
  return { answer, identity: client.redeem(answer) };
}

const ofCodes = (client: IdentityProvider, provider: StandInIssuer): Property[] => [
  {
    name: 'a request has PKCE, a nonce and the age of the proof; its code gives the claims, once',
    async run() {
      const url = new URL(await client.authorizationUrl(asked));
      const query = Object.fromEntries(url.searchParams);
      assert.equal(query['code_challenge_method'], 'S256');
      assert.deepEqual(
        [query['max_age'], query['prompt'], query['nonce']],
        ['900', 'login', 'n-1'],
      );
      const { answer, identity } = await redeemed(client, provider);
      assert.equal((await identity).subject, 'person-1');
      await failsWith('IdTokenInvalid', client.redeem(answer));
    },
  },
  ...Object.entries({
    'with another PKCE verifier': { verifier: 'another' },
    'for another address': { redirectUri: 'https://elsewhere.example/login' },
    'whose token has another nonce': { claims: { nonce: 'n-2' } },
    'whose token has no nonce': { claims: { nonce: undefined } },
    'whose token has another audience': { claims: { aud: 'somebody-else' } },
    'whose token has another issuer': { claims: { iss: 'https://accounts.example' } },
    'whose token has expired': { claims: { exp: 1_000 } },
  }).map(([what, change]) => ({
    name: `a code ${what} is refused`,
    async run() {
      const { answer, identity } = await redeemed(client, provider, change);
      const error = await failsWith('IdTokenInvalid', identity);
      assertSaysNone(error, [answer.code, provider.clientSecret]);
    },
  })),
  ...(['silent', 'broken', 'wrong-secret'] as const).map((way) => ({
    name: `a provider that is ${way} is not the user’s fault`,
    async run() {
      const back = await provider.answerTo(await client.authorizationUrl(asked));
      const code = back.searchParams.get('code') ?? '';
      provider.be(way);
      const { nonce, redirectUri } = asked;
      // The second client has not read the provider's description yet.
      const fresh = createIdentityProvider(provider);
      try {
        for (const one of [client, fresh]) {
          const redeeming = one.redeem({ code, nonce, redirectUri, verifier: 'verifier' });
          await endsWithin(5_000, redeeming);
          const error = await failsWith('IssuerUnreachable', redeeming);
          assertSaysNone(error, [code, provider.clientSecret]);
        }
      } finally {
        provider.be('well');
      }
    },
  })),
  {
    name: 'a provider with another issuer is not asked',
    async run() {
      const issuer = provider.issuer.replace('127.0.0.1', 'localhost');
      const other = createIdentityProvider({ ...provider, issuer });
      await failsWith('IssuerUnreachable', other.authorizationUrl(asked));
    },
  },
];

const ofPasswordRange = (range: PasswordRange, service: PasswordService): Property[] => [
  {
    name: 'a leaked password is known; another one and padding are not',
    async run() {
      service.be('well');
      assert.equal(await range.isLeaked('correct horse'), true);
      assert.equal(await range.isLeaked('nobody uses this 8841'), false);
      assert.equal(await range.isLeaked('padding'), false);
    },
  },
  {
    name: 'only five digits of a hash are sent',
    async run() {
      service.be('well');
      service.asked.length = 0;
      await range.isLeaked('correct horse');
      assert.equal(service.asked.length, 1);
      assert.match(service.asked[0]!.path, /^\/range\/[0-9A-F]{5}$/);
    },
  },
  ...(['failing', 'silent', 'endless'] as const).map((way) => ({
    name: `a service that is ${way} is a failure, in time`,
    async run() {
      service.be(way);
      const looking = range.isLeaked('correct horse');
      await endsWithin(LIMIT_MS, looking);
      await assert.rejects(looking);
    },
  })),
];

export async function openSignIn(): Promise<PortSubjects> {
  const clientId = 'baixi';
  const siteverify = await startSiteverify();
  const issuer = await startDemoIssuer({ clientId, accounts: [account] });
  const company = await startIssuer();
  const codes = ofCodes(createIdentityProvider(company), company);
  const service = await startPasswordService(['correct horse'], ['padding']);
  const away = createGoogle({ issuer: 'http://127.0.0.1:1', clientId });
  const tokens = ofIssuer(createGoogle({ issuer: issuer.issuer, clientId }), issuer, away);
  const passwords = ofPasswordRange(createPasswordRange(service.url, LIMIT_MS), service);
  return {
    subjects: [
      { port: 'captcha', adapter: 'proof of work', properties: proofOfWork() },
      { port: 'captcha', adapter: 'reCAPTCHA', properties: recaptcha(siteverify) },
      { port: 'identity provider', adapter: 'ID tokens of Google', properties: tokens },
      { port: 'identity provider', adapter: 'OpenID Connect of a company', properties: codes },
      { port: 'leaked passwords', adapter: 'hash ranges', properties: passwords },
    ],
    async close() {
      siteverify.server.closeAllConnections();
      siteverify.server.close();
      await issuer.stop();
      company.close();
      await service.close();
    },
  };
}
