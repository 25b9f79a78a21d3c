// Sends text messages through a provider's HTTPS API.
import { isLoopback } from '../../config/certificates.ts';

export type Sms = {
  /** Stays the same for all tries, so that a provider can recognise a message it already has. */
  id: string;
  to: string;
  text: string;
};

export type SmsSender = {
  /** Resolves once the provider has accepted the message; otherwise throws SmsFailed. */
  send(message: Sms): Promise<void>;
  /** True if nothing is sent and messages can only be read in the outbox. */
  isMailbox?: boolean;
};

/**
 * Thrown if the provider did not accept the message, or may have accepted it without saying so.
 * `again` says that a retry may help and cannot make the recipient get the message twice; otherwise
 * only a person may send it again.
 */
export class SmsFailed extends Error {
  override name = 'SmsFailed';
  readonly again: boolean;

  constructor(message: string, again: boolean, cause?: unknown) {
    super(message, { cause });
    this.again = again;
  }
}

export type SmsSettings = { url: string; token: string; timeoutMs?: number };

/**
 * Returns a sender. With settings, it POSTs {to, text} as JSON with a bearer token and the id as
 * Idempotency-Key, for a provider or a small adapter in front of one that sends no id twice;
 * neither text nor number ever appears in an error. Without settings (demonstration) nothing is
 * sent: the message exists only as the row of the outbox, which is already in the database.
 */
export function createSms(settings: SmsSettings | null): SmsSender {
  if (settings === null) return { isMailbox: true, send: async () => {} };
  const { url, token, timeoutMs = 10_000 } = settings;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new Error('the SMS provider must be reached by https');
  }
  return {
    async send({ id, to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': id,
        },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((cause: unknown) => {
        throw new SmsFailed('the SMS provider cannot be reached', true, cause);
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      // The other statuses are about a setting, a limit or the provider, not about this message.
      const again = ![400, 413, 422].includes(answer.status);
      throw new SmsFailed(`the SMS provider answered ${answer.status}`, again);
    },
  };
}
