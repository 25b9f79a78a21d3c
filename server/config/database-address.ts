// Addresses of the database. The requirement of TLS is part of the address, so that it applies to
// every connection, whichever library opens the connection.
import { resolve } from 'node:path';
import pg from 'pg';
import { StartFailure } from '../start-failure.ts';
import { certificatesAt, isLoopback } from './certificates.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL';

/** Returns whether a connection to this address stays within the machine. */
function isHere(url: string): boolean {
  // The library itself says where it would connect to, because parameters may name another host.
  const { host } = new pg.Client({ connectionString: url });
  return host.startsWith('/') || isLoopback(host);
}

/** Throws a StartFailure if Node.js was told to verify no certificate. */
export function assertTlsVerified(given: Environment): void {
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new StartFailure(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of all certificates; remove it.',
  );
}

/**
 * Returns the address that a setting names, null if it is not set. If the database is on another
 * machine, the address requires TLS, a certificate of the authority in DATABASE_CA (or else of a
 * well-known one), and the name of the host in it (`sslmode=verify-full`). Throws a StartFailure if
 * the setting asks for less.
 */
export function databaseAddress(given: Environment, setting: Setting): string | null {
  const text = given[setting];
  if (!text) return null;
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  // The library reads these files itself, and it would fail with a message of its own.
  url.searchParams.delete('sslrootcert');
  url.searchParams.delete('sslmode');
  const here = isHere(url.href);
  if (here && (mode === null || mode === 'disable')) return text;
  if (mode !== null && mode !== 'verify-full') {
    throw new StartFailure(
      `${setting} has sslmode=${mode}, but only a verified connection is allowed: leave sslmode ` +
        'out or set it to verify-full, and name the authority of the certificate in DATABASE_CA.',
    );
  }
  url.searchParams.set('sslmode', 'verify-full');
  const ca = given['DATABASE_CA'] ?? new URL(text).searchParams.get('sslrootcert');
  if (!ca) return url.href;
  if (certificatesAt(ca) === null) {
    throw new StartFailure('DATABASE_CA must be a readable file of certificates in PEM.');
  }
  url.searchParams.set('sslrootcert', resolve(ca));
  return url.href;
}

const noAuthority = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);

/** Returns a failure that explains why a verified connection was refused, or the error itself. */
export function explained(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const said = (why: string) =>
    new StartFailure(`The connection to the database was refused because ${why}`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return said(`its certificate is for another host than the one in the setting (${message}).`);
  }
  if (noAuthority.has(code)) {
    return said(`its certificate is not from the authority in DATABASE_CA (${message}).`);
  }
  if (code === 'CERT_HAS_EXPIRED') return said('its certificate has expired.');
  if (message === 'The server does not support SSL connections') {
    return said('it offers no TLS, which a database on another machine must (docs/machines.md).');
  }
  return error;
}
