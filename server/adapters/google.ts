// Sign-in with Google: ID tokens checked against the issuer's keys.
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

export type GoogleAccount = {
  /** `sub`: the key of an account, which an e-mail address is not. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name?: string;
};

export type Google = {
  /** Throws GoogleTokenInvalid for a token that is not good, IssuerUnreachable for no keys. */
  verifyIdToken(token: string, expected?: { nonce?: string }): Promise<GoogleAccount>;
};

/** Not a good token: forged, expired, for somebody else, or from somebody else. */
export class GoogleTokenInvalid extends Error {
  override name = 'GoogleTokenInvalid';
}

/** The issuer's keys could not be fetched: nobody's fault who signs in. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable';
}

export type GoogleSettings = { issuer: string; clientId: string; jwksUrl: string };

const TOKEN_LENGTH_MAX = 10_000;
const CLOCK_TOLERANCE_SECONDS = 10;

export function createGoogle({ issuer, clientId, jwksUrl }: GoogleSettings): Google {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5_000 });
  // Google signs its name with and without the scheme.
  const issuers = [issuer, issuer.replace(/^https:\/\/(accounts\.google\.com)$/, '$1')];
  return {
    async verifyIdToken(token, { nonce } = {}) {
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
      if (nonce !== undefined && payload['nonce'] !== nonce) {
        throw new GoogleTokenInvalid('of another sign-in');
      }
      const account = { subject: sub, email, emailVerified: verified === true };
      return typeof name === 'string' ? { ...account, name } : account;
    },
  };
}

/** Keys that cannot be had are the issuer's failure, everything else is the token's. */
function refuse(cause: unknown): never {
  const aboutToken =
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    !(cause instanceof errors.JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC';
  if (aboutToken) throw new GoogleTokenInvalid(cause.code, { cause });
  throw new IssuerUnreachable('the keys of the issuer cannot be had', { cause });
}
