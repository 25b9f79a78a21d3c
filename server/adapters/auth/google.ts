// Sign-in with Google: verifies ID tokens with the issuer's keys.
import { type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose';

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
   * Throws GoogleTokenInvalid for an invalid token, IssuerUnreachable if the keys cannot be
   * fetched.
   */
  verifyIdToken(token: string): Promise<GoogleAccount & { nonce: string | null }>;
};

/** The token is invalid: forged, expired, for another audience, or from another issuer. */
export class GoogleTokenInvalid extends Error {
  override name = 'GoogleTokenInvalid';
}

/** The issuer's keys could not be fetched; the user is not at fault. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable';
}

export type GoogleSettings = {
  issuer: string;
  clientId: string;
  /** URL of the issuer's keys; discovered from the issuer if omitted. */
  jwksUrl?: string;
};

const TOKEN_LENGTH_MAX = 10_000;
const CLOCK_TOLERANCE_SECONDS = 10;
const TIMEOUT_MS = 5_000;

export function createGoogle({ issuer, clientId, jwksUrl }: GoogleSettings): Google {
  const keys = keysOf(issuer, jwksUrl);
  // Google writes its issuer name with and without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\/(accounts\.google\.com)$/, '$1')];
  return {
    async verifyIdToken(token) {
      if (token.length > TOKEN_LENGTH_MAX) throw new GoogleTokenInvalid('too long');
      const { payload } = await jwtVerify(token, keys, {
        issuer: issuers,
        audience: clientId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'iat', 'exp', 'email'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      }).catch(refuse);
      const { sub, email, email_verified: verified, name, azp } = payload;
      if (typeof sub !== 'string' || typeof email !== 'string' || sub === '' || email === '') {
        throw new GoogleTokenInvalid('no subject or no e-mail');
      }
      const party = Array.isArray(payload.aud) && payload.aud.length > 1 ? azp : (azp ?? clientId);
      if (party !== clientId) throw new GoogleTokenInvalid('for another party');
      const nonce = typeof payload['nonce'] === 'string' ? payload['nonce'] : null;
      const account = { subject: sub, email, emailVerified: verified === true, nonce };
      return typeof name === 'string' ? { ...account, name } : account;
    },
  };
}

/** Returns the issuer's keys; their URL is discovered when they are first needed. */
function keysOf(issuer: string, known: string | undefined): JWTVerifyGetKey {
  const keysAt = (url: string) => createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS });
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
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { jwks_uri: url } = (await answer.json()) as { jwks_uri?: unknown };
  if (typeof url !== 'string') throw new IssuerUnreachable('it does not say where its keys are');
  return url;
}

/**
 * Throws IssuerUnreachable if the keys cannot be fetched, GoogleTokenInvalid for everything else.
 */
function refuse(cause: unknown): never {
  const aboutToken =
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    !(cause instanceof errors.JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC';
  if (aboutToken) throw new GoogleTokenInvalid(cause.code, { cause });
  throw new IssuerUnreachable('the keys of the issuer cannot be had', { cause });
}
