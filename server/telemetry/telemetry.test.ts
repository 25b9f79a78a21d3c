// Tests the metrics and the spans of a running server.
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { fileFaults } from '#contract/tasks/file-faults.ts';
import { taskKinds } from '#contract/tasks/kinds.ts';
import { newEmail, newMember, password } from '../../tests/actors/people.ts';
import { metricOf, samplesIn } from '../../tests/exposition.ts';
import { useServer } from '../../tests/server.ts';
import { chainNames } from '../chains/chain.ts';
import { inWork } from '../work.ts';
import { sendMail } from '../notices/front.ts';
import { drainOutbox } from '../notices/jobs.ts';
import { nightJobs } from '../files/file-check.ts';
import { stampJobs } from '../lending/contract/stamping.ts';
import { retentionRules } from '../retention/periods.ts';
import { closedDayJobs, jobs } from '../routes.ts';
import { runDay, startWorker, tasksOf } from '../worker.ts';
import { definitions } from './definitions.ts';
import { record } from './metrics.ts';
import { startTracing, stopTracing } from './tracing.ts';

const server = useServer();
const spans = new InMemorySpanExporter();

beforeAll(async () => {
  await startTracing({
    serviceName: 'test',
    ratio: 1,
    processor: new SimpleSpanProcessor({ exporter: spans }),
  });
  const worker = await startWorker(server.services);
  await worker.stop(5_000);
});
afterAll(stopTracing);

const ofTrace = (span: ReadableSpan | undefined) =>
  spans
    .getFinishedSpans()
    .filter((one) => one.spanContext().traceId === span?.spanContext().traceId);
const named = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name);

test('a call is a span with its statements, by patterns only', async () => {
  const { email } = await newMember(server);
  spans.reset();
  const { headers } = await server.ask(identity.login, { email, password });
  const [call] = named(`POST ${identity.login.path}`);
  expect(call?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': identity.login.path,
    'http.response.status_code': 200,
  });
  const statements = ofTrace(call).filter((one) => one !== call);
  expect(statements.length).toBeGreaterThan(3);
  for (const { parentSpanContext, attributes } of statements) {
    expect(parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(Object.keys(attributes).toSorted()).toEqual(
      ['db.operation.name', 'db.query.summary', 'db.system.name'].toSorted(),
    );
  }
  expect(statements.map(({ name }) => name)).toContain('insert identity.session');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('jobs, messages and failures are spans', async () => {
  await inWork(server.services, (work) =>
    sendMail(work, { to: newEmail(), subject: '主旨', paragraphs: ['內文'] }),
  );
  spans.reset();
  await drainOutbox(server.services);
  await runDay(server.services);
  expect(named('outbox email').length).toBeGreaterThan(0);
  const always = jobs.filter(({ due }) => 'always' in due).map(({ name }) => name);
  for (const name of [...always, 'due.minute', 'due.day']) {
    expect(named(`job ${name}`).length, name).toBeGreaterThan(0);
  }
  spans.reset();
  const mailer = {
    ...server.services.mailer,
    send: () => Promise.reject(new TypeError('secret@example.com')),
  };
  await inWork(server.services, (work) =>
    sendMail(work, { to: newEmail(), subject: '主旨', paragraphs: ['內文'] }),
  );
  await drainOutbox({ ...server.services, mailer });
  const [failed] = named('outbox email');
  expect(failed?.status).toEqual({ code: 2 });
  expect(failed?.attributes).toEqual({ 'error.type': 'TypeError' });
  expect(failed?.events).toEqual([]);
});

const bounded: Record<string, ReadonlySet<string>> = {
  method: new Set(['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']),
  state: new Set(['idle', 'used', 'active', 'paused', 'failed']),
  channel: new Set(['email', 'sms', 'push']),
  outcome: new Set(['ok', 'failed', 'delivered', 'given_up']),
  chain: new Set([...chainNames, 'heads']),
  kind: new Set(taskKinds),
  fault: new Set(fileFaults),
  job: new Set([
    ...[...jobs, ...closedDayJobs, ...nightJobs, ...stampJobs].map(({ name }) => name),
    'due.minute',
    'due.day',
    'due.closedDay',
  ]),
  table: new Set([...retentionRules.map(({ name }) => name), 'tasks.security_event']),
  each: new Set(['minute', 'day', 'closedDay']),
  group: new Set(['database', 'queues', 'folder', 'webhooks', 'jobs', 'tasks', 'money', 'proofs']),
  task: new Set(Object.keys(tasksOf(server.services))),
  operation: new Set(
    'select insert update delete with begin commit rollback set call other'.split(' '),
  ),
};

test('every metric is defined, and every label has a limited set of values', async () => {
  await server.services.pool.query(`select graphile_worker.add_job('minute')`);
  await server.rows(`insert into tasks.task (kind, subject_type, subject_id, subject_label,
    created_at, due_at) values ('attention', 'audit', 1, '測試', now(), now())`);
  record('webhook_attempts_total', 1, { outcome: 'delivered' });
  const samples = samplesIn((await server.services.metrics?.text()) ?? '');
  const names = new Set(samples.map(({ name }) => metricOf(name)));
  expect([...names].filter((name) => !definitions[name])).toEqual([]);
  for (const { name, labels } of samples) {
    const known = Object.keys(definitions[metricOf(name)]?.labels ?? {});
    const given = Object.keys(labels).filter((key) => key !== 'le');
    expect([name, given.toSorted()]).toEqual([name, known.toSorted()]);
    for (const key of given) {
      const value = labels[key] ?? '';
      if (key === 'route') expect(value).toMatch(/^(\/[\w:.*~-]*)*( file)?$|^unmatched$/);
      else if (key === 'status') expect(value).toMatch(/^[1-5]\d\d$/);
      else expect([key, bounded[key]?.has(value)]).toEqual([key, true]);
    }
  }
  // These metrics exist only with a replica, a real bank, an uploaded file, or a nightly check of
  // the files.
  const rare = [
    'backup_copy_age_seconds',
    'database_replica_lag_seconds',
    'files_checked_total',
    'files_disk_free_ratio',
  ];
  const missing = Object.keys(definitions).filter((name) => !names.has(name));
  expect(
    missing.filter((name) => !rare.includes(name) && !/^bank_(request|folder)_/.test(name)),
  ).toEqual([]);
  const failed = samples.filter(({ name, value }) => name === 'state_read_failed' && value !== 0);
  expect(failed).toEqual([]);
});

test('a group that cannot be read hides no other, and the database counts as up', async () => {
  await server.rows('alter table tasks.security_event rename to security_event_away');
  try {
    await expect
      .poll(async () => (await server.services.metrics?.text()) ?? '', { interval: 300 })
      .toContain('state_read_failed{group="database"} 1');
    const text = (await server.services.metrics?.text()) ?? '';
    expect(text).toMatch(/^database_up 1$/m);
    expect(text).toContain('state_read_failed{group="jobs"} 0');
    expect(text).toContain('job_failures{');
  } finally {
    await server.rows('alter table tasks.security_event_away rename to security_event');
  }
});

test('metrics of the process are answered without a database', async () => {
  const { pool } = server.services;
  const connect = pool.connect.bind(pool);
  Object.assign(pool, { connect: () => Promise.reject(new Error('no database')) });
  try {
    // Within two seconds the metrics are not read again, so the test waits for new values.
    await expect
      .poll(async () => (await server.services.metrics?.text()) ?? '', { interval: 300 })
      .toContain('database_up 0');
  } finally {
    Object.assign(pool, { connect });
  }
  const text = (await server.services.metrics?.text()) ?? '';
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('state_read_failed{group="money"} 1');
});
