// Verifies ID tokens of OpenID Connect with the keys of their issuer.
import type { JWTPayload, JWTVerifyGetKey, errors } from 'jose';

/** Loads the library with the first token, because no start needs it and it loads slowly. */
const jose = () => import('jose');

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
  const { errors, jwtVerify } = await jose();
  const { payload } = await jwtVerify(token, keys, {
    issuer: issuers,
    audience: clientId,
    algorithms,
    requiredClaims: ['sub', 'iat', 'exp', ...claims],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  }).catch((cause: unknown) => refuse(cause, errors));
  const { aud, azp, sub } = payload;
  if (typeof sub !== 'string' || sub === '') throw new IdTokenInvalid('no subject');
  const party = Array.isArray(aud) && aud.length > 1 ? azp : (azp ?? clientId);
  if (party !== clientId) throw new IdTokenInvalid('for another party');
  return { ...payload, sub };
}

/** Returns the keys at an address, which are fetched when they are first needed. */
export function keysAt(url: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= jose().then(({ createRemoteJWKSet }) =>
      createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS }),
    );
    return (await found)(header, token);
  };
}

/**
 * Throws IssuerUnreachable if the keys cannot be fetched, IdTokenInvalid for everything else.
 */
function refuse(cause: unknown, { JOSEError, JWKSInvalid, JWKSTimeout }: typeof errors): never {
  const aboutToken =
    cause instanceof JOSEError &&
    !(cause instanceof JWKSTimeout) &&
    !(cause instanceof JWKSInvalid) &&
    cause.code !== 'ERR_JOSE_GENERIC';
  if (aboutToken) throw new IdTokenInvalid(cause.code, { cause });
  throw new IssuerUnreachable('the keys of the issuer cannot be had', { cause });
}
