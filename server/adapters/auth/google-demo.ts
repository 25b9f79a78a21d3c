// Issuer of ID tokens for the demonstration; loaded only in demonstration and in tests.
import { type Google, type GoogleAccount, type GoogleSettings, createGoogle } from './google.ts';

export type DemoIssuer = Required<GoogleSettings> & {
  authorizeUrl: string;
  tokenUrl: string;
  /**
   * Issues an ID token directly, for tests and the demonstration's data. `claims` override the
   * token's claims.
   */
  issueIdToken(account: GoogleAccount, claims?: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts a real issuer on this machine, for demonstration and tests: code + PKCE, its own key, and
 * a page to choose which demonstration person signs in. It has no passwords, so it must never run
 * in production.
 */
export async function startDemoIssuer(options: {
  clientId: string;
  accounts: readonly GoogleAccount[];
  /** If omitted, a free port is chosen. */
  port?: number;
}): Promise<DemoIssuer> {
  const { clientId, accounts, port } = options;
  // oauth2-mock-server is a development dependency, so it is loaded only when somebody signs in
  // with Google.
  const { OAuth2Server } = await import('oauth2-mock-server');
  const endpoints = { authorize: '/authorize/chosen' };
  const server = new OAuth2Server(undefined, undefined, { endpoints });
  await server.issuer.keys.generate('RS256');
  const chosen = new Map<string, GoogleAccount>();
  // These names are events of the library, whose enum is not exported.
  server.service.on('beforeAuthorizeRedirect', (redirect: { url: URL }, request) => {
    const asked = new URL(String(request.url), 'http://localhost').searchParams;
    const account = accounts.find(({ email }) => email === asked.get('login_hint')) ?? accounts[0];
    if (account) chosen.set(redirect.url.searchParams.get('code') ?? '', account);
  });
  server.service.on('beforeTokenSigning', (token: { payload: object }, request) => {
    const account = chosen.get(String(request.body?.code));
    if (account) Object.assign(token.payload, claimsOf(account, clientId));
  });
  server.service.on('beforeResponse', (_response: object, request) => {
    chosen.delete(String(request.body?.code));
  });
  server.service.on('beforeWellKnownOpenIdConfiguration', (response: { body: object }) => {
    Object.assign(response.body, { authorization_endpoint: `${issuer}/authorize` });
  });
  server.service.addRoute('GET', '/authorize', (request, response) => {
    const asked = new URL(request.url ?? '', issuer).searchParams;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.end(chooserPage(accounts, asked));
  });
  await server.start(port, '127.0.0.1');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = issuer;
  return {
    issuer,
    clientId,
    jwksUrl: `${issuer}/jwks`,
    authorizeUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    issueIdToken: (account, claims = {}) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(payload, claimsOf(account, clientId), claims);
        },
      }),
    stop: () => server.stop(),
  };
}

export type DemoGoogle = Google & {
  /** Issues an ID token directly, for tests and the demonstration's data. */
  issueIdToken: DemoIssuer['issueIdToken'];
  /**
   * Returns the issuer's answer for one of its paths, so that its pages can be reached through our
   * port.
   */
  ask(path: string, form?: string): Promise<DemoAnswer>;
  stop(): Promise<void>;
};
type DemoAnswer = { status: number; headers: Record<string, string>; body: string };

/**
 * Issuer and verifier in one object; it starts when somebody signs in with Google for the first
 * time.
 */
export function createDemoGoogle(options: {
  clientId: string;
  accounts: readonly GoogleAccount[];
}): DemoGoogle {
  let started: Promise<DemoIssuer & Google> | undefined;
  const running = () => {
    started ??= startDemoIssuer(options).then((issuer) => ({ ...issuer, ...createGoogle(issuer) }));
    return started;
  };
  return {
    verifyIdToken: async (token) => (await running()).verifyIdToken(token),
    issueIdToken: async (account, claims) => (await running()).issueIdToken(account, claims),
    async ask(path, form) {
      const { issuer } = await running();
      const answer = await fetch(issuer + path, {
        redirect: 'manual',
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      const headers: Record<string, string> = {};
      for (const name of ['content-type', 'content-security-policy', 'location']) {
        const value = answer.headers.get(name);
        if (value !== null) headers[name] = value;
      }
      return { status: answer.status, headers, body: await answer.text() };
    },
    stop: async () => (await started)?.stop(),
  };
}

function claimsOf({ subject, email, emailVerified, name }: GoogleAccount, clientId: string) {
  return { sub: subject, aud: clientId, azp: clientId, email, email_verified: emailVerified, name };
}

/** Page that lists the demonstration's people to sign in; each link leads to the code. */
function chooserPage(accounts: readonly GoogleAccount[], asked: URLSearchParams): string {
  const links = accounts.map(({ email, name }) => {
    const query = new URLSearchParams(asked);
    query.set('login_hint', email);
    // The link is relative, because the page may be reached under another address.
    const href = escapeHtml(`authorize/chosen?${query}`);
    return `<a href="${href}"><b>${escapeHtml(name ?? email)}</b>${escapeHtml(email)}</a>`;
  });
  return `<!doctype html><html lang="zh-Hant-TW"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>選擇帳號（示範）</title><style>
body{font:16px/1.6 system-ui,sans-serif;background:#faf8f4;color:#1e1b17;margin:10vh auto;
max-width:24rem;padding:0 1rem}a{display:block;padding:.8rem 1rem;margin:.6rem 0;background:#fff;
border:1px solid #81786a;border-radius:8px;color:#4a443b;text-decoration:none}
a b{display:block;color:#0b4f52}a:focus-visible{outline:3px solid #b84a16}</style>
<main><h1>選擇帳號</h1><p>這是示範用的登入服務，不會連線到 Google。</p>
${links.join('\n')}</main></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
