// The timestamp authority: an address with the certificates of those who vouch for it.
import type { z } from 'zod';
import type { AuthoritySettings } from '../adapters/timestamps/http-authority.ts';
import { certificatesIn } from '../adapters/timestamps/chains.ts';
import { StartFailure } from '../start-failure.ts';
import { isLoopback } from './certificates.ts';
import type { common } from './config-schema.ts';

type TimestampEnvironment = Pick<
  z.output<typeof common>,
  'TSA_URL' | 'TSA_CA' | 'TSA_USER' | 'TSA_PASSWORD'
>;

/**
 * Returns the authority; null if none is configured. Its answers are signed, so that only a
 * password requires an encrypted connection.
 */
export function timestampsOf(env: TimestampEnvironment): AuthoritySettings | null {
  const { TSA_URL: url, TSA_CA: ca, TSA_USER: user, TSA_PASSWORD: password } = env;
  if (!url) {
    if (ca || user || password) {
      throw new StartFailure('TSA_CA, TSA_USER and TSA_PASSWORD need TSA_URL.');
    }
    return null;
  }
  if (!ca) throw new StartFailure('TSA_URL needs TSA_CA, the certificates of its authority.');
  if (!user !== !password) throw new StartFailure('TSA_USER and TSA_PASSWORD need each other.');
  const { protocol, hostname } = new URL(url);
  if (user && protocol !== 'https:' && !isLoopback(hostname)) {
    throw new StartFailure('TSA_URL with a password must be https://…, except on this machine.');
  }
  const credentials = user && password ? { user, password } : null;
  return { url, credentials, trusted: certificatesIn(ca) };
}
