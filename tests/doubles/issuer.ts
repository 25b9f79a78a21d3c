// Stand-in for a company's identity provider: an authorization code with PKCE and a client secret,
// and ID tokens with real signatures. Its claims can be set to anything.
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

type Claims = Record<string, unknown>;
export type StandInIssuer = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claims of the next ID tokens, over those of a person who has just used a second factor. */
  claims: Claims;
  /** Queries of the authorization requests, the newest last. */
  requests: URLSearchParams[];
  /** How many sessions were ended by the browser. */
  logouts: URLSearchParams[];
  /** `silent` answers nothing, `broken` answers 500, `wrong-secret` knows another secret. */
  be(way: 'well' | 'silent' | 'broken' | 'wrong-secret'): void;
  /** Returns the URL to which the provider sends the browser after a sign-in. */
  answerTo(url: string): Promise<URL>;
  close(): void;
};

type Code = { challenge: string; redirectUri: string; nonce: string };

const seconds = () => Math.floor((performance.timeOrigin + performance.now()) / 1000);
const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const piece of request) text += String(piece);
  return new URLSearchParams(text);
};

const person = (aud: string): Claims => ({
  sub: 'person-1',
  aud,
  email: 'person@company.example',
  email_verified: true,
  acr: 'two-factors',
  auth_time: seconds(),
});

/** Starts the provider on this machine; `page` shows a link instead of redirecting at once. */
export async function startIssuer({ page = false } = {}): Promise<StandInIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, Code>();
  let way: Parameters<StandInIssuer['be']>[0] = 'well';
  const [clientId, clientSecret] = ['the-office', 'se+cret/of:office'];
  const json = (response: ServerResponse, body: object, status = 200) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));

  const authorize = (response: ServerResponse, query: URLSearchParams) => {
    one.requests.push(query);
    const code = randomBytes(16).toString('hex');
    const redirectUri = query.get('redirect_uri') ?? '';
    const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? ''];
    if (query.get('code_challenge_method') !== 'S256' || query.get('client_id') !== clientId) {
      return void response.writeHead(400).end();
    }
    codes.set(code, { challenge, redirectUri, nonce });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      code,
      state: query.get('state') ?? '',
      iss: one.issuer,
    }).toString();
    if (!page) return void response.writeHead(302, { location: back.href }).end();
    const link = `<a href="${back.href.replaceAll('&', '&amp;')}">繼續</a>`;
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="zh-Hant-TW"><title>公司帳號</title><h1>公司帳號</h1>${link}`,
      );
  };

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await bodyOf(request);
    const secret = way === 'wrong-secret' ? 'another' : clientSecret;
    const basic = [clientId, secret].map(encodeURIComponent).join(':');
    const right = `Basic ${Buffer.from(basic).toString('base64')}`;
    if (request.headers.authorization !== right) {
      return json(response, { error: 'invalid_client' }, 401);
    }
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) {
      return json(response, { error: 'invalid_grant' }, 400);
    }
    const now = seconds();
    const claims = { iss: one.issuer, iat: now, exp: now + 300, nonce: code.nonce };
    const signed = new SignJWT({ ...person(clientId), ...claims, ...one.claims });
    const idToken = await signed.setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(privateKey);
    return json(response, { access_token: 'unused', token_type: 'Bearer', id_token: idToken });
  };

  const server = createServer((request, response) => {
    if (way === 'silent') return;
    if (way === 'broken') return void response.writeHead(500).end('no');
    const url = new URL(request.url ?? '', one.issuer);
    if (url.pathname === '/authorize') return authorize(response, url.searchParams);
    if (url.pathname === '/token') return void token(request, response);
    if (url.pathname === '/keys') return json(response, { keys: [jwk] });
    if (url.pathname === '/logout') {
      one.logouts.push(url.searchParams);
      const location = url.searchParams.get('post_logout_redirect_uri') ?? '';
      return void response.writeHead(302, { location }).end();
    }
    json(response, {
      issuer: one.issuer,
      authorization_endpoint: `${one.issuer}/authorize`,
      token_endpoint: `${one.issuer}/token`,
      jwks_uri: `${one.issuer}/keys`,
      end_session_endpoint: `${one.issuer}/logout`,
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const one: StandInIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    claims: {},
    requests: [],
    logouts: [],
    be: (next) => void (way = next),
    async answerTo(url) {
      const { headers } = await fetch(url, { redirect: 'manual' });
      return new URL(headers.get('location') ?? '');
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return one;
}

/** Settings by which an office trusts the provider. */
export const oidcEnvironment = (provider: StandInIssuer) => ({
  OFFICE_OIDC_ISSUER: provider.issuer,
  OFFICE_OIDC_CLIENT_ID: provider.clientId,
  OFFICE_OIDC_SECRET: provider.clientSecret,
  OFFICE_OIDC_FACTOR: 'acr=two-factors|three-factors',
  OFFICE_OIDC_DOMAINS: 'company.example',
});
