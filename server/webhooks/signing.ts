// Signatures of Standard Webhooks (https://www.standardwebhooks.com).
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Signs by HMAC-SHA256 over id, seconds and body, in base64. */
function signatureBy(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Returns the headers of one attempt, with a signature by each secret. */
export function headersOf(
  id: string,
  body: string,
  { secrets, at }: { secrets: readonly string[]; at: Date },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Baixi-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => signatureBy(secret, id, seconds, body)).join(' '),
  };
}

/** Returns a secret from random bytes. */
export const secretOf = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;
