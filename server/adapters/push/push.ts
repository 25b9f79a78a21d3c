// Sends push messages to browsers through the push service that each browser chose (RFC 8030).
import { randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { isLoopback } from '../../config/certificates.ts';
import { outerLookup } from '../outer-addresses.ts';
import { pushAddressOf } from './addresses.ts';
import { encrypted, vapidHeader, vapidKeyOf } from './encryption.ts';

/** What a browser gives for its push messages: whoever has all of it can send some. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** Stays the same for all tries, so that a message replaces itself and is shown once. */
  id: string;
  subscription: PushSubscription;
  /** What the service worker gets; it is encrypted for the browser. */
  text: string;
};

export type PushSender = {
  /** The public key with which a browser subscribes, in base64url. */
  publicKey: string;
  /** Returns whether messages may be sent to this address. */
  accepts(endpoint: string): boolean;
  /** Resolves once the push service has accepted the message; otherwise throws PushFailed. */
  send(message: PushMessage): Promise<void>;
  /** True if nothing is sent and messages can only be read in the outbox. */
  isMailbox?: boolean;
};

/**
 * Thrown if the push service did not accept the message, or may have accepted it without saying so.
 * `again` says whether a retry may help, and `isGone` that the browser has ended its subscription.
 */
export class PushFailed extends Error {
  override name = 'PushFailed';
  readonly again: boolean;
  readonly isGone: boolean;

  constructor(message: string, how: { again: boolean; isGone?: boolean }) {
    super(message);
    this.again = how.again;
    this.isGone = how.isGone ?? false;
  }
}

export type PushSettings = {
  /** The private key of VAPID, 32 bytes. */
  privateKey: Buffer;
  /** Address (mailto: or https:) at which a push service reaches the sender. */
  subject: string;
  hosts: readonly string[];
  timeoutMs?: number;
};

const HOUR_MS = 3_600_000;
/** How long a push service keeps a message for a browser that is off. */
const TTL_SECONDS = 86_400;

/** Returns a sender. No error contains the address, which is a secret of the browser. */
export function createPush(settings: PushSettings, realNow: () => Date): PushSender {
  const key = vapidKeyOf(settings.privateKey);
  const { subject, hosts, timeoutMs = 10_000 } = settings;
  return {
    publicKey: key.publicKey,
    accepts: (endpoint) => pushAddressOf(endpoint, hosts) !== null,
    async send({ id, subscription, text }) {
      const url = pushAddressOf(subscription.endpoint, hosts);
      if (!url) throw new PushFailed('not the address of a push service', { again: false });
      const body = bodyOf(text, subscription);
      const expiresAt = new Date(realNow().getTime() + 12 * HOUR_MS);
      const headers = {
        authorization: vapidHeader(key, { audience: url.origin, subject, expiresAt }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: String(TTL_SECONDS),
        topic: id.slice(0, 32),
      };
      const status = await statusOf(url, headers, body, timeoutMs).catch((error: unknown) => {
        const { code, name } = error as { code?: string; name: string };
        const reason = typeof code === 'string' ? code : name;
        throw new PushFailed(`the push service cannot be reached (${reason})`, { again: true });
      });
      if (status >= 200 && status < 300) return;
      throw failureOf(status);
    },
  };
}

/** Returns a sender that sends nothing: a message exists only as the row of the outbox. */
export function createPushStandIn(settings: PushSettings): PushSender {
  const { publicKey } = vapidKeyOf(settings.privateKey);
  const accepts = (endpoint: string) => pushAddressOf(endpoint, settings.hosts) !== null;
  return { publicKey, accepts, isMailbox: true, send: async () => {} };
}

function bodyOf(text: string, subscription: PushSubscription): Buffer {
  try {
    return encrypted(Buffer.from(text), subscription, { salt: randomBytes(16) });
  } catch {
    throw new PushFailed('the message cannot be encrypted for this browser', { again: false });
  }
}

function failureOf(status: number): PushFailed {
  const isGone = status === 404 || status === 410;
  const again = status === 408 || status === 429 || status >= 500;
  return new PushFailed(`the push service answered ${status}`, { again, isGone });
}

/**
 * Posts a message and returns the status. `fetch` would not allow a look at the address behind a
 * name, and this follows no redirect.
 */
function statusOf(
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  timeoutMs: number,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method: 'POST', headers, signal, agent: false } as const;
  const answered = (answer: http.IncomingMessage) => {
    resolve(answer.statusCode ?? 0);
    answer.destroy();
  };
  const request = isLoopback(url.hostname)
    ? http.request(url, options, answered)
    : https.request(url, { ...options, lookup: outerLookup }, answered);
  request.on('error', reject);
  request.end(body);
  return promise;
}
