// The queue of jobs (graphile-worker), which is started again when it gives up.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run } from 'graphile-worker';
import type { Logger } from 'pino';

export type Queue = {
  /** Starts no further job, and waits for those that run. */
  stop(): Promise<void>;
  /** Releases the jobs that run. */
  kill(): Promise<void>;
};

const AGAIN_MS = 1_000;

/**
 * By default, graphile-worker records the end of a job without waiting for the result. If the
 * connection breaks at this moment, nobody handles the failure and the whole process ends. With any
 * delay, even 0, graphile-worker handles the failure itself by ending the queue.
 */
const RECORDING = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** Runs the queue until it is stopped. If it ends by itself, it is started again after a second. */
export async function startQueue(options: RunnerOptions, log: Logger): Promise<Queue> {
  const begin = () => run({ ...options, preset: { worker: RECORDING } });
  let stopped = false;
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
  return {
    async stop() {
      stopped = true;
      await runner?.stop();
    },
    async kill() {
      stopped = true;
      await runner?.kill();
    },
  };
}
