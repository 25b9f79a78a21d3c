// Sign-in of operators through the company's identity provider: OpenID Connect with an
// authorization code, PKCE and a client secret.
import { type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import {
  ISSUER_TIMEOUT_MS,
  IdTokenInvalid,
  IssuerUnreachable,
  claimsIn,
  keysAt,
} from './id-tokens.ts';

export type OidcSettings = { issuer: string; clientId: string; clientSecret: string };

export type AuthorizationRequest = {
  state: string;
  nonce: string;
  /** The PKCE verifier's SHA-256 in base64url (RFC 7636, S256). */
  challenge: string;
  redirectUri: string;
  /** How long ago people may have proven their identity to the provider. */
  maxAgeSeconds: number;
  /** True if the provider must ask for the proof again in any case. */
  isFresh: boolean;
};

export type ProviderIdentity = { subject: string; claims: Readonly<Record<string, unknown>> };

export type IdentityProvider = {
  /** Returns the URL to which the browser goes. Throws IssuerUnreachable. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges a code, once, for the claims of its ID token. Throws IdTokenInvalid if the provider
   * refuses the code or if the token does not answer this request, IssuerUnreachable for anything
   * of which the user is not at fault.
   */
  redeem(answer: {
    code: string;
    verifier: string;
    nonce: string;
    redirectUri: string;
  }): Promise<ProviderIdentity>;
  /** Returns the URL that ends the session at the provider; null if it offers none. */
  logoutUrl(returnTo: string): Promise<string | null>;
};

const ALGORITHMS = ['RS256', 'PS256', 'ES256'];
/** After this time the provider's description is read again. */
const DESCRIPTION_MS = 3_600_000;
const ANSWER_LENGTH_MAX = 200_000;

const descriptionSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
type Description = z.output<typeof descriptionSchema> & { keys: JWTVerifyGetKey };

/** Creates the client of a provider; it is described when it is first needed. */
export function createIdentityProvider(settings: OidcSettings): IdentityProvider {
  const { issuer, clientId } = settings;
  const described = describedOnce(issuer);
  return {
    async authorizationUrl({ challenge, isFresh, maxAgeSeconds, nonce, redirectUri, state }) {
      const url = new URL((await described()).authorization_endpoint);
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        max_age: String(maxAgeSeconds),
        ...(isFresh && { prompt: 'login' }),
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    async redeem({ nonce, ...code }) {
      const provider = await described();
      const token = await tokenFor(provider, settings, code);
      const { sub, ...claims } = await claimsIn(token, {
        keys: provider.keys,
        issuers: [issuer],
        clientId,
        algorithms: ALGORITHMS,
        claims: ['nonce'],
      });
      if (claims['nonce'] !== nonce) throw new IdTokenInvalid('for another request');
      return { subject: sub, claims };
    },
    async logoutUrl(returnTo) {
      const { end_session_endpoint: end } = await described();
      if (!end) return null;
      const url = new URL(end);
      url.searchParams.set('client_id', clientId);
      url.searchParams.set('post_logout_redirect_uri', returnTo);
      return url.href;
    },
  };
}

/** Returns the provider's description, which is read once an hour. */
function describedOnce(issuer: string): () => Promise<Description> {
  let latest: Description | null = null;
  let readAt = -Infinity;
  return async () => {
    if (latest && performance.now() - readAt < DESCRIPTION_MS) return latest;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { success, data } = descriptionSchema.safeParse(await answerOf(url));
    if (!success) throw new IssuerUnreachable('the provider does not describe itself');
    if (data.issuer !== issuer) throw new IssuerUnreachable('the provider has another issuer');
    const isSecure = new URL(issuer).protocol === 'https:';
    const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = data;
    if (isSecure && ![authorize, token, keys].every((one) => one.startsWith('https:'))) {
      throw new IssuerUnreachable('the provider names an address without encryption');
    }
    latest = { ...data, keys: keysAt(keys) };
    readAt = performance.now();
    return latest;
  };
}

/** Exchanges a code for the ID token; the client proves its identity by its secret. */
async function tokenFor(
  { token_endpoint: url, token_endpoint_auth_methods_supported: methods }: Description,
  { clientId, clientSecret }: OidcSettings,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: clientId,
  });
  const isBasic = methods.includes('client_secret_basic');
  if (!isBasic) form.set('client_secret', clientSecret);
  const [id, secret] = [clientId, clientSecret].map(encodeURIComponent);
  const basic = Buffer.from(`${id}:${secret}`).toString('base64');
  const answer = await answerOf(url, {
    method: 'POST',
    body: form,
    headers: isBasic ? { authorization: `Basic ${basic}` } : {},
  });
  const { error, id_token: token } = answer as { error?: unknown; id_token?: unknown };
  if (error === 'invalid_grant') throw new IdTokenInvalid('the provider refuses the code');
  if (typeof error === 'string') {
    throw new IssuerUnreachable(`the provider answers ${error.slice(0, 40)}`);
  }
  if (typeof token !== 'string') throw new IssuerUnreachable('the provider answers no ID token');
  return token;
}

/** Returns a JSON object; the answer 400 is one as well, because it contains an error code. */
async function answerOf(url: string, request: RequestInit = {}): Promise<object> {
  const isOurs = (error: unknown) => error instanceof IssuerUnreachable;
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
    });
    const text = await response.text();
    const isRead = response.ok || response.status === 400 || response.status === 401;
    if (!isRead || text.length > ANSWER_LENGTH_MAX) {
      throw new IssuerUnreachable(`the provider answers ${response.status}`);
    }
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer;
    throw new IssuerUnreachable('the provider answers no object');
  } catch (error) {
    // The cause is left out, because it may repeat the request.
    throw isOurs(error) ? error : new IssuerUnreachable('the provider cannot be reached');
  }
}
