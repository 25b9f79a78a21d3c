// Checks at the start that the data keys and hash keys of this process are those of the database.
import { type DataKey, type KeyRing, checkValueOf } from '../adapters/key-ring.ts';
import type { Services } from '../services.ts';
import { type Tx, db } from '../database/db.ts';
import { StartFailure } from '../start-failure.ts';
import { encryptedFields } from './encrypted-fields.ts';
import { hashedFields } from './hashed-fields.ts';
import {
  type KeyName,
  type KeyedField,
  type KnownKey,
  type VersionCount,
  addKey,
  anyHashed,
  anyRow,
  countByVersion,
  knownKeys,
  needsVersion,
  setRetired,
} from './key-queries.ts';
import { hashedText, placesOfHashes, possibleHashes } from './rehashing.ts';

type Vault = Pick<Services, 'secrets' | 'keys'>;

/** A key with versions, and how a row shows whether a version is the right key. */
type VersionedKey = {
  of: KeyName;
  ring: KeyRing;
  /** What the rows are if they need the key. */
  made: 'encrypted' | 'hashed';
  /** The setting that holds the versions, and the one that may hold a single key instead. */
  setting: string;
  single: string | null;
  places: readonly KeyedField[];
  /** For each place: null if no row needs the version, otherwise whether the key fits a row. */
  proofs: ((tx: Tx, version: number) => Promise<boolean | null>)[];
};

type Rings = {
  ring: KeyRing;
  hashRing: KeyRing;
  /** Whether a key management service has unwrapped the data keys. */
  isWrapped: boolean;
};

/** Returns whether a check succeeds; a row that cannot be decrypted proves nothing. */
function succeeds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

const dataKey = ({ secrets, keys }: Vault, { ring, isWrapped }: Rings): VersionedKey => ({
  of: 'data',
  ring,
  made: 'encrypted',
  setting: isWrapped ? 'DATA_KEYS_WRAPPED' : 'DATA_KEYS',
  single: isWrapped ? null : 'DATA_KEY',
  places: encryptedFields,
  proofs: encryptedFields.map((field) => async (tx, version) => {
    const row = await anyRow(tx, field, version);
    return (
      row &&
      succeeds(() => {
        const { owner, encrypted } = row;
        if (field.column) secrets.decrypt(field.column, owner, encrypted);
        else keys.rewrapped({ key: owner, wrappedKey: encrypted });
        return true;
      })
    );
  }),
});

const hashKey = (vault: Vault, { hashRing }: Rings): VersionedKey => ({
  of: 'hash',
  ring: hashRing,
  made: 'hashed',
  setting: 'HASH_KEYS',
  single: 'HASH_KEY',
  places: placesOfHashes,
  proofs: hashedFields.map((field) => async (tx, version) => {
    const row = await anyHashed(tx, field, version);
    return (
      row &&
      succeeds(() => {
        const text = hashedText(vault, field, row);
        return possibleHashes(vault, field, text).includes(row.hash);
      })
    );
  }),
});

/** Returns how many rows need each version, over all places. */
async function countRows(tx: Tx, places: readonly KeyedField[]): Promise<VersionCount[]> {
  const sums = new Map<number, number>();
  for (const place of places) {
    for (const { version, rows } of await countByVersion(tx, place)) {
      sums.set(version, (sums.get(version) ?? 0) + rows);
    }
  }
  return [...sums].map(([version, rows]) => ({ version, rows }));
}

const wrong = ({ of, setting, single }: VersionedKey, version: number) =>
  new StartFailure(
    `Version ${version} of the ${of} key is not the key that this database knows as version ` +
      `${version}. Set the right one in ${setting}${single === null ? '' : ` (or ${single})`}; ` +
      'docs/keys.md says more.',
  );

function assertKnown(
  one: VersionedKey,
  keys: readonly DataKey[],
  known: readonly KnownKey[],
): void {
  for (const key of keys) {
    const before = known.find(({ version }) => version === key.version);
    if (before && before.checkValue !== checkValueOf(key, one.of)) throw wrong(one, key.version);
  }
}

/**
 * The key of each version in use must fit a row, because the list of versions may be missing or may
 * have come from another database. One damaged row does not prove a wrong key, so a row of each
 * place is tried until one fits.
 */
async function assertFits(tx: Tx, one: VersionedKey, version: number): Promise<void> {
  let isTried = false;
  for (const prove of one.proofs) {
    const fits = await prove(tx, version);
    if (fits) return;
    isTried ||= fits === false;
  }
  if (isTried) throw wrong(one, version);
}

/** Returns whether a row needs this version. */
async function isUsed(tx: Tx, { places }: VersionedKey, version: number): Promise<boolean> {
  for (const place of places) if (await needsVersion(tx, place, version)) return true;
  return false;
}

/** Throws if rows need a version that this process lacks; otherwise retires the version. */
async function assertNotNeeded(tx: Tx, one: VersionedKey, known: readonly KnownKey[]) {
  const { of, made, places, ring, setting } = one;
  const isHere = ({ version }: { version: number }) => ring.versions.includes(version);
  const absent = known.filter((key) => !isHere(key));
  const gone = absent.filter(({ retiredAt }) => retiredAt === null);
  // A process that still had a retired version may have written with it since.
  const used = await Promise.all(absent.map(({ version }) => isUsed(tx, one, version)));
  if (gone.length === 0 && !used.includes(true) && known.length > 0) return;
  const missing = (await countRows(tx, places)).find((count) => !isHere(count) && count.rows > 0);
  if (missing) {
    const rows = missing.rows.toLocaleString('en');
    throw new StartFailure(
      `Version ${missing.version} of the ${of} key is missing, and ${rows} rows are ${made} ` +
        `with it. Put it back into ${setting}; docs/keys.md says when it may be removed.`,
    );
  }
  const versions = gone.map(({ version }) => version);
  if (versions.length > 0) await setRetired(tx, of, versions, true);
}

async function checkKey(tx: Tx, one: VersionedKey): Promise<void> {
  const { of, ring } = one;
  const keys = ring.versions.map((version) => ({ version, key: ring.keyOf(version) }));
  const known = await knownKeys(tx, of);
  assertKnown(one, keys, known);
  for (const { version } of keys) {
    const before = known.find((key) => key.version === version);
    // No row needs such a version any more, and looking for one would read every table.
    if (before?.rowsLeft !== 0) await assertFits(tx, one, version);
  }
  await assertNotNeeded(tx, one, known);
  for (const key of keys) {
    await addKey(tx, of, { version: key.version, checkValue: checkValueOf(key, of) });
  }
  const used = known.filter(({ version, retiredAt }) => version === ring.current && retiredAt);
  if (used.length > 0) await setRetired(tx, of, [ring.current], false);
  // The check is repeated, because another process with different keys may have started at the same
  // time and stored its keys first.
  assertKnown(one, keys, await knownKeys(tx, of));
}

/**
 * Throws a StartFailure if a key is not the one that the database knows under its version, or if
 * rows need a version that this process lacks. Stores new versions.
 */
export async function checkKeys(
  services: Vault & Pick<Services, 'pool'>,
  rings: Rings,
): Promise<void> {
  const tx = db(services.pool);
  await checkKey(tx, dataKey(services, rings));
  // The hashes are compared with decrypted texts, so the data key must be right first.
  await checkKey(tx, hashKey(services, rings));
}
