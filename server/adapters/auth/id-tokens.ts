// Verifies ID tokens of OpenID Connect with the keys of their issuer.
import { type JWTPayload, type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose';

/** The token is invalid: forged, expired, for another audience, or from another issuer. */
export class IdTokenInvalid extends Error {
  override name = 'IdTokenInvalid';
}

/** The issuer or its keys could not be reached; the user is not at fault. */
export class IssuerUnreachable extends Error {
  override name = 'IssuerUnreachable';
}

const TOKEN_LENGTH_MAX = 10_000;
const CLOCK_TOLERANCE_SECONDS = 10;
export const ISSUER_TIMEOUT_MS = 5_000;

type Expected = {
  keys: JWTVerifyGetKey;
  issuers: string[];
  clientId: string;
  algorithms: string[];
  claims: string[];
};

/**
 * Returns the claims of a token. Throws IdTokenInvalid for an invalid token, IssuerUnreachable if
 * the keys cannot be fetched.
 */
export async function claimsIn(
  token: string,
  { keys, issuers, clientId, algorithms, claims }: Expected,
): Promise<JWTPayload & { sub: string }> {
  if (token.length > TOKEN_LENGTH_MAX) throw new IdTokenInvalid('too long');
  const { payload } = await jwtVerify(token, keys, {
    issuer: issuers,
    audience: clientId,
    algorithms,
    requiredClaims: ['sub', 'iat', 'exp', ...claims],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  }).catch(refuse);
  const { aud, azp, sub } = payload;
  if (typeof sub !== 'string' || sub === '') throw new IdTokenInvalid('no subject');
  const party = Array.isArray(aud) && aud.length > 1 ? azp : (azp ?? clientId);
  if (party !== clientId) throw new IdTokenInvalid('for another party');
  return { ...payload, sub };
}

/** Returns the keys at an address, which are fetched when they are first needed. */
export const keysAt = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS });

/**
 * Throws IssuerUnreachable if the keys cannot be fetched, IdTokenInvalid for everything else.
 */
function refuse(cause: unknown): never {
  const aboutToken =
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    !(cause instanceof errors.JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC';
  if (aboutToken) throw new IdTokenInvalid(cause.code, { cause });
  throw new IssuerUnreachable('the keys of the issuer cannot be had', { cause });
}
