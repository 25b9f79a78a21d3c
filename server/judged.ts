// Through which day each job that judges has judged. The row without a name: all of them.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from './database/db.ts';
import { sql } from './database/sql.ts';

/** The day through which every job has judged. */
export const judgedThrough = (tx: Tx) =>
  tx.one<{ day: Day }>(sql`select through as day from door.judged where job = ''`);

/** A job that is new begins where all the others stand. */
export const knowJob = (tx: Tx, job: string) =>
  tx.run(sql`
    insert into door.judged (job, through) select ${job}, through from door.judged where job = ''
    on conflict do nothing
  `);

/** Null while another process judges by this job. */
export const lockJudged = (tx: Tx, job: string) =>
  tx.maybe<{ through: Day }>(
    sql`select through from door.judged where job = ${job} for update skip locked`,
  );

/** Never backwards: what is judged stays judged. */
export const markJudged = (tx: Tx, job: string, day: Day) =>
  tx.run(sql`update door.judged set through = ${day} where job = ${job} and through < ${day}`);

/** Where a demonstration's clock was put back: the days after this one are judged anew. */
export const judgeAnewAfter = (tx: Tx, day: Day) =>
  tx.run(sql`update door.judged set through = ${day}`);
