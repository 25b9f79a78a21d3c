// SQL of exceptions: the tasks that tell of them, failed jobs, and batches that wait for the bank.
import type { ExceptionKind } from '#contract/tasks/health.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Which exception an open task `t` tells of; null for ordinary work that is in time. */
const exceptionOf = (now: Date) => sql`case
  when t.kind = 'bank_difference' then 'difference'
  when t.kind = 'returned_account' then 'returned'
  when t.kind <> 'attention' then case when t.due_at < ${now} then 'overdue' end
  when t.subject_type = 'bank_day' then 'bankDay'
  when t.subject_type = 'batch' then 'batch'
  when t.subject_type = 'job' then 'job'
  when t.subject_type in ('payout', 'refund') or t.detail ? 'returned' then 'returned'
  when t.due_at < ${now} then 'overdue' end`;

export const countExceptions = (tx: Tx, now: Date) =>
  tx.many<{ what: ExceptionKind; open: number; unowned: number; oldestAt: Date }>(sql`
    select what, count(*)::integer as open,
      count(*) filter (where assignee_id is null)::integer as unowned, min(created_at) as oldest_at
    from (select ${exceptionOf(now)} as what, t.assignee_id,
        t.created_at
      from tasks.task t where t.status = 'open') e
    where what is not null group by what order by what
  `);

/** Exceptions that nobody was told of yet; those that are only overdue escalate. */
const untold = (now: Date) => sql`t.status = 'open' and t.told_at is null
  and t.kind in ('bank_difference', 'returned_account', 'attention')
  and ${exceptionOf(now)} <> 'overdue'`;

export const untoldExceptions = (now: Date) => sql`select from tasks.task t where ${untold(now)}`;

/** Marks the exceptions that nobody was told of yet. */
export const tellExceptions = (tx: Tx, now: Date) =>
  tx.many<{ what: ExceptionKind; kind: TaskKind; label: string }>(sql`
    update tasks.task t set told_at = ${now}
    where ${untold(now)}
    returning ${exceptionOf(now)} as what, t.kind, t.subject_label as label
  `);

/**
 * Jobs that failed, and jobs that run again although their task is still open. A job is told of by
 * a number that its name gives, because tasks are about numbers.
 */
export const jobsToTell = (tx: Tx, failures: number) =>
  tx.many<{ id: number; name: string; failure: string | null }>(sql`
    select j.id, j.name, j.failure
    from (
      select abs(hashtext(name)::bigint) as id, name,
        case when failures >= ${failures} or each <> 'minute' then failure end as failure
      from app.job
    ) j
    where j.failure is not null or exists (select from tasks.task t
      where t.kind = 'attention' and t.subject_type = 'job' and t.subject_id = j.id
        and t.status = 'open')
  `);
