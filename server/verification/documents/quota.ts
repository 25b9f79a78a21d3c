// Upload limits of a member: in total, within a day, and per minute.
import { Refusal } from '#contract/refusals.ts';
import type { StoredUpload } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { db, type Tx } from '../../database/db.ts';
import { takeRateLimits } from '../../identity/front.ts';
import { paces } from '../../identity/rules.ts';
import { waitingStatements } from './statement-queries.ts';
import { storedUploads } from '../queries.ts';

const MB = 1024 * 1024;

/**
 * Limits that honest members never reach. Verification takes seven files, a proof of income up to
 * ten, and a loan some dozens of documents over its life; a file has 10 MB at most, and a document
 * is stored twice, in its original and its re-rendered form.
 */
export const quota = {
  bytes: 500 * MB,
  files: 600,
  dayBytes: 150 * MB,
  dayFiles: 120,
  /**
   * Maximum number of proofs of income that wait for review. Each is a task, and one is normally
   * enough.
   */
  waitingStatements: 5,
} as const;

const DAY_MS = 86_400_000;

/** Refuses UPLOADS_FULL if this many additional files and bytes exceed the limit. */
async function assertRoom(
  tx: Tx,
  memberId: number,
  now: Date,
  more: { files: number; bytes: number },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const kept = await storedUploads(tx, memberId, since);
  const isFull =
    kept.bytes + more.bytes > quota.bytes ||
    kept.files + more.files > quota.files ||
    kept.dayBytes + more.bytes > quota.dayBytes ||
    kept.dayFiles + more.files > quota.dayFiles;
  if (isFull) throw new Refusal('UPLOADS_FULL');
}

/**
 * Runs before a member's files are read, and counts against the rate limit whatever the outcome is.
 * Refuses TOO_MANY_REQUESTS, and UPLOADS_FULL if nothing more can be stored.
 */
export async function takeUpload({ pool, clock }: Services, memberId: number): Promise<void> {
  const tx = db(pool);
  await takeRateLimits(tx, clock, [{ key: `upload ${memberId}`, ...paces.upload }]);
  await assertRoom(tx, memberId, clock.now(), { files: 1, bytes: 0 });
}

/**
 * Runs in the transaction that stores the files. `holdAccount` blocks all other commands of the
 * member meanwhile, so that two calls cannot both use the last free place.
 */
export async function assertRoomFor(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  memberId: number,
  files: readonly StoredUpload[],
): Promise<void> {
  let bytes = 0;
  for (const { stored, original } of files) bytes += stored.bytes + (original?.bytes ?? 0);
  await assertRoom(tx, memberId, now, { files: files.length, bytes });
}

/** Refuses REVIEWS_WAITING if the member has too many proofs waiting for review. */
export async function assertFewWaiting(tx: Tx, memberId: number): Promise<void> {
  const { waiting } = await waitingStatements(tx, memberId);
  if (waiting >= quota.waitingStatements) throw new Refusal('REVIEWS_WAITING');
}
