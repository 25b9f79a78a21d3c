// Runs scheduled jobs: those that are due, each of them recorded, and a failure under its name.
import { randomUUID } from 'node:crypto';
import type { Services } from '../services.ts';
import type { Job } from './job.ts';
import { db } from '../database/db.ts';
import { oneAtATime } from '../database/one-at-a-time.ts';
import { dueAmong } from './due.ts';
import { type JobRun, recordJobs } from './records.ts';
import { jobs } from '../routes.ts';
import { timed } from '../telemetry/metrics.ts';
import { running } from '../telemetry/running.ts';
import { inSpan } from '../telemetry/tracing.ts';

/** A run with the error that made it fail. */
export type Run = JobRun & { error?: unknown };

/**
 * Runs one job, as a part of the request that asked for it if there is one, and returns the result;
 * a failure is logged and does not stop the others.
 */
export async function runOne(
  { clock, log }: Services,
  { name, each }: Pick<JobRun, 'name' | 'each'>,
  work: () => Promise<void>,
): Promise<Run> {
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
export function assertStaying({ leaving }: Services): void {
  if (leaving.aborted) throw new Error('the process ends; another one takes over its jobs');
}

/** Stores the results of the runs, then throws the first failure. */
export async function keepRuns({ pool }: Services, runs: readonly Run[]) {
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
 * The record of the question which jobs of a kind are due, so that its failure has a name like that
 * of a job.
 */
export const dueName = (each: JobRun['each']) => `due.${each}`;

/**
 * Asks which work is due. If the question fails, its record says so and `otherwise` is the answer:
 * then everything runs, as if there were no conditions.
 */
export async function askDue<T>(
  services: Services,
  each: JobRun['each'],
  ask: () => Promise<T>,
  otherwise: T,
): Promise<{ answer: T; asked: Run }> {
  let answer = otherwise;
  const asked = await runOne(services, { name: dueName(each), each }, async () => {
    answer = await ask();
  });
  return { answer, asked };
}

/**
 * Runs these jobs of one kind in order, those that are due or, if a person requested it, all of
 * them: every one is tried, then all are recorded, and the first failure is thrown. A job that had
 * nothing to do counts as having run.
 */
export async function runAll(
  services: Services,
  these: readonly Job[],
  { requested = false } = {},
): Promise<void> {
  const [first] = these;
  if (first === undefined) return;
  await oneAtATime(services, kindOf(first), async () => {
    const runs: Run[] = [];
    let due = these;
    if (!requested) {
      const { answer, asked } = await askDue(
        services,
        first.each,
        () => dueAmong(services, these),
        these,
      );
      due = answer;
      const { error: _error, ...idle } = asked;
      runs.push(asked);
      for (const { name, each } of these.filter((job) => !due.includes(job))) {
        runs.push({ ...idle, name, each, failure: null });
      }
    }
    for (const job of due) {
      if (services.leaving.aborted) break;
      runs.push(await runOne(services, job, () => job.run(services)));
    }
    await keepRuns(services, runs);
    assertStaying(services);
  });
}
