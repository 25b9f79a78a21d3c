// Encrypts rows again with the current version of the data key, in small batches, until no older
// version is needed. After a crash it continues where it stopped, because each row contains the
// version that encrypts it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../action.ts';
import { db, withTransaction } from '../database/db.ts';
import { type EncryptedField, encryptedFields } from './encrypted-fields.ts';
import {
  type EncryptedRow,
  type KnownKey,
  countByVersion,
  knownKeys,
  lockOlder,
  lockRewrapping,
  replaceEncrypted,
  saveCounts,
} from './key-queries.ts';

const BATCH = 200;
/** Pause between two batches, which leaves the database to API calls. */
const PAUSE_MS = 20;
/** Rows are counted again after this many batches, for the health page. */
const BATCHES_UNTIL_COUNT = 50;
/** If no older version was needed, time until the job looks again for rows that need one. */
const QUIET_MS = 3_600_000;

type Work = Pick<Services, 'pool' | 'secrets' | 'log' | 'leaving' | 'keys' | 'clock'>;

/** When this process last found, by pool, that only rows are left which it cannot decrypt. */
const fruitlessAt = new WeakMap<Work['pool'], number>();

function rewrapped({ secrets, keys }: Work, { column }: EncryptedField, row: EncryptedRow) {
  const { owner, encrypted } = row;
  if (column === null) return keys.rewrapped({ key: owner, wrappedKey: encrypted });
  return secrets.encrypt(column, owner, secrets.decrypt(column, owner, encrypted));
}

/** A row that cannot be decrypted is reported and left as it is. */
function tryRewrapped(work: Work, field: EncryptedField, row: EncryptedRow) {
  try {
    return [{ id: row.id, before: row.encrypted, after: rewrapped(work, field, row) }];
  } catch (error) {
    const { message } = error as Error;
    work.log.error({ field: field.name, row: row.id, message }, 'a row could not be decrypted');
    return [];
  }
}

/**
 * Encrypts the next rows of a field again; null if another process is doing this or no row is left.
 */
const nextBatch = (work: Work, field: EncryptedField, after: number) =>
  withTransaction(work.pool, async (tx) => {
    if (!(await lockRewrapping(tx)).mine) return null;
    const { current } = work.keys;
    const rows = await lockOlder(tx, field, { current, after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return null;
    const fresh = rows.flatMap((row) => tryRewrapped(work, field, row));
    const unreadable = rows.length - fresh.length;
    return { last: last.id, rows: await replaceEncrypted(tx, field, fresh), unreadable };
  });

/** Counts the rows of each field by version, and stores the sums for the health page. */
function createTally({ pool }: Work, versions: readonly number[]) {
  const tx = db(pool);
  const counts = new Map<EncryptedField, ReadonlyMap<number, number>>();
  const count = async (field: EncryptedField) => {
    const rows = await countByVersion(tx, field);
    counts.set(field, new Map(rows.map((row) => [row.version, row.rows])));
  };
  const save = () => {
    const sumOf = (version: number) =>
      [...counts.values()].reduce((sum, field) => sum + (field.get(version) ?? 0), 0);
    return saveCounts(
      tx,
      versions.map((version) => ({ version, rows: sumOf(version) })),
    );
  };
  return {
    async start() {
      for (const field of encryptedFields) await count(field);
      await save();
    },
    async renew(field: EncryptedField) {
      await count(field);
      await save();
    },
  };
}

/**
 * Returns whether nothing was left to do at a look in the last `quietMs`: either no older version
 * was needed, or only by rows that cannot be decrypted, which would be read again for ever.
 */
function isQuiet(
  { clock, pool }: Pick<Work, 'clock' | 'pool'>,
  older: readonly KnownKey[],
  quietMs: number,
): boolean {
  const since = clock.realNow().getTime() - quietMs;
  if ((fruitlessAt.get(pool) ?? -Infinity) > since) return true;
  return older.every(({ rowsLeft, countedAt }) => rowsLeft === 0 && Number(countedAt) > since);
}

/**
 * Encrypts all rows of older versions again with the current version, and stores how many rows each
 * version still encrypts. Returns the number of rows that it wrote. A process whose current version
 * is not the newest never encrypts rows of newer versions again, so that two processes with
 * different key rings do not undo each other's work.
 */
export async function rewrapData(work: Work, { quietMs = QUIET_MS } = {}): Promise<number> {
  const known = await knownKeys(db(work.pool));
  const older = known.filter(({ version }) => version < work.keys.current);
  if (older.length === 0 || isQuiet(work, older, quietMs)) return 0;
  const tally = createTally(
    work,
    known.map(({ version }) => version),
  );
  await tally.start();
  let [written, unreadable] = [0, 0];
  for (const field of encryptedFields) {
    let after = 0;
    for (let batches = 1; !work.leaving.aborted; batches += 1) {
      const batch = await nextBatch(work, field, after);
      if (!batch) {
        if (after > 0) await tally.renew(field);
        break;
      }
      after = batch.last;
      written += batch.rows;
      unreadable += batch.unreadable;
      if (batches % BATCHES_UNTIL_COUNT === 0) await tally.renew(field);
      await sleep(PAUSE_MS);
    }
  }
  if (written === 0 && unreadable > 0) fruitlessAt.set(work.pool, work.clock.realNow().getTime());
  if (written > 0) {
    const { current: version } = work.keys;
    work.log.info({ rows: written, version }, 'rows were encrypted again');
  }
  return written;
}
