// Runs the jobs of closed days: each day in order, once the bank has closed it, and only the days
// for which one of them has something to do.
import { addDays, type Day } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import type { ClosedDayJob, Span } from './job.ts';
import { bankClosedThrough } from '../banking/front.ts';
import { db, waitOutside, withTransaction } from '../database/db.ts';
import { firstDays } from './due.ts';
import { recordJobs } from './records.ts';
import { type Run, askDue, assertStaying, keepRuns, runOne } from './runs.ts';
import {
  lockProcessedDay,
  markProcessed,
  passDays,
  processedThrough,
  registerJobs,
} from './judged.ts';
import { closedDayJobs } from '../routes.ts';

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

type NextWork = { day: Day | null; jobs: readonly ClosedDayJob[] };

/**
 * Finds the first day of a span for which a job has something to do, with this job and all after
 * it.
 */
async function nextWork(services: Services, span: Span): Promise<NextWork> {
  const days = await firstDays(services, closedDayJobs, span);
  const [day = null] = days.filter((one) => one !== null).toSorted();
  return { day, jobs: day === null ? [] : closedDayJobs.slice(days.indexOf(day)) };
}

/** Runs jobs for a closed day; returns false if another process is running one of them. */
async function judgeDay(services: Services, day: Day, these: readonly ClosedDayJob[]) {
  const runs: Run[] = [];
  let mine = true;
  for (const job of these) {
    assertStaying(services);
    const run = await runOne(services, job, async () => {
      mine = (await judgeBy(services, job, day)) && mine;
    });
    runs.push(run);
  }
  await keepRuns(services, runs);
  return mine;
}

/**
 * Processes the days that the bank has closed, one after the other, and passes over those for which
 * no job has anything to do. If a job fails for a day, the other jobs still run for it, but no
 * later day is processed until the job has succeeded.
 */
async function judge(services: Services): Promise<void> {
  const tx = db(services.pool);
  await registerJobs(
    tx,
    closedDayJobs.map(({ name }) => name),
  );
  let failed: Run | null = null;
  for (;;) {
    const closed = await bankClosedThrough(tx);
    const from = addDays((await processedThrough(tx)).day, 1);
    if (closed === null || from > closed) break;
    const { answer, asked } = await askDue<NextWork>(
      services,
      'closedDay',
      () => nextWork(services, { from, to: closed }),
      { day: from, jobs: closedDayJobs },
    );
    if (asked.failure !== null) failed = asked;
    const { day, jobs: these } = answer;
    const idleThrough = day === null ? closed : addDays(day, -1);
    if (idleThrough >= from) await passDays(tx, idleThrough);
    await keepIdle(services, asked, these);
    if (day === null) break;
    if (!(await judgeDay(services, day, these))) break;
    await passDays(tx, day);
  }
  if (failed) throw failed.error;
}

/** Records the question, and that the jobs which have nothing to do have run. */
function keepIdle(services: Services, asked: Run, due: readonly ClosedDayJob[]) {
  const { error: _error, ...question } = asked;
  const idle = closedDayJobs.filter((job) => !due.includes(job));
  return recordJobs(db(services.pool), [
    question,
    ...idle.map(({ name }) => ({ ...question, name, failure: null })),
  ]);
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
