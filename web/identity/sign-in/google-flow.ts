// Google sign-in by the app's own button: code with PKCE, state and nonce, to an ID token.
import type { PageSettings } from '#contract/page.ts';
import { askIssuer } from '../../api.ts';
import { api } from '../../site/kit/api.ts';

export type GoogleSetting = NonNullable<PageSettings['google']>;

/** Data that the page needs again when the browser returns from the issuer. */
export type StoredFlow = {
  redirectTo: string | null;
  purpose?: 'borrow' | 'invest' | 'both';
  news?: boolean;
};

/**
 * The reason why no token was obtained. `message` is for users; other files recognise this error by
 * its name.
 */
class GoogleProblem extends Error {
  override name = 'GoogleProblem';
}

type Pending = { state: string; nonce: string; verifier: string; page: string; kept: StoredFlow };
const KEY = 'googleSignIn';

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Derives the challenge from the verifier (RFC 7636 §4.2, S256). */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

/**
 * Returns a nonce from the server, which accepts only tokens that were requested with such a nonce.
 */
export async function newNonce(): Promise<string> {
  const { data } = await api.identity.googleNonce();
  return data.nonce;
}

async function endpointsOf({ kind, issuer }: GoogleSetting) {
  if (kind === 'demonstration') {
    return { authorize: '/dev/google/authorize', token: '/dev/google/token' };
  }
  const described = await askIssuer(`${issuer}/.well-known/openid-configuration`);
  const { authorization_endpoint: authorize, token_endpoint: token } = described;
  if (typeof authorize !== 'string' || typeof token !== 'string') {
    throw new GoogleProblem('暫時無法使用 Google 登入，請稍後再試');
  }
  return { authorize, token };
}

/** Redirects to the issuer, which redirects back to `page`, where `returned` continues. */
export async function leaveForGoogle(
  google: GoogleSetting,
  page: string,
  kept: StoredFlow,
): Promise<void> {
  const [nonce, { authorize }] = await Promise.all([newNonce(), endpointsOf(google)]);
  const pending: Pending = { state: randomText(), nonce, verifier: randomText(), page, kept };
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  const url = new URL(authorize, window.location.origin);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: window.location.origin + page,
    scope: 'openid email profile',
    state: pending.state,
    nonce,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
  }).toString();
  window.location.assign(url);
}

function takePending(): Pending | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return JSON.parse(text ?? 'null') as Pending | null;
  } catch {
    return null;
  }
}

/**
 * Returns the nonce in a token. The server checks the signature; this check only ensures that the
 * token answers this tab's request.
 */
function nonceOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) as { nonce?: unknown }).nonce;
  } catch {
    return null;
  }
}

/**
 * Exchanges the code for the ID token, once. Accepts only an answer to this tab's own request, by
 * state and nonce, so that nobody is signed in through another person's link.
 */
export async function returned(
  google: GoogleSetting,
  query: URLSearchParams,
): Promise<{ token: string; kept: StoredFlow }> {
  const pending = takePending();
  const notDone = 'Google 登入未完成，請再試一次';
  if (!pending || pending.state !== query.get('state')) throw new GoogleProblem(notDone);
  if (query.has('error')) throw new GoogleProblem('您已取消 Google 登入');
  const { token: url } = await endpointsOf(google);
  const answer = await askIssuer(url, {
    grant_type: 'authorization_code',
    code: query.get('code') ?? '',
    client_id: google.clientId,
    redirect_uri: window.location.origin + pending.page,
    code_verifier: pending.verifier,
  });
  const token = answer['id_token'];
  if (typeof token !== 'string' || nonceOf(token) !== pending.nonce) {
    throw new GoogleProblem(notDone);
  }
  return { token, kept: pending.kept };
}
