// The loop of a rotation: brings rows to the current version of a key, in small batches, until no
// older version is needed. After a crash it continues where it stopped, because each row contains
// the version that it needs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../services.ts';
import { type Tx, db, withTransaction } from '../database/db.ts';
import {
  type KeyName,
  type KeyedField,
  type KnownKey,
  countByVersion,
  knownKeys,
  lockRewrapping,
  saveCounts,
} from './key-queries.ts';

const BATCH = 200;
/** Pause between two batches, which leaves the database to API calls. */
const PAUSE_MS = 20;
/** Rows are counted again after this many batches, for the health page. */
const BATCHES_UNTIL_COUNT = 50;
/** If no older version was needed, time until the job looks again for rows that need one. */
const QUIET_MS = 3_600_000;

export type Work = Pick<Services, 'pool' | 'secrets' | 'log' | 'leaving' | 'keys' | 'clock'>;

/** Rows that a batch wrote, and the number of those that could not be decrypted. */
export type Batch = { last: number; rows: number; unreadable: number };

export type Renewal<Field extends KeyedField> = {
  of: KeyName;
  current: number;
  /** All places that need a version, and those of them whose rows the loop renews. */
  counted: readonly KeyedField[];
  fields: readonly Field[];
  /** Renews the next rows of a field after an id; null if none is left. */
  renew(tx: Tx, field: Field, range: { after: number; limit: number }): Promise<Batch | null>;
};

/** When this process last found, by pool, that only rows are left which it cannot decrypt. */
const fruitlessAt = { data: new WeakMap<Work['pool'], number>(), hash: new WeakMap() };

/** Counts the rows of each field by version, and stores the sums for the health page. */
function createTally({ pool }: Work, of: KeyName, versions: readonly number[]) {
  const tx = db(pool);
  const counts = new Map<KeyedField, ReadonlyMap<number, number>>();
  const count = async (field: KeyedField) => {
    const rows = await countByVersion(tx, field);
    counts.set(field, new Map(rows.map((row) => [row.version, row.rows])));
  };
  const save = () => {
    const sumOf = (version: number) =>
      [...counts.values()].reduce((sum, field) => sum + (field.get(version) ?? 0), 0);
    return saveCounts(
      tx,
      of,
      versions.map((version) => ({ version, rows: sumOf(version) })),
    );
  };
  return {
    async start(fields: readonly KeyedField[]) {
      for (const field of fields) await count(field);
      await save();
    },
    async renew(field: KeyedField) {
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
  { of }: { of: KeyName },
  older: readonly KnownKey[],
  quietMs: number,
): boolean {
  const since = clock.realNow().getTime() - quietMs;
  if ((fruitlessAt[of].get(pool) ?? -Infinity) > since) return true;
  return older.every(({ rowsLeft, countedAt }) => rowsLeft === 0 && Number(countedAt) > since);
}

/**
 * Brings all rows of older versions to the current version of a key, and stores how many rows still
 * need each version. Returns the number of rows that it wrote. One process at a time does so. A
 * process whose current version is not the newest leaves rows of newer versions alone, so that two
 * processes with different keys do not undo each other's work.
 */
export async function renewRows<Field extends KeyedField>(
  work: Work,
  renewal: Renewal<Field>,
  { quietMs = QUIET_MS } = {},
): Promise<number> {
  const { of, current, counted, fields, renew } = renewal;
  const known = await knownKeys(db(work.pool), of);
  const older = known.filter(({ version }) => version < current);
  if (older.length === 0 || isQuiet(work, renewal, older, quietMs)) return 0;
  const tally = createTally(
    work,
    of,
    known.map(({ version }) => version),
  );
  await tally.start(counted);
  let [written, unreadable] = [0, 0];
  for (const field of fields) {
    let after = 0;
    for (let batches = 1; !work.leaving.aborted; batches += 1) {
      const from = after;
      const batch = await withTransaction(work.pool, async (tx) =>
        (await lockRewrapping(tx)).mine ? renew(tx, field, { after: from, limit: BATCH }) : null,
      );
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
  if (written === 0 && unreadable > 0) {
    fruitlessAt[of].set(work.pool, work.clock.realNow().getTime());
  }
  return written;
}
