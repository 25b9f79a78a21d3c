// The nightly check: reads stored files and compares them with their hashes until the time for one
// night is used up; the next night continues from there.
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { db } from '../database/db.ts';
import { record } from '../telemetry/metrics.ts';
import { inWork } from '../work.ts';
import { closeFault } from './faults.ts';
import {
  type NamedFile,
  checkedThrough,
  filesAfter,
  filesOf,
  openFaults,
  setCheckedThrough,
} from './file-queries.ts';
import { removeOrphans } from './orphans.ts';

/**
 * Number of files looked up in one query, and number of files after which the progress is stored.
 */
const BATCH = 10_000;
const STEP = 50;
/** Files read at the same time. */
const AT_ONCE = 4;
const NIGHT_MS = 20 * 60_000;

export type FileCheck = { checked: number; damaged: number; roundEnded: boolean };

async function damagedOf(services: Services, files: readonly NamedFile[]): Promise<number> {
  const waiting = [...files];
  let damaged = 0;
  const reader = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // The file store itself reports the fault (`createFaultReports`).
      if ((await services.files.verify(next.file)) !== null) damaged += 1;
      record('files_checked_total', 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return damaged;
}

/**
 * Checks the files that are known to be damaged again, and closes the tasks of those that are
 * intact now.
 */
async function reviewFaults(services: Services): Promise<void> {
  for (const { id, key } of await openFaults(db(services.pool))) {
    const [named] = await filesOf(db(services.pool), [key]);
    if (named && (await services.files.verify(named.file)) !== null) continue;
    await inWork(services, (work) => closeFault(work, id));
  }
}

/**
 * Reads files in the order of their keys, beginning where the last run ended. Throws
 * StoreUnavailable if the file store cannot be reached; the progress until then is stored.
 */
export async function checkFiles(services: Services, forMs = NIGHT_MS): Promise<FileCheck> {
  const { pool, leaving } = services;
  const tx = db(pool);
  await reviewFaults(services);
  const end = performance.now() + forMs;
  const state = { checked: 0, damaged: 0 };
  let after = (await checkedThrough(tx))?.after ?? '';
  for (;;) {
    const batch = await filesAfter(tx, after, BATCH);
    for (let at = 0; at < batch.length; at += STEP) {
      if (performance.now() >= end || leaving.aborted) return { ...state, roundEnded: false };
      const step = batch.slice(at, at + STEP);
      state.damaged += await damagedOf(services, step);
      state.checked += step.length;
      after = step.at(-1)?.key ?? after;
      await setCheckedThrough(tx, after);
    }
    if (batch.length < BATCH) break;
  }
  await setCheckedThrough(tx, '');
  return { ...state, roundEnded: true };
}

/** Deletes the files that no row names. */
export const filesSweep: Job = {
  name: 'files.sweep',
  each: 'day',
  due: { always: 'only the store knows its files' },
  run: async (services) => void (await removeOrphans(services)),
};

/** Compares the files with their hashes. */
export const filesCheck: Job = {
  name: 'files.check',
  each: 'day',
  due: { always: 'files can be damaged without anything happening' },
  async run(services) {
    const result = await checkFiles(services);
    services.log.info(result, 'stored files were checked');
  },
};

/**
 * Jobs that run at night alongside the jobs of the business day, because they concern only stored
 * files.
 */
export const nightJobs: readonly Job[] = [filesSweep, filesCheck];
