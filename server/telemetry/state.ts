// Gauges that are read when the metrics are requested: of this process, its connection pool and its
// disk, and of the platform's state in the database.
import { statfs } from 'node:fs/promises';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { BatchObservableResult, Observable } from '@opentelemetry/api';
import { addDays, dayOf, daysBetween } from '#contract/core/day.ts';
import { isClosingLate } from '../banking/reconciliation/closing.ts';
import type { Services } from '../services.ts';
import { chainNames, chainState } from '../chains/chain.ts';
import { type Pool, type Tx, db } from '../database/db.ts';
import { ONE_AT_A_TIME } from '../database/one-at-a-time.ts';
import { listJobs } from '../jobs/records.ts';
import {
  type ProcessMetric,
  type StateMetric,
  processMetrics,
  stateMetrics,
} from './definitions.ts';
import { createRegistry, eventText, type Metrics, startMetrics } from './metrics.ts';
import {
  askDatabase,
  batchState,
  databaseState,
  endpointStates,
  lawState,
  moneyState,
  monthsAhead,
  outboxState,
  proofState,
  queueState,
  taskState,
  webhookState,
} from './state-queries.ts';

type Observed = (
  name: ProcessMetric | StateMetric,
  value: number,
  labels?: Readonly<Record<string, string>>,
) => void;
type Reading = Pick<Services, 'bank' | 'clock'> & { tx: Tx; observe: Observed };

/**
 * Time limit of each statement in milliseconds, so that a slow database delays the metrics only a
 * little.
 */
const ANSWER_MS = 2_000;
/**
 * Milliseconds for which the values are reused, because several monitoring servers may request the
 * metrics at the same time.
 */
const FRESH_MS = 2_000;
const NANOSECONDS = 1e9;

/** Each group is read separately, so that the failure of one group leaves the others complete. */
const groups: Readonly<Record<string, (reading: Reading) => Promise<void>>> = {
  async database({ tx, observe }) {
    const state = await databaseState(tx, ONE_AT_A_TIME);
    observe('database_connections', state.connections);
    observe('database_connections_max', state.connectionsMax);
    observe('database_longest_transaction_seconds', state.longestSeconds);
    observe('database_oldest_xmin_transactions', state.oldestXmin);
    observe('database_replicas', state.replicas);
    if (state.replicaLag !== null) observe('database_replica_lag_seconds', state.replicaLag);
    observe('database_size_bytes', state.bytes);
    observe('database_archive_failing', state.archiveFailing ? 1 : 0);
    if (state.copyAge !== null) observe('backup_copy_age_seconds', state.copyAge);
    for (const { table, ahead } of await monthsAhead(tx)) {
      observe('database_months_ahead', ahead, { table });
    }
  },
  async queues({ tx, clock, observe }) {
    for (const { task, jobs, oldestSeconds } of await queueState(tx)) {
      observe('queue_jobs', jobs, { task });
      observe('queue_oldest_seconds', oldestSeconds, { task });
    }
    const times = { now: clock.now(), realNow: clock.realNow() };
    for (const { channel, ...state } of await outboxState(tx, times)) {
      observe('outbox_messages', state.waiting, { channel });
      observe('outbox_failing_messages', state.failing, { channel });
      observe('outbox_oldest_seconds', state.oldestSeconds, { channel });
    }
    const { batches, oldestSeconds } = await batchState(tx, times.now);
    observe('bank_batches', batches);
    observe('bank_batch_oldest_seconds', oldestSeconds);
  },
  async folder({ bank, clock, observe }) {
    const waiting = await bank.waitingFiles?.();
    if (!waiting) return;
    const { files, oldestAt } = waiting;
    const age = oldestAt === null ? 0 : (clock.realNow().getTime() - oldestAt.getTime()) / 1000;
    observe('bank_folder_files', files);
    observe('bank_folder_oldest_seconds', Math.max(0, age));
  },
  async webhooks({ tx, clock, observe }) {
    const { waiting, oldestSeconds, lagSeconds } = await webhookState(tx, clock.realNow());
    observe('webhook_events', waiting);
    observe('webhook_oldest_seconds', oldestSeconds);
    observe('webhook_lag_seconds', lagSeconds);
    for (const { state, endpoints } of await endpointStates(tx)) {
      observe('webhook_endpoints', endpoints, { state });
    }
  },
  async jobs({ tx, clock, observe }) {
    for (const { name: job, each, finishedAt, failures } of await listJobs(tx)) {
      const age = (clock.realNow().getTime() - finishedAt.getTime()) / 1000;
      observe('job_failures', failures, { job });
      observe('job_last_run_seconds', Math.max(0, age), { job, each });
    }
  },
  async tasks({ tx, clock, observe }) {
    for (const { kind, ...state } of await taskState(tx, clock.now())) {
      observe('tasks_open', state.open, { kind });
      observe('tasks_overdue', state.overdue, { kind });
      observe('tasks_oldest_seconds', state.oldestSeconds, { kind });
    }
  },
  async money({ tx, clock, observe }) {
    const now = clock.now();
    const { suspense, oldestDays, closedThrough } = await moneyState(tx, dayOf(now));
    observe('suspense_amount_twd', suspense);
    observe('suspense_oldest_days', oldestDays);
    if (closedThrough === null) return;
    const lag = daysBetween(closedThrough, addDays(dayOf(now), -1));
    observe('bank_day_lag_days', Math.max(0, lag));
    observe('bank_day_late', isClosingLate(closedThrough, now) ? 1 : 0);
  },
  async proofs({ tx, clock, observe }) {
    const laws = await lawState(tx);
    if (laws) {
      const age = (clock.realNow().getTime() - laws.checkedAt.getTime()) / 1000;
      observe('laws_checked_age_seconds', Math.max(0, age));
      observe('laws_violations', laws.violations);
    }
    for (const chain of chainNames) {
      const { unsealed, waitingSeconds } = await chainState(tx, chain);
      observe('chain_unsealed_rows', unsealed, { chain });
      observe('chain_seal_lag_seconds', Math.max(0, waitingSeconds), { chain });
    }
    for (const { chain, broken } of await proofState(tx)) {
      observe('chain_broken', broken ? 1 : 0, { chain });
    }
  },
};

async function readState(
  { bank, clock, log }: Services,
  pool: Pool,
  observe: Observed,
): Promise<void> {
  const tx = db(pool, { answerMs: ANSWER_MS });
  // If the database does not answer, no group is read, because each would wait just as long.
  const isUp = await askDatabase(tx).then(
    () => true,
    () => false,
  );
  for (const [group, read] of Object.entries(groups)) {
    try {
      if (!isUp) throw new Error('the database does not answer');
      await read({ bank, tx, clock, observe });
      observe('state_read_failed', 0, { group });
    } catch (error) {
      observe('state_read_failed', 1, { group });
      if (isUp) log.warn({ err: error, group }, 'a group of metrics could not be read');
    }
  }
  observe('database_up', isUp ? 1 : 0);
}

async function readProcess(
  { pool, config }: Services,
  delay: IntervalHistogram,
  observe: Observed,
): Promise<void> {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  observe('process_resident_memory_bytes', rss);
  observe('process_heap_bytes', heapUsed);
  observe('process_cpu_seconds_total', (user + system) / 1e6);
  observe('process_uptime_seconds', process.uptime());
  if (delay.count > 0) {
    observe('nodejs_eventloop_delay_p99_seconds', delay.percentile(99) / NANOSECONDS);
    delay.reset();
  }
  observe('db_client_connections', pool.idleCount, { state: 'idle' });
  observe('db_client_connections', pool.totalCount - pool.idleCount, { state: 'used' });
  observe('db_client_connections_max', config.poolMax);
  observe('db_client_pending_requests', pool.waitingCount);
  // The folder does not exist until the first upload.
  const disk = await statfs(config.filesDir).catch(() => null);
  if (disk) observe('files_disk_free_ratio', disk.bavail / Math.max(1, disk.blocks));
}

/**
 * Starts to measure, and returns the object that answers requests for the metrics. The platform's
 * state is read through `pool`.
 */
export async function createMetrics(services: Services, pool: Pool): Promise<Metrics> {
  await startMetrics();
  const own = { ...processMetrics, ...stateMetrics };
  const { meter, text, close } = await createRegistry(own);
  const instruments = new Map<string, Observable>();
  for (const [name, { kind, help: description }] of Object.entries(own)) {
    const isCounter = kind === 'counter';
    instruments.set(
      name,
      isCounter
        ? meter.createObservableCounter(name, { description })
        : meter.createObservableGauge(name, { description }),
    );
  }
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  meter.addBatchObservableCallback(
    async (result: BatchObservableResult) => {
      const observe: Observed = (name, value, labels) => {
        const instrument = instruments.get(name);
        if (instrument) result.observe(instrument, value, labels);
      };
      await readProcess(services, delay, observe);
      await readState(services, pool, observe);
    },
    [...instruments.values()],
  );

  let last: { at: number; text: Promise<string> } | null = null;
  const read = async () => `${await eventText()}\n${await text()}\n`;
  return {
    text() {
      const at = performance.now();
      if (last === null || at - last.at > FRESH_MS) last = { at, text: read() };
      return last.text;
    },
    async close() {
      delay.disable();
      await close();
    },
  };
}
