// The background worker: a short loop for messages and bank orders, and timed jobs.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type WorkerEvents } from 'graphile-worker';
import { addDays, type Day } from '#contract/core/day.ts';
import type { ClosedDayJob, Job, Services } from './action.ts';
import { bankClosedThrough } from './banking/actions.ts';
import { sendPayments } from './banking/jobs.ts';
import { readStatements } from './banking/statement/statement-reading.ts';
import { filesCheck, filesSweep, nightJobs } from './files/file-check.ts';
import { renewals, stamps, stampJobs } from './lending/contract/stamping.ts';
import { db, waitOutside, withTransaction } from './database/db.ts';
import { sendInvoices } from './invoices/actions.ts';
import { readCollectionAnswers, sendCollections } from './mandates/actions.ts';
import { drainOutbox } from './notices/jobs.ts';
import { retentionJobs } from './retention/jobs.ts';
import { watchWorkers } from './live-workers.ts';
import { oneAtATime } from './database/one-at-a-time.ts';
import { startQueue } from './queue.ts';
import { type JobRun, forgetJobs, requestedJobs, recordJobs } from './job-record.ts';
import { rehashData } from './keys/rehashing.ts';
import { rewrapData } from './keys/rewrapping.ts';
import { processedThrough, registerJob, lockProcessedDay, markProcessed } from './judged.ts';
import { closedDayJobs, jobs } from './routes.ts';
import { sealLedger } from './ledger/sealing.ts';
import { sealAuditLog } from './tasks/jobs.ts';
import { timed } from './telemetry/metrics.ts';
import { sendWebhooks } from './webhooks/actions.ts';
import { runAs, running } from './telemetry/running.ts';
import { inSpan } from './telemetry/tracing.ts';

const LOOP_MS = 250;
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

/**
 * Runs one job, as a part of the request that asked for it if there is one, and returns the result;
 * a failure is logged and does not stop the others.
 */
async function runOne(
  { clock, log }: Services,
  { name, each }: Pick<JobRun, 'name' | 'each'>,
  work: () => Promise<void>,
): Promise<JobRun & { error?: unknown }> {
  const startedAt = clock.realNow();
  const requestId = running()?.requestId ?? randomUUID();
  try {
    await inSpan(`job ${name}`, requestId, { attributes: { 'job.name': name } }, () =>
      timed('job_duration_seconds', { job: name }, work),
    );
    return { name, each, startedAt, finishedAt: clock.realNow(), failure: null };
  } catch (error) {
    log.error({ err: error, 'request.id': requestId, job: name }, 'a job failed');
    const failure = String(error).slice(0, 500);
    return { name, each, startedAt, finishedAt: clock.realNow(), failure, error };
  }
}

/**
 * Throws between two jobs if the process is about to end. The queue then gives the rest of the day
 * to another process, for which repeating finished jobs has no effect.
 */
function assertStaying({ leaving }: Services): void {
  if (leaving.aborted) throw new Error('the process ends; another one takes over its jobs');
}

/** Stores the results of the runs, then throws the first failure. */
async function keepRuns({ pool }: Services, runs: readonly (JobRun & { error?: unknown })[]) {
  await recordJobs(
    db(pool),
    runs.map(({ error: _error, ...run }) => run),
  );
  const failed = runs.find(({ failure }) => failure !== null);
  if (failed) throw failed.error;
}

/**
 * Jobs of one kind never run at the same time: those of each minute, those of each day, and each
 * job that is a task of its own. Two nights that are made up for, a rerun that a person requested,
 * or another process would otherwise do the same twice.
 */
const kindOf = (job: Job) => (jobs.includes(job) ? job.each : job.name);

/**
 * Runs these jobs of one kind in order: every one is tried and recorded, then the first failure is
 * thrown.
 */
async function runAll(services: Services, these: readonly Job[]): Promise<void> {
  const [first] = these;
  if (first === undefined) return;
  await oneAtATime(services, kindOf(first), async () => {
    const runs: (JobRun & { error?: unknown })[] = [];
    for (const job of these) {
      if (services.leaving.aborted) break;
      runs.push(await runOne(services, job, () => job.run(services)));
    }
    await keepRuns(services, runs);
    assertStaying(services);
  });
}

const jobsOf = (each: Job['each']) => jobs.filter((job) => job.each === each);

/**
 * Runs one job for a closed day unless it has already run for that day; returns false while another
 * process is running it.
 */
function judgeBy(services: Services, job: ClosedDayJob, day: Day): Promise<boolean> {
  return withTransaction(services.pool, async (tx) => {
    const judged = await lockProcessedDay(tx, job.name);
    if (judged === null) return false;
    if (judged.through >= day) return true;
    await waitOutside(tx);
    await job.judge(services, day);
    await markProcessed(tx, job.name, day);
    return true;
  });
}

/**
 * Processes the days that the bank has closed, one after the other. If a job fails for a day, the
 * other jobs still run for it, but no later day is processed until the job has succeeded.
 */
async function judge(services: Services): Promise<void> {
  const tx = db(services.pool);
  for (const { name } of closedDayJobs) await registerJob(tx, name);
  for (;;) {
    const closed = await bankClosedThrough(tx);
    const day = addDays((await processedThrough(tx)).day, 1);
    if (closed === null || day > closed) return;
    const runs: (JobRun & { error?: unknown })[] = [];
    let mine = true;
    for (const job of closedDayJobs) {
      assertStaying(services);
      const run = await runOne(services, job, async () => {
        mine = (await judgeBy(services, job, day)) && mine;
      });
      runs.push(run);
    }
    await keepRuns(services, runs);
    if (!mine) return;
    await markProcessed(tx, '', day);
  }
}

/**
 * Within one process only one run takes place at a time, so that a caller waits until the days are
 * processed.
 */
const judging = new WeakMap<object, Promise<void>>();

/** Processes every closed day that has not been processed; throws if a job failed. */
export function processClosedDays(services: Services): Promise<void> {
  const before = judging.get(services.pool) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(() => judge(services));
  judging.set(services.pool, mine);
  return mine;
}

async function runRequested(services: Services, name: string): Promise<void> {
  await runAll(
    services,
    [...jobs, ...nightJobs, ...stampJobs].filter((job) => job.name === name),
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
