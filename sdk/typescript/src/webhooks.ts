// Verifies the signature of an event that a webhook received (https://www.standardwebhooks.com).
import type { WebhookEvent } from './generated.ts';

const PREFIX = 'whsec_';

export class WebhookError extends Error {
  override name = 'WebhookError';
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function header(headers: Headers, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string') throw new WebhookError(`the header ${name} is missing`);
  return value;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/**
 * Returns the event with its id, or throws WebhookError. `body` is the body as it arrived, byte for
 * byte. The same id may arrive more than once: remember it, and do its work once.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  now = new Date(),
  toleranceSeconds = 300,
}: {
  secret: string;
  headers: Headers;
  body: string;
  now?: Date;
  toleranceSeconds?: number;
}): Promise<WebhookEvent & { id: string }> {
  const id = header(headers, 'webhook-id');
  const seconds = header(headers, 'webhook-timestamp');
  const age = Math.abs(now.getTime() / 1_000 - Number(seconds));
  if (!(age <= toleranceSeconds)) throw new WebhookError('the timestamp is too old or too new');
  const raw = bytesOf(secret.slice(PREFIX.length));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  for (const one of header(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = one.split(',', 2);
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(signature)) continue;
    // The comparison of Web Crypto takes the same time for every signature.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) {
      return { id, ...(JSON.parse(body) as WebhookEvent) };
    }
  }
  throw new WebhookError('no signature fits');
}
