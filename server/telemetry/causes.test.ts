// Tests that what the worker does later is logged and traced under the request that caused it.
import { Writable } from 'node:stream';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityPassword } from '#contract/identity/password.ts';
import { healthOffice } from '#contract/tasks/health.ts';
import { verification } from '#contract/verification/calls.ts';
import { fromElsewhere, newMember, newOperator, newPhone } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import type { Services } from '../services.ts';
import { SmsFailed } from '../adapters/sms/sms.ts';
import { db } from '../database/db.ts';
import { recordJobs } from '../jobs/records.ts';
import { createLog } from '../log.ts';
import { drainOutbox } from '../notices/jobs.ts';
import { runRequestedJobs } from '../worker.ts';
import { startTracing, stopTracing } from './tracing.ts';

type Line = Record<string, unknown> & { body: string };
const lines: Line[] = [];
const to = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)) as Line);
    done();
  },
});
const server = useServer({ log: createLog('info', to) });
const spans = new InMemorySpanExporter();

beforeAll(async () => {
  const processor = new SimpleSpanProcessor({ exporter: spans });
  await startTracing({ serviceName: 'test', ratio: 1, processor });
});
afterAll(stopTracing);

/** Sends what is due, and returns the lines that say so. */
async function drained(more: Partial<Services> = {}): Promise<Line[]> {
  while ((await drainOutbox({ ...server.services, ...more })) > 0);
  return lines.filter(({ body, outbox }) => outbox !== undefined && /message/.test(body));
}

const traceOf = (name: string) =>
  spans
    .getFinishedSpans()
    .find((span) => span.name === name)!
    .spanContext().traceId;

async function begin() {
  await drained();
  lines.length = 0;
  spans.reset();
}

test('a mail is sent under the id and in the trace of its request', async () => {
  const { email } = await newMember(server);
  await begin();
  const { resetPasswordEmail } = identityPassword;
  const { headers } = await server.ask(resetPasswordEmail, { email }, { headers: fromElsewhere() });
  const trace_id = traceOf(`POST ${resetPasswordEmail.path}`);
  expect(await drained()).toEqual([
    expect.objectContaining({
      body: 'a message was sent',
      'request.id': headers.get('x-request-id'),
      trace_id,
    }),
  ]);
  expect(traceOf('outbox email')).toBe(trace_id);
});

test('a text message that is given up is logged under the id of its request', async () => {
  const { token } = await newMember(server);
  await begin();
  const phone = { phoneNumber: newPhone() };
  const { headers } = await server.ask(verification.sendSmsCode, phone, { token });
  const sms = { send: () => Promise.reject(new SmsFailed('refused', false)) };
  expect(await drained({ sms })).toEqual([
    expect.objectContaining({
      body: 'a message was given up',
      'request.id': headers.get('x-request-id'),
      trace_id: traceOf(`POST ${verification.sendSmsCode.path}`),
    }),
  ]);
});

test('a message that an older program wrote gets an id of its own', async () => {
  const { email } = await newMember(server);
  await begin();
  await server.ok(identityPassword.resetPasswordEmail, { email }, { headers: fromElsewhere() });
  await server.rows(`update notices.outbox set request_id = null, trace_parent = null`);
  const [line] = await drained();
  expect(line!['request.id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a rerun of a job is logged under the id of the request that asked for it', async () => {
  const { token } = await newOperator(server, ['admin']);
  const name = 'verification.traces';
  const at = server.services.clock.realNow();
  await recordJobs(db(server.services.pool), [
    { name, each: 'day', startedAt: at, finishedAt: at, failure: null },
  ]);
  const { headers } = await server.ask(healthOffice.retryJob, { name }, { token });
  const clock = {
    ...server.services.clock,
    now: () => {
      throw new Error('no time');
    },
  };
  await expect(runRequestedJobs({ ...server.services, clock })).rejects.toThrow('no time');
  expect(lines.find(({ body }) => body === 'a job failed')).toMatchObject({
    job: name,
    'request.id': headers.get('x-request-id'),
  });
});
