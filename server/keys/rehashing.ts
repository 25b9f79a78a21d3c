// Calculates keyed hashes again with the current version of the hash key.
import { nameHashesOf, searchedNameHashes } from '../adapters/name-hashes.ts';
import { bareHash } from '../adapters/secrets.ts';
import { db } from '../database/db.ts';
import { type HashedField, hashedFields, passkeyHandles } from './hashed-fields.ts';
import {
  type HashedRow,
  type Rehashed,
  lockOlderHashes,
  passkeysWithoutHandle,
  replaceHashes,
  setHandles,
} from './key-queries.ts';
import { type Work, renewRows } from './renewing.ts';

/** All places with hashes of which a version of the hash key may still be needed. */
export const placesOfHashes = [...hashedFields, passkeyHandles];

/** Returns the text that a row's hash was calculated from. */
export const hashedText = (
  { secrets }: Pick<Work, 'secrets'>,
  { column }: HashedField,
  { prefix, owner, encrypted }: HashedRow,
) => {
  const text = secrets.decrypt(column, owner, encrypted);
  // Recipients of messages are hashed in lower case; everything else has no letters in it, or is
  // stored in the form that is hashed.
  return column === 'notices.outbox.recipient' ? text.trim().toLowerCase() : `${prefix}${text}`;
};

/** Returns what the place contains if it was hashed with the current version of the key. */
export const currentHash = (
  { secrets }: Pick<Work, 'secrets'>,
  field: HashedField,
  text: string,
): string =>
  field.isOfPairs ? nameHashesOf(secrets, text).join(' ') : secrets.fingerprint(field.kind, text);

/** Returns what the place may contain: the hash by each version of the key. */
export const possibleHashes = (
  { secrets }: Pick<Work, 'secrets'>,
  field: HashedField,
  text: string,
): readonly string[] =>
  field.isOfPairs
    ? searchedNameHashes(secrets, text).map((hashes) => hashes.join(' '))
    : secrets.fingerprints(field.kind, text);

function rehashed(work: Work, field: HashedField, row: HashedRow): Rehashed {
  const { secrets } = work;
  const { id, hash: before, encrypted, letter } = row;
  const hash = currentHash(work, field, hashedText(work, field, row));
  const { column, letterColumn } = field;
  if (letterColumn === null) return { id, before, hash, encrypted, letter };
  const moved = (at: typeof column, text: string) =>
    secrets.encrypt(at, hash, secrets.decrypt(at, row.owner, text));
  const body = letter === null ? null : moved(letterColumn, letter);
  return { id, before, hash, encrypted: moved(column, encrypted), letter: body };
}

/** A row whose text cannot be decrypted is reported and left as it is. */
function tryRehashed(work: Work, field: HashedField, row: HashedRow): Rehashed[] {
  try {
    return [rehashed(work, field, row)];
  } catch (error) {
    const { message } = error as Error;
    work.log.error({ field: field.name, row: row.id, message }, 'a row could not be hashed again');
    return [];
  }
}

/** Stores the user handles of passkeys that an older program added, while version 1 is here. */
async function keepHandles({ keys, pool, secrets }: Work): Promise<number> {
  if (keys.hashes.versions[0] !== 1) return 0;
  const tx = db(pool);
  const rows = await passkeysWithoutHandle(tx, passkeyHandles);
  const handleOf = (memberId: number) =>
    bareHash(secrets.fingerprints('passkeyUser', `${memberId}`)[0] ?? '');
  return setHandles(
    tx,
    passkeyHandles,
    rows.map(({ id, memberId }) => ({ id, handle: handleOf(memberId) })),
  );
}

/** Calculates all hashes of older versions again, and returns the number of rows written. */
export async function rehashData(work: Work, options: { quietMs?: number } = {}): Promise<number> {
  const { current } = work.keys.hashes;
  if (current > 1) await keepHandles(work);
  const written = await renewRows(
    work,
    {
      of: 'hash',
      current,
      counted: placesOfHashes,
      fields: hashedFields,
      async renew(tx, field: HashedField, range) {
        const rows = await lockOlderHashes(tx, field, { current, ...range });
        const last = rows.at(-1);
        if (!last) return null;
        const fresh = rows.flatMap((row) => tryRehashed(work, field, row));
        const unreadable = rows.length - fresh.length;
        return { last: last.id, rows: await replaceHashes(tx, field, fresh), unreadable };
      },
    },
    options,
  );
  if (written > 0) work.log.info({ rows: written, version: current }, 'rows were hashed again');
  return written;
}
