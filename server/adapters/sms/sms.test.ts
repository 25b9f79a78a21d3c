// Test of sending text messages to a provider on this machine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSms } from './sms.ts';

type Asked = { authorization: string | undefined; id: unknown; body: unknown };
const asked: Asked[] = [];
let status = 200;
let silent = false;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { authorization, 'idempotency-key': id } = request.headers;
      asked.push({ authorization, id, body: JSON.parse(body) });
      if (!silent) response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
});
beforeEach(() => {
  asked.length = 0;
  status = 200;
  silent = false;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = { id: 'one', to: '0912345678', text: '【百溪】驗證碼 123456，5 分鐘內有效。' };
const sms = () => createSms({ url, token: 'key', timeoutMs: 2_000 });

test('a message is passed to the provider with the token', async () => {
  await sms().send(message);
  const { id, ...body } = message;
  expect(asked).toEqual([{ authorization: 'Bearer key', id, body }]);
});

test.each([
  [400, false],
  [422, false],
  [401, true],
  [429, true],
  [503, true],
])('an answer of %i is a failure; whether a retry helps: %s', async (answer, again) => {
  status = answer;
  const failure = await sms()
    .send(message)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'SmsFailed', again });
  expect(String(failure)).not.toMatch(/0912345678|123456/);
});

test('redirects, silence and an unreachable provider are failures worth a retry', async () => {
  status = 302;
  await expect(sms().send(message)).rejects.toMatchObject({ again: true });
  status = 200;
  silent = true;
  await expect(sms().send(message)).rejects.toMatchObject({ again: true });
  const dead = createSms({ url: 'http://127.0.0.1:9/', token: 'key', timeoutMs: 2_000 });
  await expect(dead.send(message)).rejects.toMatchObject({ again: true });
});

test('a provider is never contacted without encryption', () => {
  expect(() => createSms({ url: 'http://sms.example/', token: 'k' })).toThrow('https');
});

test('in demonstration sending means leaving the message in the outbox', async () => {
  await createSms(null).send(message);
  expect(asked).toEqual([]);
});
