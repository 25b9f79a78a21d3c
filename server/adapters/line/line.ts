// Sends messages to members' LINE through the Messaging API, and verifies what LINE reports.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../../config/certificates.ts';

export type LineMessage = {
  /** 32 hexadecimal digits that stay the same for all tries. */
  id: string;
  /** The id of a LINE user towards our official account. */
  to: string;
  text: string;
};

export type LineSender = {
  /** Resolves once LINE has accepted the message; otherwise throws LineFailed. */
  send(message: LineMessage): Promise<void>;
  /** True if nothing is sent and messages can only be read in the outbox. */
  isMailbox?: boolean;
};

/**
 * Thrown if LINE did not accept the message, or may have accepted it without saying so. `again`
 * says whether a retry may help; it cannot send twice, because LINE recognises the retry key.
 */
export class LineFailed extends Error {
  override name = 'LineFailed';
  readonly again: boolean;

  constructor(message: string, again: boolean) {
    super(message);
    this.again = again;
  }
}

export type LineSettings = { url: string; token: string; timeoutMs?: number };

/** Returns the id as the UUID that LINE expects. */
const retryKeyOf = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns a sender; without settings (demonstration) nothing is sent. No error contains recipient,
 * text or token.
 */
export function createLine(settings: LineSettings | null): LineSender {
  if (settings === null) return { isMailbox: true, send: async () => {} };
  const { url, token, timeoutMs = 10_000 } = settings;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new Error('LINE must be reached by https');
  }
  return {
    async send({ id, to, text }) {
      const answer = await fetch(`${url}/v2/bot/message/push`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-line-retry-key': retryKeyOf(id),
        },
        body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => {
        throw new LineFailed('LINE cannot be reached', true);
      });
      await answer.body?.cancel().catch(() => {});
      // 409 says that an earlier try with this retry key was accepted.
      if (answer.ok || answer.status === 409) return;
      const again = answer.status === 429 || answer.status >= 500;
      throw new LineFailed(`LINE answered ${answer.status}`, again);
    },
  };
}

/** Returns whether LINE signed this body: `x-line-signature`, HMAC-SHA256 with the secret. */
export function isSignedByLine(body: string, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string') return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  const found = Buffer.from(signature, 'base64');
  return found.length === expected.length && timingSafeEqual(found, expected);
}
