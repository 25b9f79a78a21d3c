// The data keys of this process: those of the settings, or those that a key management service
// unwraps once at the start.
import { setTimeout as sleep } from 'node:timers/promises';
import { createKms } from '../adapters/kms/kms.ts';
import type { Kms } from '../adapters/kms/settings.ts';
import { KmsUnreachable } from '../adapters/kms/requests.ts';
import type { DataKey } from '../adapters/key-ring.ts';
import type { Config } from '../config/config.ts';
import type { WrappedKey } from '../config/kms-settings.ts';
import { StartFailure } from '../start-failure.ts';

/** To what a wrapped key is bound, so that it is not accepted as another version. */
export const contextOf = (version: number): string => `baixi data key ${version}`;

const TRIES = 3;
const PAUSE_MS = 1_000;

/** Unwraps a key; if the service does not answer it is asked again. */
async function unwrapped(kms: Kms, key: WrappedKey, pauseMs: number): Promise<DataKey> {
  const { version, wrapped } = key;
  for (let tries = 1; ; tries += 1) {
    try {
      const plain = await kms.unwrap(wrapped, contextOf(version));
      if (plain.length === 32) return { version, key: plain };
      throw new StartFailure(`Version ${version} in DATA_KEYS_WRAPPED is no key of 32 bytes.`);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      const { message } = error as Error;
      const isAway = error instanceof KmsUnreachable;
      if (!isAway) {
        throw new StartFailure(
          `The KMS does not unwrap version ${version} of the data key (${message}); check ` +
            'DATA_KEYS_WRAPPED, KMS_KEY and the credentials of the KMS.',
        );
      }
      if (tries === TRIES) {
        throw new StartFailure(
          `The KMS cannot be reached (${message}), and without it no data key can be unwrapped.`,
        );
      }
      await sleep(pauseMs);
    }
  }
}

type Needed = Pick<Config, 'dataKeys' | 'hashKeys' | 'personKey' | 'kms'>;

/**
 * Returns the data keys. Throws a StartFailure if the service does not unwrap one of them, or if
 * one is the same as another key.
 */
export async function dataKeysIn(
  { dataKeys, hashKeys, kms, personKey }: Needed,
  { pauseMs = PAUSE_MS } = {},
): Promise<readonly DataKey[]> {
  if (!kms) return dataKeys;
  if (kms.wrapped.length === 0) {
    throw new StartFailure(
      'KMS is set, but the data keys are not wrapped; run "npm run keys -- --wrap" and set ' +
        'DATA_KEYS_WRAPPED in place of DATA_KEY or DATA_KEYS.',
    );
  }
  const service = createKms(kms.settings);
  const keys: DataKey[] = [];
  for (const one of kms.wrapped) keys.push(await unwrapped(service, one, pauseMs));
  const all = [...[...keys, ...hashKeys].map(({ key }) => key), personKey].map((key) =>
    key.toString('hex'),
  );
  if (new Set(all).size < all.length) {
    throw new StartFailure(
      'DATA_KEYS_WRAPPED, HASH_KEY or HASH_KEYS, PERSON_KEY must not be the same key.',
    );
  }
  return keys;
}

/** Returns DATA_KEYS_WRAPPED for these keys, after unwrapping each again for comparison. */
export async function wrappedText(kms: Kms, keys: readonly DataKey[]): Promise<string> {
  const items: string[] = [];
  for (const { version, key } of keys.toSorted((a, b) => b.version - a.version)) {
    const wrapped = await kms.wrap(key, contextOf(version));
    const again = await kms.unwrap(wrapped, contextOf(version));
    if (!again.equals(key)) throw new Error(`version ${version} was not wrapped correctly`);
    items.push(`${version}:${wrapped}`);
  }
  return items.join(',');
}
