// Sign-in with Google: verifies ID tokens with the issuer's keys.
import type { JWTVerifyGetKey } from 'jose';
import {
  ISSUER_TIMEOUT_MS,
  IdTokenInvalid,
  IssuerUnreachable,
  claimsIn,
  keysAt,
} from './id-tokens.ts';

export type GoogleAccount = {
  /** The `sub` claim, which identifies an account; an e-mail address does not. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name?: string;
};

export type Google = {
  /**
   * Returns the account of a token and its nonce, which the requester of the token must know.
   * Throws IdTokenInvalid for an invalid token, IssuerUnreachable if the keys cannot be
   * fetched.
   */
  verifyIdToken(token: string): Promise<GoogleAccount & { nonce: string | null }>;
};

export type GoogleSettings = {
  issuer: string;
  clientId: string;
  /** URL of the issuer's keys; discovered from the issuer if omitted. */
  jwksUrl?: string;
};

export function createGoogle({ issuer, clientId, jwksUrl }: GoogleSettings): Google {
  const keys = keysOf(issuer, jwksUrl);
  // Google writes its issuer name with and without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\/(accounts\.google\.com)$/, '$1')];
  return {
    async verifyIdToken(token) {
      const payload = await claimsIn(token, {
        keys,
        issuers,
        clientId,
        algorithms: ['RS256'],
        claims: ['email'],
      });
      const { sub, email, email_verified: verified, name } = payload;
      if (typeof email !== 'string' || email === '') throw new IdTokenInvalid('no e-mail');
      const nonce = typeof payload['nonce'] === 'string' ? payload['nonce'] : null;
      const account = { subject: sub, email, emailVerified: verified === true, nonce };
      return typeof name === 'string' ? { ...account, name } : account;
    },
  };
}

/** Returns the issuer's keys; their URL is discovered when they are first needed. */
function keysOf(issuer: string, known: string | undefined): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined = known
    ? Promise.resolve(keysAt(known))
    : undefined;
  return async (header, token) => {
    found ??= describe(issuer).then(keysAt);
    const keys = await found.catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return keys(header, token);
  };
}

/** Returns the URL of the keys from the issuer's OpenID description. */
async function describe(issuer: string): Promise<string> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
  });
  const { jwks_uri: url } = (await answer.json()) as { jwks_uri?: unknown };
  if (typeof url !== 'string') throw new IssuerUnreachable('it does not say where its keys are');
  return url;
}
