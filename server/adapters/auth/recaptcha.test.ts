// Tests of the siteverify protocol with a server that follows it, breaks it, or does not answer.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecaptcha } from './recaptcha.ts';

let asked: { path: string | undefined; body: string }[] = [];
let answer: (response: string) => { status?: number; text: string } | null;
let service: Server;
let url = '';

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ path: request.url, body });
      const said = answer(new URLSearchParams(body).get('response') ?? '');
      if (said) response.writeHead(said.status ?? 200).end(said.text);
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/recaptcha`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const recaptcha = () =>
  createRecaptcha({
    siteKey: 'site',
    secret: 's&=',
    url,
    hostname: 'baixi.example',
    timeoutMs: 300,
  });
const good = { success: true, challenge_ts: '2026-11-21T05:00:00Z', hostname: 'baixi.example' };
const says = (value: unknown) => () => ({ text: JSON.stringify(value) });

test('the browser learns which widget to show, and never the secret', async () => {
  const challenge = await recaptcha().challenge();
  expect(challenge).toEqual({ siteKey: 'site', script: `${url}/api.js` });
});

test('a good token has a name, the same each time', async () => {
  asked = [];
  answer = says(good);
  const name = await recaptcha().verify('token-1');
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(await recaptcha().verify('token-1')).toBe(name);
  expect(await recaptcha().verify('token-2')).not.toBe(name);
  expect(asked[0]?.path).toBe('/recaptcha/api/siteverify');
  const sent = new URLSearchParams(asked[0]?.body);
  expect([sent.get('secret'), sent.get('response')]).toEqual(['s&=', 'token-1']);
});

test.each([
  ['refused', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['of another site', { ...good, hostname: 'elsewhere.example' }],
  ['of no site', { success: true }],
])('a token %s is refused', async (_, value) => {
  answer = says(value);
  expect(await recaptcha().verify('token')).toBe(null);
});

test('text that cannot be a token is not even sent to the service', async () => {
  asked = [];
  for (const token of ['', 'x'.repeat(6_000)]) expect(await recaptcha().verify(token)).toBe(null);
  expect(asked).toEqual([]);
});

test.each<[string, typeof answer]>([
  ['no JSON', () => ({ text: '<html>' })],
  ['an error', () => ({ status: 500, text: '' })],
  ['another shape', says({ ok: true })],
  ['nothing', () => null],
])('if the service answers %s, nobody gets in', async (_, how) => {
  answer = how;
  await expect(recaptcha().verify('token')).rejects.toMatchObject({ name: 'Busy' });
});
