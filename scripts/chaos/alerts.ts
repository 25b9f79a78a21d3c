// Drill: makes the condition of each alert true on running processes, and waits until Prometheus,
// which reads their metrics and the rules of deploy/observability, says that the alert fires.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Postgres } from '../../server/database/postgres.ts';
import { type DrillOptions, withPostgres } from './drill.ts';
import {
  type RunningProcess,
  type Settings,
  productionSettings,
  startProcess,
  withPorts,
} from './processes.ts';
import { startPrometheus } from './prometheus.ts';

export const about = 'provokes each alert (skipped without Prometheus)';

const TOKEN = 'a-token-of-the-alert-drill';
const FIRES_WITHIN_MS = 60_000;
const LOOK_MS = 500;
/** Alerts that this drill cannot provoke; `promtool test rules` tests them with made-up values. */
const others: Readonly<Record<string, string>> = {
  ReplicaLag: 'needs a replica',
  DiskNearlyFull: 'needs a disk that may be filled',
  FilesDamaged: 'is provoked by server/files/file-check.test.ts',
};

type Stage = {
  /** Runs statements as the superuser of the database. */
  sql(text: string): Promise<void>;
  /** Opens a connection of its own as the superuser. */
  connect(): Promise<pg.Client>;
  /**
   * Sends `at` requests in parallel for a public list, again and again until the signal is aborted.
   */
  visit(path: string, at: number, until: AbortSignal): Promise<void>;
  web: RunningProcess;
  worker: RunningProcess;
  postgres: Postgres;
};
/** Causes the condition of an alert, and returns a function that ends the condition. */
type Provocation = (stage: Stage) => Promise<() => Promise<void>>;
const LIST = '/v1/articles/list?item_per_page=10';
const nothing = async () => {};

/** Causes a condition with one SQL statement, and ends it with another. */
const bySql =
  (begin: string, end = ''): Provocation =>
  async ({ sql }) => {
    await sql(begin);
    return end === '' ? nothing : () => sql(end);
  };

/** Adds load while a table is locked again and again. */
const whileLocked: Provocation = async ({ connect, visit }) => {
  const over = new AbortController();
  const client = await connect();
  const locking = (async () => {
    while (!over.signal.aborted) {
      await client.query('begin; lock table content.article in access exclusive mode');
      await sleep(2_700);
      await client.query('rollback');
      await sleep(50);
    }
  })();
  const visiting = visit(LIST, 40, over.signal);
  return async () => {
    over.abort();
    await Promise.all([locking, visiting]);
    await client.end();
  };
};

/** Makes a job fail, and requests another run each time it has failed. */
const failingJob: Provocation = async ({ sql }) => {
  await sql('alter table tasks.security_event rename to security_event_away');
  for (let run = 0; run < 4; run += 1) {
    await sql(ask('raiseAlarms', 'minute'));
    await sleep(3_000);
  }
  return () => sql('alter table tasks.security_event_away rename to security_event');
};

/** Returns SQL that requests a run of a job, whether or not the job has ever run. */
const ask = (job: string, each: string) => `
  insert into app.job (name, each, started_at, finished_at, retry_asked_at)
  values ('${job}', '${each}', now(), now(), clock_timestamp())
  on conflict (name) do update set retry_asked_at = clock_timestamp()`;

const lateTasks = (kind: string, count: number) => `
  insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
  select '${kind}', 'drill', n, 'drill', now() - interval '9 days', now() - interval '1 day'
  from generate_series(1, ${count}) n`;

/** The drill's audit row is backdated, and processes are prevented from sealing it. */
const unsealedRow: Provocation = async ({ connect }) => {
  const client = await connect();
  await client.query('select pg_advisory_lock(8, 1)');
  await client.query(`
    insert into tasks.audit (at, recorded_at, actor_type, subject_type, subject_id, action)
    values (now(), now() - interval '10 minutes', 'system', 'drill', 1, 'drill')`);
  return () => client.end();
};

const changedRow: Provocation = async ({ connect, sql }) => {
  const client = await connect();
  const sealed = async () =>
    (await client.query('select max(audit_id) as id from tasks.seal')).rows[0].id as string | null;
  await client.query(`insert into tasks.audit (at, actor_type, subject_type, subject_id, action)
    values (now(), 'system', 'drill', 1, 'drill')`);
  while ((await sealed()) === null) await sleep(LOOK_MS);
  await client.query(`set session_replication_role = replica;
    update tasks.audit set reason = 'changed' where id = (select max(audit_id) from tasks.seal)`);
  await client.end();
  await sql(ask('proveAudit', 'day'));
  return nothing;
};

const suspended = (day: string, amount: number) => `
  insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account, state)
  values ('812', ${day}, 'drill', now(), 'remittance', ${amount}, '+', 'drill', 'suspense')`;

/** A snapshot stays open while a million transactions pass. */
const oldSnapshot: Provocation = async ({ connect, sql }) => {
  const client = await connect();
  await client.query('begin isolation level repeatable read; select 1');
  await sql(`do $$ begin
    for i in 1 .. 1010000 loop
      set local synchronous_commit = off;
      perform pg_current_xact_id();
      commit;
    end loop;
  end $$`);
  return () => client.end();
};

const openTransaction: Provocation = async ({ connect }) => {
  const client = await connect();
  await client.query('begin; select 1');
  return () => client.end();
};

/** The command that archives the log fails, until it is replaced by one that works. */
const failingArchive: Provocation = async ({ sql }) => {
  const archiveBy = async (command: string) => {
    await sql(`alter system set archive_command = '${command}'`);
    await sql('select pg_reload_conf()');
    await sql('select pg_switch_wal()');
  };
  await archiveBy('false');
  return () => archiveBy('true');
};

const manyConnections: Provocation = async ({ connect }) => {
  const clients: pg.Client[] = [await connect()];
  const { rows } = await (clients[0] as pg.Client).query(`select
    ceil(current_setting('max_connections')::integer * 0.87)
      - (select count(*) from pg_stat_activity where backend_type = 'client backend') as more`);
  for (let n = 0; n < Number(rows[0].more); n += 1) clients.push(await connect());
  return async () => void (await Promise.all(clients.map((client) => client.end())));
};

/** The process is suspended most of the time, which looks the same as a long calculation. */
const standing: Provocation = async ({ web }) => {
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      web.child.kill('SIGSTOP');
      await sleep(700);
      web.child.kill('SIGCONT');
      await sleep(100);
    }
  })();
  return async () => {
    over.abort();
    await running;
  };
};

const failingCalls: Provocation = async ({ sql, visit }) => {
  await sql('alter table content.article rename to article_away');
  const over = new AbortController();
  const visiting = visit(LIST, 4, over.signal);
  return async () => {
    over.abort();
    await visiting;
    await sql('alter table content.article_away rename to article');
  };
};

const stoppedWorker: Provocation = async ({ worker, sql }) => {
  worker.child.kill('SIGTERM');
  await worker.ended;
  await sql(`update app.job set finished_at = now() - interval '10 minutes' where each = 'minute'`);
  return nothing;
};

const lockedOut: Provocation = async ({ sql }) => {
  await sql(`alter role baixi_program nologin;
    select pg_terminate_backend(pid) from pg_stat_activity where usename = 'baixi_program'`);
  return () => sql('alter role baixi_program login');
};

const killed: Provocation = async ({ web }) => {
  web.child.kill('SIGKILL');
  await web.ended;
  return nothing;
};

/**
 * The order matters: conditions that need the worker come first, those that end the processes last.
 */
const provocations: readonly (readonly [alert: string, provocation: Provocation])[] = [
  ['JobFailing', failingJob],
  ['ChainBroken', changedRow],
  ['ChainSealLag', unsealedRow],
  ['SuspenseLarge', bySql(suspended('current_date', 2_000_000))],
  // The receipt that was inserted for the previous alert has no transfer, which violates an
  // invariant.
  ['LawsBroken', bySql(ask('reconcile', 'day'))],
  [
    'LawsNotChecked',
    bySql(`insert into ledger.proof (proven_at, balances, laws)
      values (now() - interval '2 days', '[]', '[]')`),
  ],
  ['WorkerStopped', stoppedWorker],
  [
    'NightMissed',
    bySql(`update app.job set finished_at = now() - interval '2 days' where name = 'reconcile'`),
  ],
  [
    'QueueStuck',
    bySql(`select graphile_worker.add_job('minute', run_at := now() - interval '1 h')`),
  ],
  [
    'OutboxStuck',
    bySql(`insert into notices.outbox (channel, recipient, recipient_hash, letter, created_at)
      values ('email', 'drill', 'drill', 'drill', now() - interval '1 h')`),
  ],
  [
    'BankBatchStuck',
    bySql(`insert into banking.batch (kind, state, released_at, payments, total)
      values ('refund', 'approved', now() - interval '1 h', 1, 1)`),
  ],
  ['BankDayLate', bySql(`update banking.trust_account set closed_through = current_date - 9`)],
  ['SuspenseOld', bySql(suspended('current_date - 9', 1))],
  ['TasksOverdue', bySql(lateTasks('loan_review', 11))],
  ['SecurityAlarm', bySql(lateTasks('security_alarm', 1))],
  ['ArchiveFailing', failingArchive],
  [
    'BackupCopyFailing',
    bySql(`insert into app.setting (key, value)
      values ('backup_copied', to_jsonb(now() - interval '1 h'))`),
  ],
  [
    'MonthsMissing',
    bySql(`do $$ declare name text; begin
      for name in select oid::regclass::text from pg_class where relkind = 'r'
        and relnamespace = 'month'::regnamespace and relname ~ '^notice_\\d{4}_\\d{2}$'
      loop execute 'drop table ' || name; end loop; end $$`),
  ],
  ['LongTransaction', openTransaction],
  ['VacuumHeldBack', oldSnapshot],
  ['ConnectionsUsedUp', manyConnections],
  ['EventLoopSlow', standing],
  ['CallsFail', failingCalls],
  ['CallsSlow', whileLocked],
  ['PoolFull', whileLocked],
  ['CallsPutOff', whileLocked],
  [
    'MetricsIncomplete',
    bySql(
      'alter table tasks.task rename to task_away',
      'alter table tasks.task_away rename to task',
    ),
  ],
  ['DatabaseDown', lockedOut],
  ['BaixiDown', killed],
];

function newStage(postgres: Postgres, web: RunningProcess, worker: RunningProcess): Stage {
  const connect = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    connect,
    async sql(text) {
      const client = await connect();
      try {
        await client.query(text);
      } finally {
        await client.end();
      }
    },
    async visit(path, at, until) {
      const one = async () => {
        while (!until.aborted) {
          const answer = await fetch(web.siteUrl + path).catch(() => null);
          await answer?.arrayBuffer();
          await sleep(20);
        }
      };
      await Promise.all(Array.from({ length: at }, one));
    },
    postgres,
    web,
    worker,
  };
}

type Firing = () => Promise<Set<string>>;

/**
 * Provokes one alert; returns how long the alert took to fire, or null if it did not. The alert
 * must be silent before, because a condition that has ended may still fall within the period over
 * which a rule looks.
 */
async function provoke(stage: Stage, firing: Firing, alert: string, provocation: Provocation) {
  const since = performance.now();
  while ((await firing()).has(alert)) {
    if (performance.now() - since > FIRES_WITHIN_MS) return null;
    await sleep(LOOK_MS);
  }
  const began = performance.now();
  const end = await provocation(stage);
  let took: number | null = null;
  while (took === null && performance.now() - began < FIRES_WITHIN_MS) {
    if ((await firing()).has(alert)) took = (performance.now() - began) / 1000;
    else await sleep(LOOK_MS);
  }
  await end();
  return took;
}

async function play(postgres: Postgres, folder: string, say: DrillOptions['say']) {
  const settings: Settings = {
    ...productionSettings(postgres, folder),
    METRICS_TOKEN: TOKEN,
    POOL_MAX: '4',
    DRAIN_SECONDS: '0',
  };
  mkdirSync(settings['FILES_DIR'] ?? '', { recursive: true });
  const web = await startProcess(await withPorts(settings), ['--role', 'web']);
  const worker = await startProcess(await withPorts(settings), ['--role', 'worker']);
  const stage = newStage(postgres, web, worker);
  // This grant is required by docs/runbook.md, so that transactions of other roles are seen.
  await stage.sql('grant pg_read_all_stats to baixi_program');
  const prometheus = await startPrometheus(folder, [web.metricsUrl], TOKEN);
  const failures: string[] = [];
  let fired = 0;
  try {
    await sleep(5_000);
    const early = [...(await prometheus.firing())].join(', ');
    if (early !== '') failures.push(`fire without a cause: ${early}`);
    for (const [alert, provocation] of provocations) {
      const took = await provoke(stage, prometheus.firing, alert, provocation);
      if (took === null) failures.push(`${alert} did not fire`);
      else fired += 1;
      say(`  ${alert}: ${took === null ? 'silent' : `fired after ${took.toFixed(0)} s`}`);
    }
  } finally {
    await prometheus.stop();
    for (const { child, ended } of [web, worker]) {
      child.kill('SIGKILL');
      await ended;
    }
  }
  return { fired, failures };
}

export async function run({ say }: DrillOptions) {
  if (spawnSync('prometheus', ['--version']).status !== 0) {
    return { result: 'skipped: Prometheus is not installed', failures: [] };
  }
  return withPostgres(
    async (postgres, folder) => {
      const { fired, failures } = await play(postgres, folder, say);
      for (const [alert, why] of Object.entries(others)) say(`  ${alert}: ${why}`);
      return { result: `${fired} of ${provocations.length} alerts fired`, failures };
    },
    ['archive_mode=on'],
  );
}
