// Tests the API client against a real server: what it sends and how it handles every answer.
// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ApiFailure,
  clientOf,
  currentActivity,
  urlAndBody,
  queryString,
  saysExpired,
  withIds,
} from './api.ts';
import { type EarlyCalls, siteCalls } from './site/kit/calls.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
let seen: Seen;
let answer: (response: ServerResponse) => void;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method = '', url = '', headers } = request;
  seen = { method, url, headers, body };
  answer(response);
});

function answering(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answer = (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, headers).end(text);
  };
}

let baseUrl = '';
let token: string | undefined;
let expired = 0;
const api = () =>
  clientOf<Pick<EarlyCalls, 'identity' | 'lending' | 'investing' | 'verification' | 'notices'>>(
    siteCalls,
    {
      baseUrl,
      headers: () => ({}),
      token: () => token,
      onExpired: () => (expired += 1),
    },
  );

beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  token = 'secret';
  expired = 0;
  answering(200, { data: [] });
});

test('a public call sends no bearer token even when somebody is signed in', async () => {
  await api().lending.planList({});
  expect(seen.headers.authorization).toBeUndefined();
  expect(seen.headers.accept).toBe('application/json');
});

test('a member call sends the bearer token, and none when nobody is signed in', async () => {
  await api().lending.myLoans({});
  expect(seen.headers.authorization).toBe('Bearer secret');
  token = undefined;
  await api().lending.myLoans({});
  expect(seen.headers.authorization).toBeUndefined();
});

test('the path takes its parameters from the input and the query gets the rest', async () => {
  await api().lending.planDetail({ id: '醫/護' });
  expect(seen.url).toBe(`/v1/plan/${encodeURIComponent('醫/護')}/detail`);
  await api().notices.listNotices({ category: 'loan', offset: 20 });
  expect(seen.url).toBe('/v1/notification/list?category=loan&offset=20');
});

test('a command sends its key; repeated attempts may send the same', async () => {
  const order = { id: '7', invest_amount: 10_000, payment_mode: 1 };
  await api().investing.quickApply(order, { idempotencyKey: 'one' });
  expect(seen.headers['idempotency-key']).toBe('one');
  expect(JSON.parse(seen.body)).toEqual(order);
  await api().investing.quickApply(order);
  expect(seen.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  await api().investing.searchCases({});
  expect(seen.headers['idempotency-key']).toBeUndefined();
});

test('files make the call multipart', async () => {
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  const input = { bankCode: '812', account: '1234567890' };
  await api().verification.bankInfo(input, { files: { image: [file, file] } });
  expect(seen.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(seen.body.match(/name="image"; filename="a.jpg"/g)).toHaveLength(2);
  expect(seen.body).toContain('name="bankCode"');
});

test('a document returns a blob', async () => {
  answering(200, '%PDF-1.7', { 'content-type': 'application/pdf' });
  const blob = await api().lending.contract({});
  expect(await blob.text()).toBe('%PDF-1.7');
});

async function failureOf(): Promise<ApiFailure> {
  return api()
    .lending.myLoans({})
    .then(
      () => Promise.reject(new Error('it succeeded')),
      (error: unknown) => error as ApiFailure,
    );
}

test('quick-apply returns the server’s whole body (decision 004)', async () => {
  const body = {
    status: 409,
    code: 'CASE_FULL',
    message: '本案已滿額',
    data: { remaining: 1_000 },
    fields: { invest_amount: '超過餘額' },
    requestId: 'r-1',
  };
  answering(409, body);
  const order = { id: '7', invest_amount: 10_000, payment_mode: 1 };
  await expect(api().investing.quickApply(order)).rejects.toMatchObject(body);
});

test('cases with only `_id` get their id, wherever they are', () => {
  const answer = {
    data: [
      { _id: '7', plan: { _id: 8 } },
      { id: '9', _id: 'x' },
    ],
    total: 2,
  };
  expect(withIds(answer)).toEqual({
    data: [
      { _id: '7', id: '7', plan: { _id: 8, id: 8 } },
      { id: '9', _id: 'x' },
    ],
    total: 2,
  });
});

test('a refusal throws its code, message, fields, data and request id', async () => {
  const body = {
    status: 422,
    code: 'LOGIN_FAILED',
    message: '電子郵件或密碼不正確',
    fields: { email: '不正確' },
    data: { failed_login_count: 5 },
    requestId: 'r1',
  };
  answering(422, body);
  expect(await failureOf()).toMatchObject(body);
});

test('any status but 200 is a failure, JSON or not', async () => {
  answering(204, '');
  expect(await failureOf()).toMatchObject({ status: 204, code: 'SERVER_ERROR' });
  answering(502, '<h1>Bad gateway</h1>', { 'x-request-id': 'edge' });
  expect(await failureOf()).toMatchObject({ status: 502, requestId: 'edge' });
});

test('an unreachable server is a failure with a message, not a bare TypeError', async () => {
  const there = baseUrl;
  baseUrl = 'http://127.0.0.1:9';
  expect(await failureOf()).toMatchObject({ status: 0, code: 'NETWORK' });
  baseUrl = there;
});

test('failures are counted for the progress bar, and nothing stays pending', async () => {
  const before = currentActivity().failures;
  answering(500, {});
  await failureOf();
  await failureOf();
  answering(200, { data: [] });
  await api().lending.planList({});
  expect(currentActivity()).toEqual({ active: 0, failures: before + 2 });
});

test('a required step-up is no failure to load; a final refusal is one', async () => {
  const before = currentActivity().failures;
  answering(403, { code: 'STEP_UP_REQUIRED', message: '請先驗證' });
  expect(await failureOf()).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(currentActivity()).toEqual({ active: 0, failures: before });
  answering(403, { code: 'FORBIDDEN', message: '您沒有權限' });
  await failureOf();
  expect(currentActivity()).toEqual({ active: 0, failures: before + 1 });
});

test.each([
  [401, { message: 'Token expired' }, true],
  [401, 'Unauthorized', true],
  [401, { message: 'nope' }, false],
  [401, 'something else', false],
  [403, { message: 'expired' }, false],
  [500, 'Unauthorized', false],
])('%i with %j ends the session: %s', async (status, body, ends) => {
  expect(saysExpired(status, body)).toBe(ends);
  answering(status, body);
  await failureOf();
  expect(expired).toBe(Number(ends));
});

test('undefined or null is left out of a query, lists repeat their name', () => {
  expect(queryString({ a: 1, b: undefined, c: null, d: ['x', 'y'], e: '提前' })).toBe(
    `?a=1&d=x&d=y&e=${encodeURIComponent('提前')}`,
  );
  expect(queryString({})).toBe('');
});

test('a path parameter never escapes from its place', () => {
  expect(urlAndBody('/ops/v1/tasks/:id/decide', { id: '../x', decision: 'ok' })).toEqual({
    path: '/ops/v1/tasks/..%2Fx/decide',
    rest: { decision: 'ok' },
  });
});
