// The queue of jobs (graphile-worker), which is started again when it gives up or the clock of the
// process was set back.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';
import type { Logger } from 'pino';
import { db } from './database/db.ts';
import { sql } from './database/sql.ts';

export type Queue = {
  /** Starts no further job, and waits for those that run. */
  stop(): Promise<void>;
  /** Releases the jobs that run. */
  kill(): Promise<void>;
};

const AGAIN_MS = 1_000;
/** How often the clock is looked at. */
const LOOK_MS = 5_000;
/** By how much the clock may be set back before the queue is started again. */
const BACK_MS = 60_000;

/**
 * By default, graphile-worker records the end of a job without waiting for the result. If the
 * connection breaks at this moment, nobody handles the failure and the whole process ends. With any
 * delay, even 0, graphile-worker handles the failure itself by ending the queue.
 */
const RECORDING = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/**
 * The cron adds no entry that is older than the newest one it has added. Entries that it added by a
 * clock that was ahead count as added now, or it would stand still until that time comes.
 */
const forgetFuture = ({ pgPool }: RunnerOptions, now: Date) =>
  pgPool &&
  db(pgPool).run(sql`
    update graphile_worker._private_known_crontabs set last_execution = ${now}
    where last_execution > ${now}::timestamptz + interval '2 minutes'
  `);

/**
 * Runs the queue until it is stopped. If it ends by itself, it is started again after a second. So
 * it is if the clock of the process was set back, because graphile-worker would wait with the jobs
 * of the crontab until the clock shows the earlier time again.
 */
export async function startQueue(
  options: RunnerOptions,
  log: Logger,
  realNow: () => Date,
  lookMs = LOOK_MS,
): Promise<Queue> {
  async function begin(): Promise<Runner> {
    const next = await run({ ...options, preset: { worker: RECORDING } });
    try {
      await forgetFuture(options, realNow());
    } catch (error) {
      await next.stop();
      throw error;
    }
    return next;
  }
  let stopped = false;
  let latest = realNow().getTime();
  let runner: Runner | null = await begin();

  async function beginAgain(): Promise<void> {
    while (!stopped) {
      await sleep(AGAIN_MS, null, { ref: false });
      const next = await begin().catch((error: unknown) => {
        log.warn({ err: error, job: true }, 'the queue of jobs cannot be started');
        return null;
      });
      if (next === null) continue;
      if (stopped) return next.stop();
      runner = next;
      return watch(next);
    }
  }

  function watch({ promise }: Runner): void {
    const again = (error?: unknown) => {
      if (stopped) return;
      runner = null;
      log.warn({ err: error, job: true }, 'the queue of jobs ended and is started again');
      void beginAgain();
    };
    void promise.then(() => again(), again);
  }

  watch(runner);
  const looking = setInterval(() => {
    const now = realNow().getTime();
    if (now >= latest - BACK_MS) {
      latest = Math.max(latest, now);
      return;
    }
    latest = now;
    log.warn({ job: true }, 'the clock was set back, so the queue of jobs is started again');
    // Its end, once the jobs that run are done, lets it begin again.
    void runner?.stop().catch(() => {});
  }, lookMs).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(looking);
      await runner?.stop();
    },
    async kill() {
      stopped = true;
      clearInterval(looking);
      await runner?.kill();
    },
  };
}
