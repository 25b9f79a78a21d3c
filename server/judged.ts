// Through which day each job that judges has judged. The row without a name: all of them.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from './database/db.ts';

/** The day through which every job has judged. */
export const judgedThrough = (tx: Tx) =>
  tx.one<{ day: Day }>('judged.through', `select through as day from door.judged where job = ''`);

/** A job that is new begins where all the others stand. */
export const knowJob = (tx: Tx, job: string) =>
  tx.run(
    'judged.know',
    `insert into door.judged (job, through) select $1, through from door.judged where job = ''
     on conflict do nothing`,
    [job],
  );

/** Null while another process judges by this job. */
export const lockJudged = (tx: Tx, job: string) =>
  tx.maybe<{ through: Day }>(
    'judged.lock',
    'select through from door.judged where job = $1 for update skip locked',
    [job],
  );

/** Never backwards: what is judged stays judged. */
export const markJudged = (tx: Tx, job: string, day: Day) =>
  tx.run('judged.mark', 'update door.judged set through = $2 where job = $1 and through < $2', [
    job,
    day,
  ]);

/** Where a demonstration's clock was put back: the days after this one are judged anew. */
export const judgeAnewAfter = (tx: Tx, day: Day) =>
  tx.run('judged.anew', 'update door.judged set through = $1', [day]);
