// Tests that the SDKs are as old as the contract, that TypeScript's is built, and how it sends.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headersOf } from '../../server/webhooks/signing.ts';
import { ApiError, Baixi, verifyWebhook, WebhookError } from '../../sdk/typescript/src/baixi.ts';
import { sdkFiles } from './generated-files.ts';
import { sdkModel } from './model.ts';

test.each(Object.entries(sdkFiles()))('%s is as "npm run sdk" writes it', (path, text) => {
  expect(readFileSync(path, 'utf8') === text, 'run "npm run sdk" and commit the result').toBe(true);
});

test('only the calls that a token may make are in the SDKs', () => {
  const { calls } = sdkModel();
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.every(({ scope }) => /^(cases|portfolio|orders):/.test(scope))).toBe(true);
  expect(calls.map(({ name }) => name)).not.toContain('addWebhook');
});

test('the TypeScript SDK is built without errors', () => {
  const out = mkdtempSync(join(tmpdir(), 'baixi-sdk-'));
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['tools/node_modules/typescript/bin/tsc', '-p', 'sdk/typescript', '--outDir', out],
      { encoding: 'utf8' },
    );
    expect([stdout, status]).toEqual(['', 0]);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['baixi.js', 'baixi.d.ts']));
  } finally {
    rmSync(out, { recursive: true });
  }
});

/** A site that answers with each of these in turn, and records what it was asked. */
function siteOf(...answers: (Response | Error)[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push({ url: String(url), init });
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  const baixi = new Baixi({ baseUrl: 'https://site.example/', token: 'bxp_x', fetch });
  return { baixi, asked };
}
const json = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const keyOf = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('idempotency-key');
const order = { id: '1', invest_amount: 1_000, payment_mode: 1 };

test('an order is repeated after 503 and a lost answer with one key', async () => {
  const { baixi, asked } = siteOf(
    json(503, { code: 'BUSY' }, { 'retry-after': '0' }),
    new TypeError('the connection was lost'),
    json(200, { data: { id: '7' } }),
  );
  expect((await baixi.quickApply(order)).data.id).toBe('7');
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map(keyOf)).size).toBe(1);
  expect(keyOf(asked[0]!)).toMatch(/^[\w-]{36}$/);
  await baixi.quickApply(order, { idempotencyKey: 'mine' });
  expect(keyOf(asked.at(-1)!)).toBe('mine');
});

test('a refusal is thrown at once, with its code and data', async () => {
  const refused = { status: 409, code: 'CASE_FULL', message: '已滿額', data: { left: 0 } };
  const { baixi, asked } = siteOf(json(409, { ...refused, requestId: 'r' }));
  const error = await baixi.quickApply(order).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, code: 'CASE_FULL', data: { left: 0 } });
  expect(asked).toHaveLength(1);
});

test('after the last attempt the failure is thrown', async () => {
  const busy = json(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '0' });
  const { baixi, asked } = siteOf(busy);
  await expect(baixi.searchCases()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(asked).toHaveLength(5);
});

test('fields of a GET go into path and query', async () => {
  const { baixi, asked } = siteOf(new Response(new Uint8Array([37, 80])));
  const pdf = await baixi.caseDocument({ id: '5', kind: 'risk' });
  expect([...pdf]).toEqual([37, 80]);
  expect(asked[0]!.url).toBe('https://site.example/v1/invest/5/document?kind=risk');
  expect(new Headers(asked[0]!.init.headers).get('authorization')).toBe('Bearer bxp_x');
  expect(asked[0]!.init.redirect).toBe('error');
});

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"type":"order.paid","timestamp":"2026-11-23T02:00:00.000Z","data":{"orderId":"7"}}';
const now = new Date('2026-11-23T02:00:00Z');
const headers = headersOf('e1', body, { secrets: [secret], at: now });

test('the SDK verifies what the server signs, also during a rotation', async () => {
  const event = await verifyWebhook({ secret, headers, body, now });
  expect(event).toMatchObject({ id: 'e1', type: 'order.paid', data: { orderId: '7' } });
  const newer = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const both = headersOf('e1', body, { secrets: [newer, secret], at: now });
  expect((await verifyWebhook({ secret, headers: both, body, now })).id).toBe('e1');
});

test.each([
  ['another body', { body: body.replace('7', '8') }],
  ['another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
  ['an old timestamp', { now: new Date(now.getTime() + 301_000) }],
  ['a missing header', { headers: { ...headers, 'webhook-id': undefined } }],
  ['a broken signature', { headers: { ...headers, 'webhook-signature': 'v1,=!' } }],
])('%s is refused', async (_what, wrong) => {
  const given = { secret, headers, body, now, ...wrong };
  await expect(verifyWebhook(given)).rejects.toBeInstanceOf(WebhookError);
});
