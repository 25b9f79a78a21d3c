// Tests input that no column can store, and requests that Node refuses by itself: the answer always
// has the usual shape, and nothing changes.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { banking } from '#contract/banking/calls.ts';
import { identity } from '#contract/identity/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { MONEY_MAX } from '#contract/core/wire.ts';
import { signCallback } from '../../adapters/bank/bank.ts';
import { newEmail, newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

/** Sends bytes unchanged and returns the answer. */
async function answerTo(bytes: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { port, hostname } = new URL(server.siteUrl);
  const text = await new Promise<string>((settle, fail) => {
    let said = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (more) => (said += String(more)));
    socket.on('close', () => settle(said));
    socket.on('error', fail);
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body: JSON.parse(body) };
}

test.each([
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['an escape of a terminal', '\u001b[31m'],
])('%s in a text is refused at its field', async (_, text) => {
  const member = await newVerifiedMember(server);
  const { status, code, body } = await server.ask(
    identity.login,
    { email: member.email, password: text },
    {},
  );
  expect([status, code]).toEqual([400, 'INVALID_INPUT']);
  expect(body).toMatchObject({ fields: { password: expect.stringContaining('無法使用的字元') } });
});

test('line ends and tabs are allowed in texts', async () => {
  const input = { email: newEmail(), password: 'one\r\n\ttwo three' };
  expect(await server.refused(identity.login, input)).toBe('LOGIN_FAILED');
});

test('endless nesting is malformed', async () => {
  const deep = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) as unknown;
  expect(await server.refused(identity.login, { email: deep, password: 'x' })).toBe('MALFORMED');
});

test('an id larger than any column finds nothing', async () => {
  const { token } = await newVerifiedMember(server);
  for (const id of [2 ** 31, 2 ** 53 - 1, '999999999999999999']) {
    expect(await server.refused(investing.getCase, { id }, { token })).toMatch(/NOT_FOUND/);
  }
});

test.each([
  ['a path of half characters', 'GET /v1/plan/%ED%A0%80 HTTP/1.1\r\nhost: x\r\nconnection: close'],
  [
    'a name without end',
    `GET /v1/plan/${'x'.repeat(3_000)} HTTP/1.1\r\nhost: x\r\nconnection: close`,
  ],
  ['a request that is none', 'HELLO\r\nthere'],
])('%s is malformed, in our format', async (_, head) => {
  const { status, body } = await answerTo(`${head}\r\n\r\n`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ status: 400, code: 'MALFORMED', requestId: expect.any(String) });
});

test('endless headers are refused, in our format', async () => {
  const { status, body } = await answerTo(`GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
  expect(status).toBe(431);
  expect(body).toMatchObject({ status: 431, code: 'HEADERS_TOO_LARGE' });
});

test('an amount that the ledger cannot hold is not booked and becomes a task', async () => {
  const today = new Date().toISOString();
  const line = {
    bank: '812',
    date: today.slice(0, 10),
    seq: 'too-large',
    at: today,
    type: 'transfer',
    amount: 2 ** 53 - 1,
    sign: '+',
    virtualAccount: '99',
  };
  const body = { records: [line, { ...line, seq: 'large', amount: MONEY_MAX }] };
  const { webhookSecret } = server.services.config.bank;
  const headers = signCallback(JSON.stringify(body), webhookSecret, new Date());
  const { data } = await server.ok(banking.bankCallback, body as never, { key: null, headers });
  expect(data.records.map(({ state }) => state)).toEqual(['refused', 'suspense']);
  const [booked] = await server.rows<{ amount: string }>(
    'select sum(amount) as amount from banking.receipt',
  );
  expect(Number(booked?.amount)).toBe(MONEY_MAX);
  const tasks = await server.rows<{ label: string }>(
    `select subject_label as label from tasks.task where subject_type = 'bank_day'`,
  );
  expect(tasks.map(({ label }) => label)).toEqual([expect.stringContaining('回報的金額過大')]);
});
