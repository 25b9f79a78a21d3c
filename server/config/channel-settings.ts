// Settings of push messages and LINE. Without them members are not offered these channels.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Brand } from '#contract/brand.ts';
import { isLoopback } from './certificates.ts';
import type { LineSettings } from '../adapters/line/line.ts';
import { pushServices } from '../adapters/push/addresses.ts';
import { vapidKeyOf } from '../adapters/push/encryption.ts';
import type { PushSettings } from '../adapters/push/push.ts';
import { StartFailure } from '../start-failure.ts';

const word = z.string().trim().min(1);

/** The private key as tools print it: 32 bytes in base64url. */
const vapidKey = z.string().transform((text, context): Buffer => {
  const bytes = Buffer.from(text.trim(), 'base64url');
  try {
    if (bytes.length === 32) return vapidKeyOf(bytes) && bytes;
  } catch {
    // Zero or a number beyond the order of the curve is no key.
  }
  context.addIssue({ code: 'custom', message: 'must be a key of P-256, 32 bytes in base64url' });
  return z.NEVER;
});

const hosts = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be names of hosts')));

export const channelSettings = {
  VAPID_PRIVATE_KEY: vapidKey.optional(),
  VAPID_SUBJECT: z
    .url({ protocol: /^(mailto|https)$/, error: 'must be mailto:… or https://…' })
    .optional(),
  PUSH_HOSTS: hosts.default([...pushServices]),
  LINE_TOKEN: word.optional(),
  LINE_SECRET: word.optional(),
  LINE_ACCOUNT: z
    .string()
    .regex(/^@[a-z0-9._-]{2,40}$/i, 'must be the id of an official account, such as @123abcde')
    .optional(),
  LINE_URL: z.url({ protocol: /^https?$/ }).default('https://api.line.me'),
};

type Environment = z.output<z.ZodObject<typeof channelSettings>>;

/** An official account of LINE; `sender` is null if nothing is sent, as in a demonstration. */
export type LineAccount = { account: string; secret: string; sender: LineSettings | null };

/** Returns what push messages need; null if the key is not set. */
export function pushOf(env: Environment, brand: Brand): PushSettings | null {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_HOSTS } = env;
  if (!privateKey) {
    if (subject) throw new StartFailure('VAPID_SUBJECT needs VAPID_PRIVATE_KEY.');
    return null;
  }
  return { privateKey, subject: subject ?? `mailto:${brand.email}`, hosts: PUSH_HOSTS };
}

/** Returns the official account of LINE; null if none is set. */
export function lineOf(env: Environment): LineAccount | null {
  const { LINE_TOKEN: token, LINE_SECRET: secret, LINE_ACCOUNT: account, LINE_URL } = env;
  if (!token && !secret && !account) return null;
  if (!token || !secret || !account) {
    throw new StartFailure('LINE messages need LINE_TOKEN, LINE_SECRET and LINE_ACCOUNT.');
  }
  const url = new URL(LINE_URL);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw new StartFailure('LINE_URL must be https://…, except for a double on this machine.');
  }
  return { account, secret, sender: { url: url.href.replace(/\/+$/, ''), token } };
}

/** Push and LINE of a demonstration: both can be tried, and nothing is sent. */
export function demonstrationChannels(
  seed: Buffer,
  brand: Brand,
): { push: PushSettings; line: LineAccount } {
  const secretOf = (name: string) => createHmac('sha256', seed).update(name).digest();
  const subject = `mailto:${brand.email}`;
  return {
    push: { privateKey: secretOf('push'), subject, hosts: pushServices },
    line: { account: '@baixi-demo', secret: secretOf('line').toString('hex'), sender: null },
  };
}
