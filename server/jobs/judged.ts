// SQL of the last day that each closed-day job has processed; the row without a name stands for all
// jobs.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Returns the day through which every closed-day job has finished. */
export const processedThrough = (tx: Tx) =>
  tx.one<{ day: Day }>(sql`select through as day from app.judged where job = ''`);

/** Registers new jobs, which begin with the day that all other jobs have reached. */
export const registerJobs = (tx: Tx, names: readonly string[]) =>
  tx.run(sql`
    insert into app.judged (job, through)
    select name, j.through from unnest(${names}::text[]) name
    join app.judged j on j.job = ''
    where not exists (select from app.judged known where known.job = name)
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
 * Records that no job has anything to do through a day; returns the number of records. Those that
 * another process is working on are left to it.
 */
export const passDays = (tx: Tx, through: Day) =>
  tx.run(sql`
    update app.judged j set through = ${through}
    from (select job from app.judged where through < ${through}
      order by job for update skip locked) idle
    where idle.job = j.job
  `);

/**
 * Makes jobs process the days after this one again; used when a demonstration's clock is set back.
 */
export const processAgainAfter = (tx: Tx, day: Day) =>
  tx.run(sql`update app.judged set through = ${day}`);
