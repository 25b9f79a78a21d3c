// The versions of the data key, read from the environment settings that contain them.
import type { z } from 'zod';
import { StartFailure } from '../start-failure.ts';
import type { Config } from './config.ts';
import type { common } from './config-schema.ts';

/**
 * Returns the versions of the data key: those of DATA_KEYS, or DATA_KEY as version 1, and none if
 * DATA_KEYS_WRAPPED is set. Throws a StartFailure if two of the settings are set or two keys are
 * the same.
 */
export function dataKeysOf(
  { DATA_KEYS, DATA_KEYS_WRAPPED, DATA_KEY_CURRENT }: z.output<typeof common>,
  single: Buffer | undefined,
  others: readonly Buffer[],
): Pick<Config, 'dataKeys' | 'dataKeyCurrent'> {
  if (DATA_KEYS && single) {
    throw new StartFailure(
      'DATA_KEY and DATA_KEYS are both set; put DATA_KEY into DATA_KEYS as 1:…',
    );
  }
  if (DATA_KEYS_WRAPPED && (DATA_KEYS || single)) {
    throw new StartFailure(
      'DATA_KEYS_WRAPPED replaces DATA_KEY and DATA_KEYS; remove them from the settings.',
    );
  }
  const dataKeys = DATA_KEYS ?? (single ? [{ version: 1, key: single }] : []);
  const all = [...dataKeys.map(({ key }) => key), ...others].map((key) => key.toString('base64'));
  if (new Set(all).size < all.length) {
    throw new StartFailure('DATA_KEY or DATA_KEYS, HASH_KEY, PERSON_KEY must not be the same key.');
  }
  const versions: readonly { version: number }[] = DATA_KEYS_WRAPPED ?? dataKeys;
  if (DATA_KEY_CURRENT && !versions.some(({ version }) => version === DATA_KEY_CURRENT)) {
    throw new StartFailure(
      `DATA_KEY_CURRENT is ${DATA_KEY_CURRENT}, which ` +
        `${DATA_KEYS_WRAPPED ? 'DATA_KEYS_WRAPPED' : 'DATA_KEYS'} does not have.`,
    );
  }
  return { dataKeys, dataKeyCurrent: DATA_KEY_CURRENT ?? null };
}
