// The background worker: a short loop for messages and bank orders, and timed jobs.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type WorkerEvents } from 'graphile-worker';
import type { Services } from './services.ts';
import type { Job } from './jobs/job.ts';
import { sendPayments } from './banking/jobs.ts';
import { readStatements } from './banking/statement/statement-reading.ts';
import { filesCheck, filesSweep, nightJobs } from './files/file-check.ts';
import { renewals, stamps, stampJobs } from './lending/contract/stamping.ts';
import { processClosedDays } from './jobs/closed-days.ts';
import { db } from './database/db.ts';
import { sendInvoices } from './invoices/sending.ts';
import { readCollectionAnswers } from './mandates/answers.ts';
import { sendCollections } from './mandates/sending.ts';
import { sendWebhooks } from './webhooks/sending.ts';
import { drainOutbox } from './notices/jobs.ts';
import { retentionJobs } from './retention/jobs.ts';
import { watchWorkers } from './live-workers.ts';
import { startQueue } from './queue.ts';
import { forgetJobs, requestedJobs } from './jobs/records.ts';
import { dueName, keepRuns, runAll, runOne } from './jobs/runs.ts';
import { rehashData } from './keys/rehashing.ts';
import { rewrapData } from './keys/rewrapping.ts';
import { closedDayJobs, jobs } from './routes.ts';
import { sealLedger } from './ledger/sealing.ts';
import { carryOutHeldDecisions } from './tasks/held/held.ts';
import { sealAuditLog } from './tasks/jobs.ts';
import { runAs } from './telemetry/running.ts';

const LOOP_MS = 250;
/** A second more is noticed by whoever waits for a decision to take effect. */
const HELD_MS = 500;
const SEAL_MS = 1_000;
/**
 * Loops that send events, so that a slow receiver delays only one of them. A single member cannot
 * occupy all: an endpoint that has failed rests for longer than an attempt takes.
 */
const WEBHOOK_LOOPS = 3;
const WEBHOOK_MS = 500;
const REQUESTED_JOBS_MS = 2_000;
const DEAD_WORKERS_MS = 5_000;
const REWRAP_MS = 30_000;
/** Time that graphile-worker needs to release the jobs of a process. */
const KILL_MS = 2_000;
/** During an upgrade the jobs of both versions run in the same night. */
const HALF_DAY_MS = 43_200_000;

/**
 * The daily jobs run at 00:10 in Taipei; the line is in UTC because cron uses UTC. A run that was
 * missed while the server was down is made up for.
 */
const CRONTAB =
  '* * * * * minute\n10 16 * * * day ?fill=2d\n' +
  '45 16 * * * sweepFiles\n50 16 * * * checkFiles\n' +
  // The minute that follows is the next try of the first.
  '* * * * * stampDocuments ?max=1\n20 17 * * * renewStamps';

export type Worker = {
  /**
   * Starts no further job and waits for those that run. After `limitMs` their entries in the queue
   * are released, so that another process takes them at once.
   */
  stop(limitMs: number): Promise<void>;
};

const jobsOf = (each: Job['each']) => jobs.filter((job) => job.each === each);

async function runRequested(services: Services, name: string): Promise<void> {
  await runAll(
    services,
    [...jobs, ...nightJobs, ...stampJobs].filter((job) => job.name === name),
    { requested: true },
  );
  const job = closedDayJobs.find((one) => one.name === name);
  if (!job) return;
  // The result is recorded while the days are processed; if no day is waiting, an empty successful
  // run is recorded.
  await processClosedDays(services).then(
    async () => keepRuns(services, [await runOne(services, job, async () => {})]),
    () => {},
  );
}

/**
 * Runs the jobs that a person requested, as parts of their requests; if a job fails again, its
 * record says so.
 */
export async function runRequestedJobs(services: Services): Promise<void> {
  for (const { name, requestId } of await requestedJobs(db(services.pool))) {
    const origin = { requestId: requestId ?? randomUUID(), span: null };
    await runAs(origin, () => runRequested(services, name));
  }
}

/** Runs all functions in order even if one fails, then throws the first failure. */
async function inOrder(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: { error: unknown }[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push({ error }));
  const [first] = failures;
  if (first) throw first.error;
}

/**
 * Runs everything that is due every minute: the jobs of each minute, and the days that the bank has
 * closed.
 */
const runMinute = (services: Services) =>
  inOrder([() => runAll(services, jobsOf('minute')), () => processClosedDays(services)]);

/**
 * Runs the jobs of one business day in order; running them again does no harm. Everything is sealed
 * before them, because one of them verifies the hash chains.
 */
export const runDay = (services: Services): Promise<void> =>
  inOrder([
    () => runMinute(services),
    () => sealAuditLog(services),
    () => sealLedger(services),
    () => runAll(services, jobsOf('day')),
    () => forgetOldJobs(services),
  ]);

/**
 * Like `runDay`, for many days at once: processes every day that the bank has closed, and runs the
 * jobs of a day once, without those that are named. Only the seed program calls this.
 */
export const runDays = (services: Services, without: ReadonlySet<string>): Promise<void> => {
  const wanted = (each: Job['each']) => jobsOf(each).filter(({ name }) => !without.has(name));
  return inOrder([
    () => runAll(services, wanted('minute')),
    () => processClosedDays(services),
    () => runAll(services, wanted('day')),
  ]);
};

/** Forgets the jobs of older versions, which would count as missed for ever. */
async function forgetOldJobs({ pool, clock }: Services): Promise<void> {
  const names = [...jobs, ...closedDayJobs, ...nightJobs, ...stampJobs].map(({ name }) => name);
  for (const each of ['minute', 'day', 'closedDay'] as const) names.push(dueName(each));
  await forgetJobs(db(pool), names, new Date(clock.realNow().getTime() - HALF_DAY_MS));
}

/**
 * Sends messages and bank orders until none is due; used when the demonstration's clock waits for
 * its bank.
 */
export async function drain(services: Services): Promise<void> {
  const sends = [
    drainOutbox,
    readStatements,
    sendPayments,
    sendInvoices,
    sendCollections,
    readCollectionAnswers,
    async () => (await services.demonstration?.bank.report()) ?? 0,
  ];
  // Done once each of them, one after the other, found nothing.
  let idle = 0;
  for (let turn = 0; turn < 1_000 * sends.length; turn += 1) {
    const count = await sends[turn % sends.length]!(services);
    idle = count === 0 ? idle + 1 : 0;
    if (idle === sends.length) return;
  }
  throw new Error('the outbox does not empty');
}

/**
 * Repeats `work` with a pause, never twice at once; returns a function that stops it and waits for
 * its end.
 */
function repeat(services: Services, pauseMs: number, work: () => Promise<unknown>) {
  let stopped = false;
  let wake = () => {};
  const running = (async () => {
    while (!stopped) {
      try {
        await work();
      } catch (error) {
        if (!stopped) services.log.warn({ err: error }, 'the worker will try again');
      }
      if (stopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return async () => {
    stopped = true;
    wake();
    await running;
  };
}

/**
 * Returns the tasks of the crontab. What runs long is a task of its own, because the queue repeats
 * a task as a whole if a part of it fails.
 */
export const tasksOf = (services: Services) => ({
  minute: () => runMinute(services),
  day: () => runDay(services),
  // The crontab of older versions; an entry of theirs may still wait in the queue.
  purge: () => runAll(services, retentionJobs),
  sweepFiles: () => runAll(services, [filesSweep]),
  checkFiles: () => runAll(services, [filesCheck]),
  stampDocuments: () => runAll(services, [stamps]),
  renewStamps: () => runAll(services, [renewals]),
});

/** Starts the loops and the cron; `stop` waits for running work. */
export async function startWorker(services: Services): Promise<Worker> {
  const events = new EventEmitter() as WorkerEvents;
  const workers = watchWorkers(services.pool, events);
  const queue = await startQueue(
    {
      pgPool: services.pool,
      events,
      concurrency: 2,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error' || level === 'warning') services.log.warn({ job: true }, message);
      }),
      pollInterval: 2_000,
      crontab: CRONTAB,
      taskList: tasksOf(services),
    },
    services.log,
    () => services.clock.realNow(),
  );
  const stops = [
    repeat(services, LOOP_MS, () =>
      inOrder([
        () => drainOutbox(services),
        () => sendPayments(services),
        () => sendInvoices(services),
        () => sendCollections(services),
        () => readCollectionAnswers(services),
        async () => services.demonstration?.bank.report(),
      ]),
    ),
    repeat(services, HELD_MS, () => carryOutHeldDecisions(services)),
    // The loops are separate, so that a long file delays neither codes nor payments.
    repeat(services, SEAL_MS, () => readStatements(services)),
    ...Array.from({ length: WEBHOOK_LOOPS }, () =>
      repeat(services, WEBHOOK_MS, () => sendWebhooks(services)),
    ),
    repeat(services, SEAL_MS, () => sealAuditLog(services)),
    repeat(services, SEAL_MS, () => sealLedger(services)),
    repeat(services, REQUESTED_JOBS_MS, () => runRequestedJobs(services)),
    repeat(services, DEAD_WORKERS_MS, async () => {
      const dead = await workers.releaseJobs();
      if (dead.length > 0) services.log.warn({ workers: dead }, 'jobs of dead workers released');
    }),
    repeat(services, REWRAP_MS, async () => {
      await rewrapData(services);
      await rehashData(services);
    }),
  ];
  return {
    async stop(limitMs) {
      const killing = setTimeout(() => void queue.kill().catch(() => {}), limitMs).unref();
      const loops = Promise.all(stops.map((stop) => stop()));
      const runs = queue.stop();
      await Promise.race([
        Promise.all([loops, runs]),
        sleep(limitMs + KILL_MS, null, { ref: false }),
      ]);
      clearTimeout(killing);
      workers.stop();
    },
  };
}
