// Checks at the start that the data keys of this process are those of the database.
import { type DataKey, type KeyRing, checkValueOf } from '../adapters/key-ring.ts';
import type { Services } from '../action.ts';
import { type Tx, db } from '../database/db.ts';
import { StartFailure } from '../start-failure.ts';
import { type EncryptedField, encryptedFields } from './encrypted-fields.ts';
import {
  type EncryptedRow,
  type KnownKey,
  type VersionCount,
  addKey,
  anyRow,
  countByVersion,
  knownKeys,
  setRetired,
} from './key-queries.ts';

type Vault = Pick<Services, 'secrets' | 'keys'>;

/** Decrypts a row of a field; throws if the row cannot be decrypted with this process's keys. */
function decrypted({ secrets, keys }: Vault, field: EncryptedField, row: EncryptedRow): void {
  if (field.column) secrets.decrypt(field.column, row.owner, row.encrypted);
  else keys.rewrapped({ key: row.owner, wrappedKey: row.encrypted });
}

/** Returns how many rows each version encrypts, over all fields. */
async function countRows(tx: Tx): Promise<VersionCount[]> {
  const sums = new Map<number, number>();
  for (const field of encryptedFields) {
    for (const { version, rows } of await countByVersion(tx, field)) {
      sums.set(version, (sums.get(version) ?? 0) + rows);
    }
  }
  return [...sums].map(([version, rows]) => ({ version, rows }));
}

const wrong = (version: number) =>
  new StartFailure(
    `Version ${version} of the data key is not the key that this database knows as version ` +
      `${version}. Set the right one in DATA_KEYS (or DATA_KEY); docs/keys.md says more.`,
  );

function assertKnown(keys: readonly DataKey[], known: readonly KnownKey[]): void {
  for (const key of keys) {
    const before = known.find(({ version }) => version === key.version);
    if (before && before.checkValue !== checkValueOf(key)) throw wrong(key.version);
  }
}

/**
 * The key of each version in use must decrypt a row, because the list of versions may be missing or
 * may have come from another database. One damaged row does not prove a wrong key, so a row of each
 * field is tried until one can be decrypted.
 */
async function assertDecrypts(tx: Tx, vault: Vault, version: number): Promise<void> {
  let isTried = false;
  for (const field of encryptedFields) {
    const row = await anyRow(tx, field, version);
    if (!row) continue;
    isTried = true;
    try {
      return decrypted(vault, field, row);
    } catch {
      continue;
    }
  }
  if (isTried) throw wrong(version);
}

/** Returns whether a row is encrypted with this version. */
async function isUsed(tx: Tx, version: number): Promise<boolean> {
  for (const field of encryptedFields) if (await anyRow(tx, field, version)) return true;
  return false;
}

/**
 * Throws if a key version that this process lacks still encrypts rows; otherwise retires the
 * version.
 */
async function assertNotNeeded(tx: Tx, ring: KeyRing, known: readonly KnownKey[]): Promise<void> {
  const isHere = ({ version }: { version: number }) => ring.versions.includes(version);
  const absent = known.filter((one) => !isHere(one));
  const gone = absent.filter(({ retiredAt }) => retiredAt === null);
  // A process that still had a retired version may have written with it since.
  const used = await Promise.all(absent.map(({ version }) => isUsed(tx, version)));
  if (gone.length === 0 && !used.includes(true) && known.length > 0) return;
  const missing = (await countRows(tx)).find((count) => !isHere(count) && count.rows > 0);
  if (missing) {
    const rows = missing.rows.toLocaleString('en');
    throw new StartFailure(
      `Version ${missing.version} of the data key is missing, and ${rows} rows are encrypted ` +
        'with it. Put it back into DATA_KEYS; docs/keys.md says when it may be removed.',
    );
  }
  const versions = gone.map(({ version }) => version);
  if (versions.length > 0) await setRetired(tx, versions, true);
}

/**
 * Throws a StartFailure if a key is not the one that the database knows under its version, or if
 * rows are encrypted with a version that this process lacks. Stores new versions.
 */
export async function checkKeys(
  services: Vault & Pick<Services, 'pool'>,
  ring: KeyRing,
): Promise<void> {
  const tx = db(services.pool);
  const keys = ring.versions.map((version) => ({ version, key: ring.keyOf(version) }));
  const known = await knownKeys(tx);
  assertKnown(keys, known);
  for (const { version } of keys) {
    const before = known.find((one) => one.version === version);
    // No row needs such a version any more, and looking for one would read every table.
    if (before?.rowsLeft !== 0) await assertDecrypts(tx, services, version);
  }
  await assertNotNeeded(tx, ring, known);
  for (const key of keys) {
    await addKey(tx, { version: key.version, checkValue: checkValueOf(key) });
  }
  const used = known.filter(({ version, retiredAt }) => version === ring.current && retiredAt);
  if (used.length > 0) await setRetired(tx, [ring.current], false);
  // The check is repeated, because another process with different keys may have started at the same
  // time and stored its keys first.
  assertKnown(keys, await knownKeys(tx));
}
