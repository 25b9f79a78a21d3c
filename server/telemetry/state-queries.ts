// SQL of the metrics that are read from the database.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Fails if the database does not answer. */
export const askDatabase = (tx: Tx) => tx.one(sql`select 1 as answer`);

/**
 * Reads the state of the database itself. PostgreSQL shows details of other roles' sessions only if
 * the server's role is a member of pg_read_all_stats. A transaction that only holds an advisory
 * lock of the class `jobLock` is not counted as long: it is as long as the jobs of a night.
 */
export const databaseState = (tx: Tx, jobLock: number) =>
  tx.one<{
    connections: number;
    connectionsMax: number;
    longestSeconds: number;
    oldestXmin: number;
    replicas: number;
    replicaLag: number | null;
    bytes: number;
    archiveFailing: boolean;
    copyAge: number | null;
  }>(sql`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer
        as connections, current_setting('max_connections')::integer as connections_max,
      coalesce((select extract(epoch from clock_timestamp() - min(xact_start))
        from pg_stat_activity a
        where datname = current_database() and pid <> pg_backend_pid()
          and not exists (select from pg_locks l where l.pid = a.pid
            and l.locktype = 'advisory' and l.classid = ${jobLock}::integer and l.objsubid = 2)
        ), 0)::float8 as longest_seconds,
      coalesce((select max(age(backend_xmin)) from pg_stat_activity
        where backend_xmin is not null and pid <> pg_backend_pid()), 0)::integer as oldest_xmin,
      (select count(*) from pg_stat_replication)::integer as replicas,
      (select max(extract(epoch from coalesce(replay_lag, interval '0')))::float8
        from pg_stat_replication) as replica_lag,
      pg_database_size(current_database()) as bytes,
      (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        from pg_stat_archiver) as archive_failing,
      (select greatest(extract(epoch from clock_timestamp() - (value #>> '{}')::timestamptz), 0)
        ::float8 from app.setting where key = 'backup_copied') as copy_age
  `);

/** Counts the monthly partitions that end after the current month, for each table with months. */
export const monthsAhead = (tx: Tx) =>
  tx.many<{ table: string; ahead: number }>(sql`
    select m.parent::text as table, count(p.oid)::integer as ahead
    from app.monthly_tables() m
    left join pg_inherits i on i.inhparent = m.parent
    left join pg_class p on p.oid = i.inhrelid and app.month_end(p.relname::text)
      > app.month_start(((now() at time zone 'Asia/Taipei') + interval '1 month')::date)
    group by m.parent
  `);

/** Counts jobs in the queue by task; a running job is counted until it ends. */
export const queueState = (tx: Tx) =>
  tx.many<{ task: string; jobs: number; oldestSeconds: number }>(sql`
    select task_identifier as task, count(*)::integer as jobs,
      greatest(coalesce(extract(epoch from clock_timestamp() - min(coalesce(locked_at, run_at))),
        0), 0)::float8 as oldest_seconds
    from graphile_worker.jobs where attempts < max_attempts group by task_identifier
  `);

/**
 * Counts waiting messages by channel. A message is written at business time, but held back and
 * tried again in real time.
 */
export const outboxState = (tx: Tx, { now, realNow }: { now: Date; realNow: Date }) =>
  tx.many<{ channel: string; waiting: number; failing: number; oldestSeconds: number }>(sql`
    select c.channel, count(o.id)::integer as waiting,
      count(o.id) filter (where o.attempts > 0)::integer as failing,
      greatest(coalesce(extract(epoch from max(coalesce(${realNow}::timestamptz - o.not_before,
        ${now}::timestamptz - o.created_at))), 0), 0)::float8 as oldest_seconds
    from (values ('email'), ('sms'), ('push')) c (channel)
    left join notices.outbox o on o.channel = c.channel and o.sent_at is null
      and (o.not_before is null or o.not_before <= ${realNow})
    group by c.channel
  `);

/**
 * Reads the events that wait for endpoints which are switched on. An event that is due lags from
 * the moment at which its endpoint was free.
 */
export const webhookState = (tx: Tx, realNow: Date) =>
  tx.one<{ waiting: number; oldestSeconds: number; lagSeconds: number }>(sql`
    select count(*)::integer as waiting,
      greatest(coalesce(extract(epoch from ${realNow}::timestamptz - min(m.created_at)), 0),
        0)::float8 as oldest_seconds,
      greatest(coalesce(extract(epoch from max(${realNow}::timestamptz
        - greatest(m.created_at, e.busy_until, m.next_try_at))), 0), 0)::float8 as lag_seconds
    from webhooks.message m
    join webhooks.endpoint e on e.id = m.endpoint_id and e.state = 'active'
    where m.state = 'waiting'
  `);

export const endpointStates = (tx: Tx) =>
  tx.many<{ state: string; endpoints: number }>(sql`
    select s.state, count(e.id)::integer as endpoints
    from (values ('active'), ('paused'), ('failed')) s (state)
    left join webhooks.endpoint e on e.state = s.state group by s.state
  `);

export const batchState = (tx: Tx, now: Date) =>
  tx.one<{ batches: number; oldestSeconds: number }>(sql`
    select count(*)::integer as batches,
      greatest(coalesce(extract(epoch from ${now}::timestamptz
        - min(coalesce(checked_at, released_at))), 0), 0)::float8 as oldest_seconds
    from banking.batch where state = 'approved'
  `);

export const taskState = (tx: Tx, now: Date) =>
  tx.many<{ kind: string; open: number; overdue: number; oldestSeconds: number }>(sql`
    select kind, count(*)::integer as open,
      count(*) filter (where due_at < ${now})::integer as overdue,
      greatest(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8
        as oldest_seconds
    from tasks.task where status = 'open' group by kind
  `);

/**
 * Reads the money in suspense, which an invariant compares with the ledger account, the age of the
 * oldest receipt in it, and the last day that the bank has closed.
 */
export const moneyState = (tx: Tx, today: Day) =>
  tx.one<{ suspense: Money; oldestDays: number; closedThrough: Day | null }>(sql`
    select coalesce(sum(amount), 0)::bigint as suspense,
      coalesce(${today}::date - min(bank_date), 0)::integer as oldest_days,
      (select min(closed_through) from banking.trust_account) as closed_through
    from banking.receipt where state = 'suspense' and sign = '+'
  `);

/** Reads the result of the last check of the invariants; null before the first check. */
export const lawState = (tx: Tx) =>
  tx.maybe<{ checkedAt: Date; violations: number }>(sql`
    select proven_at as checked_at, (select coalesce(sum((law ->> 'broken')::integer), 0)::integer
      from jsonb_array_elements(laws) law) as violations
    from ledger.proof order by id desc limit 1
  `);

/** Reads the result of the last verification of each chain and of the signed heads. */
export const proofState = (tx: Tx) =>
  tx.many<{ chain: string; broken: boolean }>(sql`
    select distinct on (chain) chain, broken_how is not null as broken
    from tasks.proof order by chain, id desc
  `);
