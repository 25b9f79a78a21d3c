// What the platform does by itself: a short loop for messages and bank orders, and timed jobs.
import { Logger, run } from 'graphile-worker';
import type { Job, Services } from './action.ts';
import { sendPayments } from './banking/jobs.ts';
import { readStatements } from './banking/statement-reading.ts';
import { purgeKeys } from './http/idempotency.ts';
import { removeOrphans } from './http/orphans.ts';
import { statementsOf } from './db.ts';
import { drainOutbox } from './notices/jobs.ts';
import { type JobRun, askedJobs, recordJobs } from './job-record.ts';
import { jobs } from './routes.ts';
import { sealAuditLog } from './tasks/jobs.ts';

const LOOP_MS = 250;
const SEAL_MS = 1_000;
const ASKED_MS = 2_000;

/** 00:10 in Taipei, in the UTC that cron speaks; a run missed while down is made up for. */
const CRONTAB = '* * * * * minute\n10 16 * * * day ?fill=2d\n40 16 * * * purge';

export type Worker = { stop(): Promise<void> };

/** Runs these jobs in their order; all are tried, all are kept, the first failure is thrown. */
async function runAll(services: Services, these: readonly Job[]): Promise<void> {
  const runs: JobRun[] = [];
  let failed: unknown;
  for (const { name, each, run } of these) {
    const startedAt = services.clock.realNow();
    let failure: string | null = null;
    try {
      await run(services);
    } catch (error) {
      services.log.error({ err: error, job: name }, 'a job failed');
      failure = String(error).slice(0, 500);
      failed ??= error;
    }
    runs.push({ name, each, startedAt, finishedAt: services.clock.realNow(), failure });
  }
  await recordJobs(statementsOf(services.pool), runs);
  if (failed !== undefined) throw failed;
}

const jobsOf = (each: Job['each']) => jobs.filter((job) => job.each === each);

/** Runs what a person asked for; a job that fails again says so in its record. */
export async function runAsked(services: Services): Promise<void> {
  const asked = await askedJobs(statementsOf(services.pool));
  for (const { name } of asked) {
    await runAll(
      services,
      jobs.filter((job) => job.name === name),
    );
  }
}

/** What one business day does by itself, in order; safe to run again. */
export async function runDay(services: Services): Promise<void> {
  await runAll(services, [...jobsOf('minute'), ...jobsOf('day')]);
}

/** Sends and reports until nothing is due: the demonstration's clock waits for its bank. */
export async function drain(services: Services): Promise<void> {
  for (let round = 0; round < 1_000; round += 1) {
    const done = [
      await drainOutbox(services),
      await readStatements(services),
      await sendPayments(services),
      (await services.demonstration?.bank.report()) ?? 0,
    ];
    if (done.every((count) => count === 0)) return;
  }
  throw new Error('the outbox does not empty');
}

/** Repeats `work` with a pause, never twice at once; answers how to stop it and wait for it. */
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

/** Starts the loops and the cron; `stop` waits for what is under way. */
export async function startWorker(services: Services): Promise<Worker> {
  const runner = await run({
    pgPool: services.pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') services.log.warn({ job: true }, message);
    }),
    pollInterval: 2_000,
    crontab: CRONTAB,
    taskList: {
      minute: () => runAll(services, jobsOf('minute')),
      day: () => runDay(services),
      purge: async () => {
        await purgeKeys(statementsOf(services.pool), services.clock.realNow());
        await removeOrphans(services);
      },
    },
  });
  const stops = [
    repeat(services, LOOP_MS, async () => {
      await drainOutbox(services);
      await sendPayments(services);
      await services.demonstration?.bank.report();
    }),
    // Apart, so that a long file holds up neither codes nor payments.
    repeat(services, SEAL_MS, () => readStatements(services)),
    repeat(services, SEAL_MS, () => sealAuditLog(services)),
    repeat(services, ASKED_MS, () => runAsked(services)),
  ];
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await runner.stop();
    },
  };
}
