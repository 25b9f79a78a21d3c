// Tests of the gateway layouts: requests byte by byte, meaning of the codes, and what is repeated.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toBig5 } from './big5.ts';
import { createGateway } from './gateway.ts';
import type { SmsLayoutName } from './layouts.ts';

type Asked = { method: string | undefined; path: string; type: string | undefined; body: string };
const asked: Asked[] = [];
let answer: { status: number; body: string } | null;
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { method, url: path = '', headers } = request;
      asked.push({ method, path, type: headers['content-type'], body });
      if (answer) response.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = { id: 'a1b2', to: '0912345678', text: '驗證碼 123456\n勿告訴他人' };
const gateway = (layout: SmsLayoutName, at = port) =>
  createGateway({
    layout,
    url: `http://127.0.0.1:${at}/send`,
    user: 'baixi',
    password: 'p&ss 1',
    timeoutMs: 2_000,
  });
const failureOf = (layout: SmsLayoutName, at?: number) =>
  gateway(layout, at)
    .send(message)
    .then(
      () => null,
      (error: unknown) => error,
    );
const mitake = (code: string) =>
  `[1]\r\nmsgid=#000000013\r\nstatuscode=${code}\r\nAccountPoint=9\r\n`;

test('mitake gets a form in UTF-8 with the id', async () => {
  answer = { status: 200, body: mitake('1') };
  await gateway('mitake').send({ ...message, to: '+886912345678' });
  expect(asked).toHaveLength(1);
  const [{ method, path, type, body }] = asked as [Asked];
  expect([method, path]).toEqual(['POST', '/send?CharsetURL=UTF8']);
  expect(type).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    username: 'baixi',
    password: 'p&ss 1',
    dstaddr: '0912345678',
    smbody: '驗證碼 123456\x06勿告訴他人',
    clientid: 'a1b2',
  });
});

test('kotsms gets a query in Big5', async () => {
  answer = { status: 200, body: 'kmsgid=85678' };
  await gateway('kotsms').send({ ...message, text: '中文 1' });
  expect(asked).toEqual([
    {
      method: 'GET',
      path: '/send?username=baixi&password=p%26ss%201&dstaddr=0912345678&smbody=%A4%A4%A4%E5%201',
      type: undefined,
      body: '',
    },
  ]);
});

test.each([
  ['mitake', mitake('2'), null],
  ['mitake', `${mitake('1')}Duplicate=Y\r\n`, null],
  ['mitake', mitake('v'), false],
  ['mitake', mitake('e'), true],
  ['mitake', mitake('*'), true],
  ['mitake', mitake('?'), true],
  ['mitake', '<html>maintenance</html>', true],
  ['kotsms', 'kmsgid=1', null],
  ['kotsms', 'kmsgid=-5', false],
  ['kotsms', 'kmsgid=-60002', true],
  ['kotsms', 'kmsgid=-2', true],
  // Nobody knows whether it was sent, and the gateway would send it again.
  ['kotsms', 'kmsgid=-1', false],
  ['kotsms', '<html>maintenance</html>', false],
] as const)('%s answers %j: again %s', async (layout, body, again) => {
  answer = { status: 200, body };
  const failure = await failureOf(layout);
  if (again === null) expect(failure).toBeNull();
  else expect(failure).toMatchObject({ name: 'SmsFailed', again });
});

test.each([
  ['mitake', 500, true],
  ['kotsms', 500, false],
  ['kotsms', 429, true],
  ['kotsms', 302, false],
] as const)('%s answers with status %i: again %s', async (layout, status, again) => {
  answer = { status, body: '' };
  expect(await failureOf(layout)).toMatchObject({ again });
});

test('silence may mean that it was sent; a closed port cannot', async () => {
  answer = null;
  expect(await failureOf('mitake')).toMatchObject({ again: true });
  expect(await failureOf('kotsms')).toMatchObject({ again: false });
  expect(asked).toHaveLength(2);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: free } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await failureOf('kotsms', free)).toMatchObject({ again: true });
});

test('a failure says neither number, text nor password', async () => {
  for (const next of [null, { status: 200, body: `kmsgid=-5 ${message.to} ${message.text}` }]) {
    answer = next;
    const failure = await failureOf('kotsms');
    const whole = JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String(failure);
    for (const secret of [message.to, '123456', 'p&ss', 'p%26ss', '/send']) {
      expect(whole).not.toContain(secret);
    }
  }
});

test('a number that is none of a mobile phone in Taiwan is refused without a request', async () => {
  for (const to of ['+15551234567', '02-12345678', '']) {
    await expect(gateway('kotsms').send({ ...message, to })).rejects.toMatchObject({
      again: false,
    });
  }
  expect(asked).toEqual([]);
});

test('Big5 has all its characters, and a question mark for others', () => {
  const text = '百溪：您的驗證碼是 １２３，請於５分鐘內輸入。堃「」';
  const bytes = toBig5(text);
  expect(new TextDecoder('big5').decode(bytes)).toBe(text.replace('堃', '？'));
  expect(toBig5('a~🙂').toString('latin1')).toBe('a~\xa1\x48');
});
