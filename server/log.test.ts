// Tests that secrets are removed from the log wherever they occur in a logged value.
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { runAs } from './telemetry/running.ts';

function logged(tell: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const to = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  tell(createLog('trace', to));
  return text;
}

const secret = 's3cret-s3cret-s3cret';
const cyclic: Record<string, unknown> = { authorization: secret };
cyclic['self'] = cyclic;

test.each<[name: string, value: object]>([
  ['headers', { headers: { authorization: `Bearer ${secret}`, Cookie: secret } }],
  ['headers deep inside', { a: { b: [{ c: { headers: { 'set-cookie': [secret] } } }] } }],
  ['raw headers', { rawHeaders: ['Host', 'x', 'Authorization', `Bearer ${secret}`] }],
  ['raw cookies', { rawHeaders: ['Cookie', `a=1; __Host-office_session=${secret}; b=2`] }],
  ['headers of our own kind', { 'x-api-key': secret, 'X-Some-Token': secret }],
  ['fields', { accessToken: secret, password: secret, smsCode: secret, ticket: secret }],
  ['fields of a body', { body: { tokenNumber: secret, passwordCheck: secret, totp: secret } }],
  ['an error', { err: Object.assign(new Error(`Bearer ${secret}`), { headers: cyclic }) }],
  ['a cause', { err: new Error('x', { cause: new Error(`sent Bearer ${secret}`) }) }],
  ['a map', { headers: new Map([['authorization', secret]]) }],
  ['web headers', { headers: new Headers({ authorization: `Bearer ${secret}` }) }],
  ['itself', cyclic],
  ['an address', { url: `/member/reset#email=a&token=${secret}`, to: `?ticket=${secret}` }],
])('a secret in %s is not logged', (_, value) => {
  const text = logged((log) => {
    log.trace(value, 'said');
    log.child(value).info('said by a child');
    log.error(value);
  });
  expect(text.split('\n')).toHaveLength(4);
  expect(text).not.toContain(secret);
});

test('a secret in a sentence is not logged', () => {
  const text = logged((log) => {
    log.info(`asked with Bearer ${secret}`);
    log.warn('%s by %s', 'asked', `Bearer ${secret}`);
    log.warn({ a: 1 }, `cookie office_session=${secret}`);
    log.error(new Error(`Bearer ${secret}`));
  });
  expect(text.split('\n')).toHaveLength(5);
  expect(text).not.toContain(secret);
});

test('what is not a secret is logged unchanged', () => {
  const value = {
    requestId: 'a',
    ms: 1.5,
    none: null,
    rows: [1, 'two', true],
    at: new Date(0),
    err: new TypeError('a failure'),
    deep: { count: 10n.toString() },
  };
  const line = JSON.parse(logged((log) => log.warn(value, 'said'))) as Record<string, unknown>;
  expect(line).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    severity_text: 'WARN',
    severity_number: 13,
    body: 'said',
    requestId: 'a',
    ms: 1.5,
    none: null,
    rows: [1, 'two', true],
    at: '1970-01-01T00:00:00.000Z',
    deep: { count: '10' },
    'exception.type': 'TypeError',
    'exception.message': 'a failure',
    'exception.stacktrace': expect.stringContaining('log.test'),
  });
});

test('a line names the request and the trace that it belongs to', async () => {
  const spanContext = () => ({ traceId: 't', spanId: 's', traceFlags: 1 });
  const said = (span: unknown) =>
    JSON.parse(
      logged((log) => runAs({ requestId: 'r', span: span as never }, () => log.info('said'))),
    ) as object;
  expect(said(null)).toMatchObject({ body: 'said', 'request.id': 'r' });
  expect(said(null)).not.toHaveProperty('trace_id');
  expect(said({ spanContext })).toMatchObject({
    'request.id': 'r',
    trace_id: 't',
    span_id: 's',
  });
  expect(JSON.parse(logged((log) => log.info('alone')))).not.toHaveProperty('request.id');
});
