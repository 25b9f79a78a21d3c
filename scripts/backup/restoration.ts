// Restores a backup to a moment in a new folder: the database, the uploaded files, and the proof.
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import type { KeyRing } from '../../server/adapters/key-ring.ts';
import { StartFailure } from '../../server/start-failure.ts';
import { type Base, layBase, listBases, placesOf } from './base.ts';
import { copyUploads } from './copies.ts';
import { type Proof, proveRestored } from './proof.ts';
import { type Recovered, recover, restoreFrom } from './recovery.ts';

export type RestoreOptions = {
  from: string;
  /** The folder to create; it must not exist yet. */
  to: string;
  /** The moment to restore to; null for the end of the archive. */
  until: Date | null;
  ring: KeyRing;
  headsKey: Buffer;
  /** True if the uploaded files are in a bucket, which the backup does not copy. */
  inBucket?: boolean;
  /** The folder of PostgreSQL's programs; by default those of the embedded one. */
  bin?: string | undefined;
};

export type Restoration = Proof & {
  base: string;
  lastCommitAt: Date | null;
  /** Seconds that the copy, the replay of the log, and the proof took. */
  seconds: { copy: number; replay: number; proof: number };
};

/** Returns the newest base backup that ended before the moment. */
function baseFor(folder: string, until: Date | null): Base {
  const bases = listBases(folder).filter(
    ({ endedAt }) => until === null || endedAt < until.toISOString(),
  );
  const newest = bases.at(-1);
  if (!newest) throw new StartFailure('No base backup is older than that moment.');
  return newest;
}

/**
 * Restores a backup and proves it. `look` may read the recovered database before it is stopped.
 * Afterwards `to` contains `pg` (the cluster), `files` and `heads.jsonl`.
 */
export async function restore(
  { from, to, until, ring, headsKey, inBucket = false, bin }: RestoreOptions,
  look: (recovered: Recovered) => Promise<void> = async () => {},
): Promise<Restoration> {
  if (fs.existsSync(to)) throw new StartFailure(`${to} exists; name a new folder.`);
  const began = performance.now();
  const base = baseFor(from, until);
  const places = placesOf(from);
  fs.mkdirSync(to, { recursive: true });
  // PostgreSQL, which may run as another user, must be able to enter the folder.
  fs.chmodSync(to, 0o711);
  const data = join(resolve(to), 'pg');
  const uploads = join(resolve(to), 'files');
  layBase(from, base, data);
  copyUploads(places.uploads, uploads);
  const copied = performance.now();
  const restoreCommand = restoreFrom(places.wal);
  const recovered = await recover(base, { data, restoreCommand, until, bin });
  const replayed = performance.now();
  try {
    await look(recovered);
    const beforeProof = performance.now();
    const { heads } = places;
    const { url, lastCommitAt } = recovered;
    // The archive may end before heads that were copied since.
    const limit = until ?? lastCommitAt;
    const checked = { url, uploads, ring, heads, headsKey, inBucket, until: limit };
    const proof = await proveRestored(checked);
    const seconds = {
      copy: (copied - began) / 1000,
      replay: (replayed - copied) / 1000,
      proof: (performance.now() - beforeProof) / 1000,
    };
    return { ...proof, base: base.name, lastCommitAt, seconds };
  } finally {
    await recovered.stop();
  }
}
