// Text messages through a provider's HTTPS call.

export type Sms = { to: string; text: string };

export type SmsSender = {
  /** Resolves once the provider has accepted it; throws SmsFailed where it has not. */
  send(message: Sms): Promise<void>;
  /** Nothing leaves: who wants to read a message reads it in the outbox. */
  isMailbox?: boolean;
};

/** The provider did not take it: whether trying again makes sense stands in `again`. */
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
 * Live: POST {to, text} as JSON with a bearer token, which is what Taiwan's providers offer or a
 * few lines in front of them make of it. Neither text nor number ever enters an error. Without
 * settings (demonstration) the outbox row, which is in the database already, is the message.
 */
export function createSms(settings: SmsSettings | null): SmsSender {
  if (settings === null) return { isMailbox: true, send: async () => {} };
  const { url, token, timeoutMs = 10_000 } = settings;
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  if (new URL(url).protocol !== 'https:' && !local) {
    throw new Error('the SMS provider must be reached by https');
  }
  return {
    async send({ to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((cause: unknown) => {
        throw new SmsFailed('the SMS provider cannot be reached', true, cause);
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const again = answer.status === 429 || answer.status >= 500;
      throw new SmsFailed(`the SMS provider answered ${answer.status}`, again);
    },
  };
}
