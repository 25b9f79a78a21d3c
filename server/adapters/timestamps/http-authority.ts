// A timestamp authority that is asked over HTTP (RFC 3161, 3.4), with its revocation lists.
import type { X509Certificate } from 'node:crypto';
import { listAddresses, listTimes } from './chains.ts';
import {
  type TimestampOptions,
  type Timestamps,
  TimestampUnavailable,
  createTimestamps,
} from './timestamps.ts';

export type AuthoritySettings = {
  url: string;
  /** Credentials for HTTP basic authentication; null if the authority knows its callers. */
  credentials: { user: string; password: string } | null;
  trusted: readonly X509Certificate[];
};

const TOKEN_MAX = 65_536;
/** Each document contains the lists of its certificates, so a long one would fill the store. */
const LIST_MAX = 2_000_000;
/** A list is fetched again at least this often, so that documents get recent ones. */
const LIST_MS = 3_600_000;

export function createHttpAuthority(settings: AuthoritySettings, now: () => Date): Timestamps {
  return createTimestamps({ ...overHttp(settings, now), trusted: settings.trusted, now });
}

/** Sends the requests, and fetches the revocation lists that the certificates name. */
export function overHttp(
  { url, credentials }: Pick<AuthoritySettings, 'url' | 'credentials'>,
  now: () => Date,
): Pick<TimestampOptions, 'ask' | 'revocationLists'> {
  const fetched = new Map<string, { der: Buffer; until: number }>();
  const basic = ({ user, password }: { user: string; password: string }) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function listAt(address: string, limitMs: number): Promise<Buffer> {
    const known = fetched.get(address);
    if (known && known.until > now().getTime()) return known.der;
    const der = await bytesAt(address, { maximum: LIST_MAX, limitMs });
    const { until } = timesOf(der);
    if (until !== null && until < now()) throw new TimestampUnavailable('an old revocation list');
    const next = Math.min(until?.getTime() ?? Infinity, now().getTime() + LIST_MS);
    fetched.set(address, { der, until: next });
    return der;
  }

  return {
    ask: (request, limitMs) =>
      bytesAt(url, {
        maximum: TOKEN_MAX,
        limitMs,
        body: request,
        accepts: 'application/timestamp-reply',
        sends: 'application/timestamp-query',
        ...(credentials && { authorization: basic(credentials) }),
      }),
    async revocationLists(certificates, limitMs) {
      const addresses = certificates.flatMap((one) => listAddresses(one).slice(0, 1));
      return Promise.all([...new Set(addresses)].map((address) => listAt(address, limitMs)));
    },
  };
}

function timesOf(der: Buffer) {
  try {
    return listTimes(der);
  } catch {
    throw new TimestampUnavailable('no revocation list where a certificate says');
  }
}

type Exchange = {
  maximum: number;
  limitMs: number;
  body?: Buffer;
  sends?: string;
  accepts?: string;
  authorization?: string;
};

async function bytesAt(url: string, exchange: Exchange): Promise<Buffer> {
  const { maximum, limitMs, body, sends, accepts, authorization } = exchange;
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: {
      ...(accepts && { accept: accepts }),
      ...(sends && { 'content-type': sends }),
      ...(authorization && { authorization }),
    },
    ...(body && { method: 'POST', body: new Uint8Array(body) }),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new TimestampUnavailable(`an answer with status ${response.status}`);
  }
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maximum) throw new TimestampUnavailable('an answer that is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
