// SQL of the last day that each closed-day job has processed; the row without a name stands for all
// jobs.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from './database/db.ts';
import { sql } from './database/sql.ts';

/** Returns the day through which every closed-day job has finished. */
export const processedThrough = (tx: Tx) =>
  tx.one<{ day: Day }>(sql`select through as day from app.judged where job = ''`);

/** Registers a new job, which begins with the day that all other jobs have reached. */
export const registerJob = (tx: Tx, job: string) =>
  tx.run(sql`
    insert into app.judged (job, through) select ${job}, through from app.judged where job = ''
    on conflict do nothing
  `);

/** Locks the record of a job; returns null while another process is running the job. */
export const lockProcessedDay = (tx: Tx, job: string) =>
  tx.maybe<{ through: Day }>(
    sql`select through from app.judged where job = ${job} for update skip locked`,
  );

/**
 * Records the day that a job has processed; the day never moves backwards, because no day is
 * processed twice.
 */
export const markProcessed = (tx: Tx, job: string, day: Day) =>
  tx.run(sql`update app.judged set through = ${day} where job = ${job} and through < ${day}`);

/**
 * Makes jobs process the days after this one again; used when a demonstration's clock is set back.
 */
export const processAgainAfter = (tx: Tx, day: Day) =>
  tx.run(sql`update app.judged set through = ${day}`);
