// The versions of the data key and of the hash key, read from the environment settings.
import type { z } from 'zod';
import type { DataKey } from '../adapters/key-ring.ts';
import { StartFailure } from '../start-failure.ts';
import type { common } from './config-schema.ts';

/** Returns the versions of one key: those of the list, or the single key as version 1. */
function versionsOf(
  name: 'DATA_KEY' | 'HASH_KEY',
  list: readonly DataKey[] | undefined,
  single: Buffer | undefined,
): readonly DataKey[] {
  if (list && single) {
    throw new StartFailure(`${name} and ${name}S are both set; put ${name} into ${name}S as 1:…`);
  }
  return list ?? (single ? [{ version: 1, key: single }] : []);
}

function assertHas(
  name: 'DATA_KEY' | 'HASH_KEY',
  setting: string,
  versions: readonly { version: number }[],
  current: number | undefined,
): void {
  if (current && !versions.some(({ version }) => version === current)) {
    throw new StartFailure(`${name}_CURRENT is ${current}, which ${setting} does not have.`);
  }
}

type VersionedKeys = {
  dataKeys: readonly DataKey[];
  dataKeyCurrent: number | null;
  hashKeys: readonly DataKey[];
  hashKeyCurrent: number | null;
};
type Single = { data: Buffer | undefined; hash: Buffer | undefined; person: Buffer };

/**
 * Returns the versions of the data key (those of DATA_KEYS, or DATA_KEY as version 1, and none if
 * DATA_KEYS_WRAPPED is set) and of the hash key (those of HASH_KEYS, or HASH_KEY as version 1).
 * Throws a StartFailure if two settings of the same key are set or two keys are the same.
 */
export function versionedKeysOf(
  env: z.output<typeof common>,
  { data, hash, person }: Single,
): VersionedKeys {
  const { DATA_KEYS, DATA_KEYS_WRAPPED, DATA_KEY_CURRENT, HASH_KEYS, HASH_KEY_CURRENT } = env;
  if (DATA_KEYS_WRAPPED && (DATA_KEYS || data)) {
    throw new StartFailure(
      'DATA_KEYS_WRAPPED replaces DATA_KEY and DATA_KEYS; remove them from the settings.',
    );
  }
  const dataKeys = versionsOf('DATA_KEY', DATA_KEYS, data);
  const hashKeys = versionsOf('HASH_KEY', HASH_KEYS, hash);
  const all = [...[...dataKeys, ...hashKeys].map(({ key }) => key), person].map((key) =>
    key.toString('base64'),
  );
  if (new Set(all).size < all.length) {
    throw new StartFailure(
      'DATA_KEY or DATA_KEYS, HASH_KEY or HASH_KEYS, PERSON_KEY must not be the same key.',
    );
  }
  const setting = DATA_KEYS_WRAPPED ? 'DATA_KEYS_WRAPPED' : 'DATA_KEYS';
  assertHas('DATA_KEY', setting, DATA_KEYS_WRAPPED ?? dataKeys, DATA_KEY_CURRENT);
  assertHas('HASH_KEY', 'HASH_KEYS', hashKeys, HASH_KEY_CURRENT);
  return {
    dataKeys,
    dataKeyCurrent: DATA_KEY_CURRENT ?? null,
    hashKeys,
    hashKeyCurrent: HASH_KEY_CURRENT ?? null,
  };
}
