// Jobs that add timestamps to sealed documents: to those that were sealed while the authority was
// away, and again to those whose newest timestamp ends within a year.
import type { Services } from '../../services.ts';
import type { Due, Job } from '../../jobs/job.ts';
import { stampedUntil } from '../../adapters/pdf/long-term.ts';
import { TimestampUnavailable } from '../../adapters/timestamps/timestamps.ts';
import { db } from '../../database/db.ts';
import { recordMove } from '../../tasks/front.ts';
import { inWork } from '../../work.ts';
import {
  type StampRow,
  endingDocuments,
  markStamped,
  markTried,
  overdueStamps,
  replaceFile,
  unstampedDocuments,
} from './stamp-queries.ts';

const BATCH = 20;
/** Time of one run of the job of a minute. */
const MINUTE_MS = 45_000;
/** Time of one run of the yearly renewal, which goes on the next night. */
const NIGHT_MS = 20 * 60_000;
/** Age after which a document without timestamp is a failure of the job. */
const OVERDUE_MS = 3_600_000;
const DAY_MS = 86_400_000;
const RENEWED_BEFORE_MS = 365 * DAY_MS;
/** If renewing gains nothing so shortly before the end, somebody must act. */
const URGENT_MS = 60 * DAY_MS;

/** Stores a document with another timestamp; returns until when it is valid. */
async function stampAgain(services: Services, row: StampRow, pdf: Buffer): Promise<Date> {
  const { files, documents } = services;
  const { pdf: stamped, until } = await documents.longTerm!.extend(pdf);
  // Nothing is gained by a timestamp that ends as soon as the one before.
  if (row.stampedUntil !== null && until <= row.stampedUntil) return until;
  const stored = await files.put(stamped, 'application/pdf');
  const kept = await inWork(services, async (work) => {
    if ((await replaceFile(work.tx, row, { stored, until })) === 0) return false;
    await recordMove(work, {
      subject: { type: 'loan', id: row.loanId },
      action: 'loan.document_stamped',
      snapshot: { kind: row.kind, before: row.stored.sha256, sha256: stored.sha256, until },
    });
    return true;
  });
  // The previous file stays until the nightly sweep, because somebody may be reading it.
  if (!kept) await files.remove(stored.key);
  return until;
}

/** Stamps a document, unless it was stamped while it was sealed. */
async function stampFirst(services: Services, row: StampRow): Promise<void> {
  const tx = db(services.pool);
  await markTried(tx, row.id, services.clock.realNow());
  const pdf = await services.files.get(row.stored);
  const until = stampedUntil(pdf);
  if (until) await markStamped(tx, row.id, until);
  else await stampAgain(services, row, pdf);
}

/**
 * Runs `stamp` for each row of all batches until the time is over; one document that fails does not
 * stop the others. Returns how many failed; throws TimestampUnavailable.
 */
async function eachRow(
  services: Services,
  forMs: number,
  nextBatch: (last: StampRow | null) => Promise<StampRow[]>,
  stamp: (row: StampRow) => Promise<boolean>,
): Promise<number> {
  const end = performance.now() + forMs;
  let failed = 0;
  let last: StampRow | null = null;
  for (;;) {
    const batch: StampRow[] = await nextBatch(last);
    for (const row of batch) {
      if (performance.now() >= end || services.leaving.aborted) return failed;
      try {
        if (!(await stamp(row))) return failed;
      } catch (error) {
        if (error instanceof TimestampUnavailable) throw error;
        failed += 1;
        services.log.error({ err: error, document: row.id }, 'a document could not be stamped');
      }
      last = row;
    }
    if (batch.length < BATCH) return failed;
  }
}

/**
 * Stamps the documents that have no timestamp, for at most `forMs`; the next run goes on. Fails, so
 * that an alert is raised, only once a document has waited for an hour, because an authority may be
 * away for a while. A run that is still busy when its time is over does not fail: it makes progress
 * through many documents, as those of a new demonstration.
 */
export async function stampDocuments(services: Services, forMs = MINUTE_MS): Promise<void> {
  const { documents, clock, log, pool } = services;
  if (!documents.longTerm) return;
  const tx = db(pool);
  const began = clock.realNow();
  const end = performance.now() + forMs;
  const next = () => unstampedDocuments(tx, began, BATCH);
  await eachRow(services, forMs, next, async (row) => {
    await stampFirst(services, row);
    return true;
  }).catch((error: unknown) => {
    if (!(error instanceof TimestampUnavailable)) throw error;
    log.warn({ message: error.message }, 'documents wait for a timestamp');
  });
  if (performance.now() >= end) return;
  const before = new Date(clock.now().getTime() - OVERDUE_MS);
  const { waiting } = await overdueStamps(tx, before);
  if (waiting > 0) throw new Error(`${waiting} sealed documents wait for a timestamp`);
}

/**
 * Adds a timestamp to each document whose newest one ends within a year. It goes on where it ended,
 * because each row says until when its timestamp is valid.
 */
export async function renewStamps(services: Services): Promise<void> {
  const { documents, clock, log, pool, files } = services;
  if (!documents.longTerm) return;
  const tx = db(pool);
  const now = clock.realNow().getTime();
  const before = new Date(now + RENEWED_BEFORE_MS);
  let renewed = 0;
  const next = (after: StampRow | null) => endingDocuments(tx, { before, after, limit: BATCH });
  const failed = await eachRow(services, NIGHT_MS, next, async (row) => {
    const until = await stampAgain(services, row, await files.get(row.stored));
    if (row.stampedUntil !== null && until <= row.stampedUntil) {
      const sentence = 'the timestamp authority has no certificate that is valid for longer';
      if (row.stampedUntil.getTime() < now + URGENT_MS) throw new TimestampUnavailable(sentence);
      log.warn({ until }, sentence);
      return false;
    }
    renewed += 1;
    return true;
  });
  if (renewed > 0) log.info({ renewed }, 'documents were stamped again');
  if (failed > 0) throw new Error(`${failed} sealed documents could not be stamped again`);
}

/** Both have entries of their own in the queue and find their work with one query. */
const ALONE: Due = {
  always: 'it asks for its work with one query, which a condition would repeat',
};
export const stamps: Job = {
  name: 'lending.stamps',
  each: 'minute',
  due: ALONE,
  run: stampDocuments,
};
export const renewals: Job = {
  name: 'lending.renewals',
  each: 'day',
  due: ALONE,
  run: renewStamps,
};

/** Jobs that run apart from the others, because the timestamp authority may be slow. */
export const stampJobs: readonly Job[] = [stamps, renewals];
