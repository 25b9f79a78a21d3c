// The key management service that holds the master key of the data keys.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { GcpAccount, KmsSettings } from '../adapters/kms/settings.ts';
import { StartFailure } from '../start-failure.ts';
import { isLoopback } from './certificates.ts';

/** A version of the data key as the service has encrypted it. */
export type WrappedKey = { version: number; wrapped: string };
export type KmsConfig = { settings: KmsSettings; wrapped: readonly WrappedKey[] };

const word = z.string().trim().min(1);

/** `2:TEXT,1:TEXT`: versions of the data key as the service writes them, which may have colons. */
const wrappedKeys = z.string().transform((text, context): WrappedKey[] => {
  const keys: WrappedKey[] = [];
  for (const item of text.split(',')) {
    const [, version, wrapped] = /^\s*([1-9]\d{0,3}):([\w+/=:.-]{20,4000})\s*$/.exec(item) ?? [];
    const isNew = keys.every((one) => String(one.version) !== version);
    if (!version || !wrapped || !isNew) {
      const message = 'must be VERSION:WRAPPED,VERSION:WRAPPED with each version once';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    keys.push({ version: Number(version), wrapped });
  }
  return keys;
});

const accountSchema = z.object({
  client_email: word,
  private_key: word,
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

/** Path of the JSON key of a service account of Google; its content. */
const credentials = z.string().transform((path, context): GcpAccount => {
  try {
    const read = accountSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { email: read.client_email, privateKey: read.private_key, tokenUrl: read.token_uri };
  } catch {
    const message = 'must be a readable file with the JSON key of a service account';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

export const kmsSettings = {
  KMS: z.enum(['vault', 'aws', 'gcp']).optional(),
  KMS_KEY: word.optional(),
  KMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be http(s)://…' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  KMS_TOKEN: word.optional(),
  KMS_MOUNT: word.default('transit'),
  KMS_NAMESPACE: word.optional(),
  KMS_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region')
    .optional(),
  KMS_KEY_ID: word.optional(),
  KMS_SECRET: word.optional(),
  KMS_SESSION_TOKEN: word.optional(),
  KMS_CREDENTIALS: credentials.optional(),
  DATA_KEYS_WRAPPED: wrappedKeys.optional(),
};

const kmsSchema = z.object(kmsSettings);
type Environment = z.output<typeof kmsSchema>;

/** Returns the service and the keys that it has wrapped; null if none is configured. */
export function kmsOf(env: Environment): KmsConfig | null {
  if (!env.KMS) {
    if (!env.DATA_KEYS_WRAPPED && !env.KMS_KEY) return null;
    throw new StartFailure('DATA_KEYS_WRAPPED and KMS_KEY need KMS (vault, aws or gcp).');
  }
  const settings = settingsOf(env);
  const { hostname, protocol } = new URL(settings.url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new StartFailure('KMS_URL must be https://…, except for a service on this machine.');
  }
  return { settings, wrapped: env.DATA_KEYS_WRAPPED ?? [] };
}

function settingsOf(env: Environment): KmsSettings {
  const { KMS: kind, KMS_KEY: key, KMS_URL: url } = env;
  if (kind === 'vault') {
    const { KMS_MOUNT: mount, KMS_NAMESPACE: namespace, KMS_TOKEN: token } = env;
    if (!key || !url || !token) {
      throw new StartFailure('KMS=vault needs KMS_URL, KMS_KEY and KMS_TOKEN.');
    }
    return { kind, key, url, mount, token, ...(namespace && { namespace }) };
  }
  if (kind === 'aws') {
    const { KMS_KEY_ID: keyId, KMS_REGION: region, KMS_SECRET: secret } = env;
    if (!key || !region || !keyId || !secret) {
      throw new StartFailure('KMS=aws needs KMS_KEY, KMS_REGION, KMS_KEY_ID and KMS_SECRET.');
    }
    const { KMS_SESSION_TOKEN: sessionToken } = env;
    return {
      kind,
      key,
      region,
      keyId,
      secret,
      ...(sessionToken && { sessionToken }),
      url: url ?? `https://kms.${region}.amazonaws.com`,
    };
  }
  if (
    !key ||
    !/^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/.test(key)
  ) {
    throw new StartFailure(
      'KMS=gcp needs KMS_KEY as projects/…/locations/…/keyRings/…/cryptoKeys/….',
    );
  }
  const account = env.KMS_CREDENTIALS ?? null;
  return { kind: 'gcp', key, account, url: url ?? 'https://cloudkms.googleapis.com' };
}
