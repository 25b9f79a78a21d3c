// Every metric that the server exports, each defined once. The alert rules and dashboards under
// `deploy/observability` may use only these metrics; `tests/observability.test.ts` checks this.

export type Definition = {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Unit of the value, shown to people; a physical unit is also part of the metric's name. */
  unit: string;
  /**
   * Each label with the reason why the number of its values is limited. A label never identifies a
   * person.
   */
  labels?: Readonly<Record<string, string>>;
  /** Upper bounds of a histogram, in its unit. */
  buckets?: readonly number[];
};

const CALLS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENTS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 15];
const LONG_WORK = [0.05, 0.25, 1, 5, 15, 60, 300];
const outcome = { outcome: 'ok or failed' };
const channel = { channel: 'email, sms or push' };
const chain = { chain: 'audit or ledger' };
const taskKind = { kind: 'the kinds of contract/tasks/kinds.ts' };
const queue = { task: 'the tasks of the crontab in server/worker.ts' };
const job = {
  job: 'the jobs of server/routes.ts, server/files/file-check.ts and lending/contract/stamping.ts',
};

/** Metrics that are recorded while this process works; each process has its own values. */
export const eventMetrics = {
  http_server_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time to answer a request',
    unit: 'seconds',
    labels: {
      method: 'HTTP methods',
      route: 'patterns of the routes; everything else is "unmatched"',
      status: 'HTTP status codes that the program uses',
    },
    buckets: CALLS,
  },
  db_client_operation_duration_seconds: {
    kind: 'histogram',
    help: 'Time until PostgreSQL has answered a statement',
    unit: 'seconds',
    labels: { operation: 'the first word of a statement, from a list; else "other"' },
    buckets: STATEMENTS,
  },
  db_client_connection_wait_seconds: {
    kind: 'histogram',
    help: 'Time a caller waited for a connection of the pool',
    unit: 'seconds',
    buckets: STATEMENTS,
  },
  job_duration_seconds: {
    kind: 'histogram',
    help: 'Time that a run of a job took',
    unit: 'seconds',
    labels: { ...job, ...outcome },
    buckets: LONG_WORK,
  },
  outbox_send_duration_seconds: {
    kind: 'histogram',
    help: 'Time to pass a message to its provider',
    unit: 'seconds',
    labels: { ...channel, ...outcome },
    buckets: LONG_WORK,
  },
  bank_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time to hand a batch of payments to the bank',
    unit: 'seconds',
    labels: outcome,
    buckets: LONG_WORK,
  },
  webhook_attempts_total: {
    kind: 'counter',
    help: "Attempts to send an event to a member's server",
    unit: 'attempts',
    labels: { outcome: 'delivered, failed (to be tried again) or given_up' },
  },
  retention_deleted_rows_total: {
    kind: 'counter',
    help: 'Rows deleted because their retention period has ended',
    unit: 'rows',
    labels: { table: 'the tables of server/retention/periods.ts' },
  },
  files_damaged_total: {
    kind: 'counter',
    help: 'Reads of stored files that were missing or altered, also by the nightly check',
    unit: 'files',
    labels: { fault: 'the faults of contract/tasks/file-faults.ts' },
  },
  files_checked_total: {
    kind: 'counter',
    help: 'Stored files that the nightly check has read',
    unit: 'files',
  },
} as const satisfies Record<string, Definition>;

/** Metrics that are read from this process each time the metrics are requested. */
export const processMetrics = {
  process_resident_memory_bytes: { kind: 'gauge', help: 'Resident memory', unit: 'bytes' },
  process_heap_bytes: { kind: 'gauge', help: 'Used JavaScript heap', unit: 'bytes' },
  process_cpu_seconds_total: { kind: 'counter', help: 'CPU time used', unit: 'seconds' },
  process_uptime_seconds: { kind: 'gauge', help: 'Time since the start', unit: 'seconds' },
  nodejs_eventloop_delay_p99_seconds: {
    kind: 'gauge',
    help: '99th percentile of the delay of the event loop since the last read',
    unit: 'seconds',
  },
  db_client_connections: {
    kind: 'gauge',
    help: 'Connections of the pool',
    unit: 'connections',
    labels: { state: 'idle or used' },
  },
  db_client_connections_max: { kind: 'gauge', help: 'Size of the pool', unit: 'connections' },
  db_client_pending_requests: {
    kind: 'gauge',
    help: 'Callers that wait for a connection of the pool',
    unit: 'callers',
  },
  files_disk_free_ratio: {
    kind: 'gauge',
    help: 'Free part of the disk that holds the uploaded files',
    unit: 'ratio',
  },
} as const satisfies Record<string, Definition>;

/** Metrics that are read from the database, so that every process exports the same values. */
export const stateMetrics = {
  database_up: { kind: 'gauge', help: '1 if the database answered', unit: 'boolean' },
  state_read_failed: {
    kind: 'gauge',
    help: '1 if this group of metrics could not be read',
    unit: 'boolean',
    labels: { group: 'the groups of server/telemetry/state.ts' },
  },
  database_connections: { kind: 'gauge', help: 'Open connections', unit: 'connections' },
  database_connections_max: { kind: 'gauge', help: 'max_connections', unit: 'connections' },
  database_longest_transaction_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest open transaction that the role may see',
    unit: 'seconds',
  },
  database_oldest_xmin_transactions: {
    kind: 'gauge',
    help: 'Transactions since the oldest snapshot that holds back vacuum',
    unit: 'transactions',
  },
  database_replicas: { kind: 'gauge', help: 'Replicas that stream', unit: 'replicas' },
  database_replica_lag_seconds: {
    kind: 'gauge',
    help: 'Time until the slowest replica has replayed a commit; absent without replicas',
    unit: 'seconds',
  },
  database_size_bytes: { kind: 'gauge', help: 'Size of the database', unit: 'bytes' },
  database_months_ahead: {
    kind: 'gauge',
    help: 'Monthly partitions that exist for the months after this one',
    unit: 'months',
    labels: { table: 'the tables of app.monthly_tables()' },
  },
  queue_jobs: { kind: 'gauge', help: 'Jobs in the queue', unit: 'jobs', labels: queue },
  queue_oldest_seconds: {
    kind: 'gauge',
    help: 'Time that the oldest due job has waited or run',
    unit: 'seconds',
    labels: queue,
  },
  job_failures: {
    kind: 'gauge',
    help: 'Failed runs of a job since it last succeeded',
    unit: 'runs',
    labels: job,
  },
  job_last_run_seconds: {
    kind: 'gauge',
    help: 'Time since a job was last run',
    unit: 'seconds',
    labels: { ...job, each: 'minute, day or closedDay' },
  },
  outbox_messages: {
    kind: 'gauge',
    help: 'Messages that wait to be sent',
    unit: 'messages',
    labels: channel,
  },
  outbox_failing_messages: {
    kind: 'gauge',
    help: 'Waiting messages that failed at least once',
    unit: 'messages',
    labels: channel,
  },
  outbox_oldest_seconds: {
    kind: 'gauge',
    help: 'Time since the oldest waiting message could first be sent',
    unit: 'seconds',
    labels: channel,
  },
  webhook_events: {
    kind: 'gauge',
    help: 'Events that wait to be sent to endpoints which are switched on',
    unit: 'events',
  },
  webhook_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest of these events, also if its endpoint does not answer',
    unit: 'seconds',
  },
  webhook_lag_seconds: {
    kind: 'gauge',
    help: 'Time since such an event could have been sent, but no process tried',
    unit: 'seconds',
  },
  webhook_endpoints: {
    kind: 'gauge',
    help: 'Endpoints of members',
    unit: 'endpoints',
    labels: { state: 'active, paused (by the member) or failed (switched off)' },
  },
  database_archive_failing: {
    kind: 'gauge',
    help: '1 if PostgreSQL failed to archive its log (WAL) and has not succeeded since',
    unit: 'boolean',
  },
  backup_copy_age_seconds: {
    kind: 'gauge',
    help: 'Time since uploads and signed heads were last copied to the backup',
    unit: 'seconds',
  },
  bank_batches: { kind: 'gauge', help: 'Released batches not sent to the bank', unit: 'batches' },
  bank_batch_oldest_seconds: {
    kind: 'gauge',
    help: 'Time since the oldest of these batches was released',
    unit: 'seconds',
  },
  bank_folder_files: {
    kind: 'gauge',
    help: 'Files of payments, debits and mandates that the bank has not collected',
    unit: 'files',
  },
  bank_folder_oldest_seconds: {
    kind: 'gauge',
    help: 'Time since the oldest of these files was written',
    unit: 'seconds',
  },
  bank_day_lag_days: { kind: 'gauge', help: 'Ended days that the bank left open', unit: 'days' },
  bank_day_late: {
    kind: 'gauge',
    help: '1 if the bank is past the time by which it closes a day',
    unit: 'boolean',
  },
  suspense_amount_twd: { kind: 'gauge', help: 'Money whose owner is unknown', unit: 'NT$' },
  suspense_oldest_days: {
    kind: 'gauge',
    help: 'Days since the oldest receipt in suspense arrived',
    unit: 'days',
  },
  laws_checked_age_seconds: {
    kind: 'gauge',
    help: 'Time since the invariants were last checked',
    unit: 'seconds',
  },
  laws_violations: {
    kind: 'gauge',
    help: 'Rows that violated an invariant at the last check',
    unit: 'rows',
  },
  chain_unsealed_rows: {
    kind: 'gauge',
    help: 'Rows of a hash chain that wait for their seal',
    unit: 'rows',
    labels: chain,
  },
  chain_seal_lag_seconds: {
    kind: 'gauge',
    help: 'Time that the oldest row has waited for its seal',
    unit: 'seconds',
    labels: chain,
  },
  chain_broken: {
    kind: 'gauge',
    help: '1 if the last verification found a break',
    unit: 'boolean',
    labels: { chain: 'audit, ledger or heads' },
  },
  tasks_open: { kind: 'gauge', help: 'Open tasks', unit: 'tasks', labels: taskKind },
  tasks_overdue: { kind: 'gauge', help: 'Open tasks past due', unit: 'tasks', labels: taskKind },
  tasks_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest open task',
    unit: 'seconds',
    labels: taskKind,
  },
} as const satisfies Record<string, Definition>;

export const definitions: Readonly<Record<string, Definition>> = {
  ...eventMetrics,
  ...processMetrics,
  ...stateMetrics,
};

export type EventMetric = keyof typeof eventMetrics;
export type ProcessMetric = keyof typeof processMetrics;
export type StateMetric = keyof typeof stateMetrics;
