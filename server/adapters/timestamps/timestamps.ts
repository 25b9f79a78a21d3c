// Interface of timestamp authorities, and the client of one, whose answers it verifies.
import { X509Certificate, randomBytes } from 'node:crypto';
import { chainOf } from './chains.ts';
import { SignatureRefused } from './signed-data.ts';
import { readToken, timestampRequest, tokenIn } from './tokens.ts';

export type Stamp = {
  /** Token of RFC 3161 in DER. */
  token: Buffer;
  at: Date;
  /** Until when the authority's certificate is valid, and with it the token. */
  until: Date;
  /** The authority's certificate and those above it, in DER. */
  certificates: Buffer[];
};

export type Timestamps = {
  /**
   * Returns a verified timestamp over the SHA-256 of the data. Throws TimestampUnavailable if there
   * is none within the limit; asking again later does no harm.
   */
  stamp(data: Buffer, limitMs?: number): Promise<Stamp>;
  /**
   * Returns the revocation lists of these certificates in DER, by which they can be verified after
   * their end. Throws TimestampUnavailable.
   */
  revocationLists(certificates: readonly Buffer[], limitMs?: number): Promise<Buffer[]>;
};

/** There is no valid timestamp or revocation list now; the caller should try again later. */
export class TimestampUnavailable extends Error {
  override name = 'TimestampUnavailable';
}

/** Time limit of one request. */
export const TIMESTAMP_MS = 10_000;

export type TimestampOptions = {
  /** Sends a request in DER and returns the response. */
  ask(request: Buffer, limitMs: number): Promise<Buffer>;
  revocationLists(certificates: readonly X509Certificate[], limitMs: number): Promise<Buffer[]>;
  /** Certificates of the authorities whose timestamps count. */
  trusted: readonly X509Certificate[];
  /** Real time. */
  now(): Date;
};

/** Difference between the clocks of the authority and of this machine that is no mistake. */
const CLOCK_SKEW_MS = 5 * 60_000;

export function createTimestamps(options: TimestampOptions): Timestamps {
  const { trusted, now } = options;
  return {
    async stamp(data, limitMs = TIMESTAMP_MS) {
      const nonce = freshNonce();
      const answer = await options.ask(timestampRequest(data, nonce), limitMs).catch(unavailable);
      try {
        const token = tokenIn(answer);
        const read = await readToken(token, data);
        if (!read.nonce?.equals(nonce))
          throw new SignatureRefused('a timestamp is of another call');
        if (Math.abs(read.at.getTime() - now().getTime()) > CLOCK_SKEW_MS) {
          throw new SignatureRefused('a timestamp is of another time');
        }
        const chain = chainOf(read.signer, { others: read.certificates, trusted, at: read.at });
        const until = new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())));
        return { token, at: read.at, until, certificates: chain.map(({ raw }) => raw) };
      } catch (error) {
        return unavailable(error);
      }
    },
    async revocationLists(certificates, limitMs = TIMESTAMP_MS) {
      const read = certificates.map((der) => new X509Certificate(der));
      return options.revocationLists(read, limitMs).catch(unavailable);
    },
  };
}

/** A positive number without a leading zero byte, because DER would drop it. */
function freshNonce(): Buffer {
  const nonce = randomBytes(16);
  nonce[0] = 0x40 | (nonce[0]! & 0x3f);
  return nonce;
}

/** Hides addresses and credentials, which a failed request may contain. */
function unavailable(error: unknown): never {
  if (error instanceof TimestampUnavailable) throw error;
  const reason = error instanceof SignatureRefused ? error.message : codeOf(error);
  throw new TimestampUnavailable(`no timestamp: ${reason}`);
}

function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string') return code;
    if (each.name === 'TimeoutError') return 'no answer in time';
  }
  return 'no answer';
}
