// How much a member may upload: what he has, what came within a day, and how fast.
import { Refusal } from '#contract/refusals.ts';
import type { Services, StoredUpload, Work } from '../../action.ts';
import { statementsOf, type Tx } from '../../database/db.ts';
import { takeTurns } from '../../identity/actions.ts';
import { paces } from '../../identity/rules.ts';
import { waitingStatements } from './statement-queries.ts';
import { uploadsKept } from '../queries.ts';

const MB = 1024 * 1024;

/**
 * What honest members never come near. Verification takes seven files, a proof of income up to
 * ten, a loan's papers some dozens over its life; a file has 10 MB at most, and a document is kept
 * twice, as it came and as it was drawn.
 */
export const quota = {
  bytes: 500 * MB,
  files: 600,
  dayBytes: 150 * MB,
  dayFiles: 120,
  /** Proofs of income that wait for a reviewer: each is a task, and one is enough. */
  waitingStatements: 5,
} as const;

const DAY_MS = 86_400_000;

/** Refuses UPLOADS_FULL where so many more files and bytes would be too much. */
async function assertRoom(
  tx: Tx,
  memberId: number,
  now: Date,
  more: { files: number; bytes: number },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const kept = await uploadsKept(tx, memberId, since);
  const isFull =
    kept.bytes + more.bytes > quota.bytes ||
    kept.files + more.files > quota.files ||
    kept.dayBytes + more.bytes > quota.dayBytes ||
    kept.dayFiles + more.files > quota.dayFiles;
  if (isFull) throw new Refusal('UPLOADS_FULL');
}

/**
 * Before a member's files are even read: a turn is taken, whatever becomes of them. Refuses
 * TOO_MANY_REQUESTS, and UPLOADS_FULL where nothing more could be kept.
 */
export async function takeUpload({ pool, clock }: Services, memberId: number): Promise<void> {
  const tx = statementsOf(pool);
  await takeTurns(tx, clock, [{ key: `upload ${memberId}`, ...paces.upload }]);
  await assertRoom(tx, memberId, clock.now(), { files: 1, bytes: 0 });
}

/**
 * In the transaction that keeps them. No other command of the member runs meanwhile, by
 * `holdAccount`, so that two calls cannot both take the last place.
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

/** Refuses REVIEWS_WAITING where a reviewer has enough to look at. */
export async function assertFewWaiting(tx: Tx, memberId: number): Promise<void> {
  const { waiting } = await waitingStatements(tx, memberId);
  if (waiting >= quota.waitingStatements) throw new Refusal('REVIEWS_WAITING');
}
