// Posts events to the addresses of members. They may be any, so none may lead to an inner network.
import { lookup as resolve } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import type { NoAnswer } from '#contract/webhooks/states.ts';
import { isLoopback } from '../../config/certificates.ts';
import { outerLookupBy } from '../outer-addresses.ts';

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

/** Status and the beginning of an answer, or why there was none. */
export type WebhookAnswer =
  | { status: number; failure: null; answer: string }
  | { status: null; failure: NoAnswer; answer: '' };

export type WebhookSender = {
  /** Returns whether an address may be registered. */
  accepts(url: string): boolean;
  /** Never rejects: whatever goes wrong is the answer. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};

export type WebhookSettings = {
  /** Whether http to any port of this machine is allowed, which only a demonstration may do. */
  loopback: boolean;
  timeoutMs?: number;
  lookup?: LookupFunction;
  /** Certificates in PEM that are trusted in place of the well-known ones. */
  ca?: string;
};

const READ_MAX = 4_096;
const SHOWN_MAX = 1_000;

/**
 * Returns the address of an endpoint, or null if it may not be one: only https on port 443 of a
 * name with a dot, without user, password and fragment.
 */
export function webhookAddressOf(text: string, loopback: boolean): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { hostname, username, password, hash } = url;
  if (username !== '' || password !== '' || hash !== '') return null;
  if (isLoopback(hostname)) return loopback && url.protocol === 'http:' ? url : null;
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && /[^.]\.[^.]/.test(hostname);
  return isName ? url : null;
}

export function createWebhookSender(settings: WebhookSettings): WebhookSender {
  const { loopback, timeoutMs = 10_000, lookup = resolve, ca } = settings;
  const outerLookup = outerLookupBy(lookup);
  return {
    accepts: (url) => webhookAddressOf(url, loopback) !== null,
    async send({ url, headers, body }) {
      const to = webhookAddressOf(url, loopback);
      if (!to) return none('address');
      const bytes = Buffer.from(body);
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(bytes.length) },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(ca !== undefined && { ca }),
      } as const;
      const open = (answered: (answer: http.IncomingMessage) => void) =>
        isLoopback(to.hostname)
          ? http.request(to, options, answered)
          : https.request(to, { ...options, lookup: outerLookup }, answered);
      return exchange(open, bytes).catch((error: unknown) => none(failureOf(error)));
    },
  };
}

const none = (failure: NoAnswer): WebhookAnswer => ({ status: null, failure, answer: '' });

function failureOf(error: unknown): NoAnswer {
  const { code, name } = error as { code?: string; name: string };
  if (code === 'EPRIVATE') return 'address';
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout';
  return /CERT|SSL|TLS|UNABLE_TO/.test(code ?? '') ? 'tls' : 'unreachable';
}

/** Sends the body and reads a few kB of the answer. A redirect is an answer like any other. */
function exchange(
  open: (answered: (answer: http.IncomingMessage) => void) => http.ClientRequest,
  body: Buffer,
): Promise<WebhookAnswer> {
  const { promise, resolve: done, reject } = Promise.withResolvers<WebhookAnswer>();
  let finish = reject;
  const request = open((answer) => {
    const pieces: Buffer[] = [];
    let length = 0;
    // From here on the status counts, even if the rest of the answer does not arrive in time.
    finish = () => {
      done({ status: answer.statusCode ?? 0, failure: null, answer: shownOf(pieces) });
      answer.destroy();
    };
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length >= READ_MAX) finish();
    });
    answer.on('end', () => finish());
    answer.on('error', () => finish());
  });
  request.on('error', (error) => finish(error));
  request.end(body);
  return promise;
}

/** Returns the beginning of an answer as text that the database can store. */
const shownOf = (pieces: readonly Buffer[]): string =>
  Buffer.concat(pieces)
    .subarray(0, READ_MAX)
    .toString('utf8')
    .replaceAll('\0', '�')
    .slice(0, SHOWN_MAX)
    .toWellFormed();
