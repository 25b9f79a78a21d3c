// SQL of the last run of each job, and of reruns requested by a person.
import type { ClosedDayJob, Job } from './job.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type JobRecord = {
  name: string;
  each: (Job | ClosedDayJob)['each'];
  startedAt: Date;
  finishedAt: Date;
  failure: string | null;
  failures: number;
  retryAskedAt: Date | null;
};

export type JobRun = Pick<JobRecord, 'name' | 'each' | 'startedAt' | 'finishedAt' | 'failure'>;

/** Stores the result of each run; a run also fulfils a rerun requested before it started. */
export const recordJobs = (tx: Tx, runs: readonly JobRun[]) =>
  tx.run(sql`
    insert into app.job as j (name, each, started_at, finished_at, failure, failures)
    select r.name, r.each, r."startedAt", r."finishedAt", r.failure,
      case when r.failure is null then 0 else 1 end
    from jsonb_to_recordset(${JSON.stringify(runs)}) as r(name text, each text, "startedAt"
      timestamptz,
      "finishedAt" timestamptz, failure text)
    order by r.name
    on conflict (name) do update set each = excluded.each, started_at = excluded.started_at,
      finished_at = excluded.finished_at, failure = excluded.failure,
      failures = case when excluded.failure is null then 0 else j.failures + 1 end,
      retry_asked_at = case when j.retry_asked_at > excluded.started_at then j.retry_asked_at end
  `);

/** Jobs that failed come first, then the order is by name. */
export const listJobs = (tx: Tx) =>
  tx.many<JobRecord>(sql`
    select name, each, started_at, finished_at, failure, failures, retry_asked_at
    from app.job order by failures desc, name
  `);

/** Requests a rerun of a job; returns 0 if no job of that name has ever run. */
export const askForJob = (tx: Tx, name: string, by: { realNow: Date; requestId: string }) =>
  tx.run(sql`
    update app.job set retry_asked_at = ${by.realNow}, retry_request_id = ${by.requestId}
    where name = ${name}
  `);

export const requestedJobs = (tx: Tx) =>
  tx.many<{ name: string; requestId: string | null }>(sql`
    select name, retry_request_id as request_id from app.job
    where retry_asked_at is not null order by retry_asked_at
  `);

/** Deletes the records of all other jobs that were last run before an instant. */
export const forgetJobs = (tx: Tx, names: readonly string[], before: Date) =>
  tx.run(sql`delete from app.job where name <> all (${names}::text[]) and finished_at < ${before}`);
