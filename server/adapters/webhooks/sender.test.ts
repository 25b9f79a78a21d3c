// Tests of the sender of webhooks: which addresses it may ask, and how it reads answers.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver, withStatus } from '../../../tests/actors/webhooks.ts';
import { isInnerAddress } from '../outer-addresses.ts';
import { createWebhookSender, webhookAddressOf } from './sender.ts';

let receiver: Receiver;
beforeAll(async () => void (receiver = await openReceiver()));
afterAll(() => receiver.close());

const request = (url: string) => ({ url, headers: { 'webhook-id': 'a' }, body: '{}' });

test.each([
  ['https://hooks.example.com/baixi?key=1', true],
  ['https://hooks.example.com:443/', true],
  ['https://hooks.example.com:8443/', false],
  ['http://hooks.example.com/', false],
  ['https://user:word@hooks.example.com/', false],
  ['https://user@hooks.example.com/', false],
  ['https://hooks.example.com/#part', false],
  ['https://intranet/', false],
  ['https://localhost/', false],
  ['https://93.184.216.34/', false],
  ['https://2130706433/', false],
  ['https://0x7f.1/', false],
  ['https://[::1]/', false],
  ['https://[::ffff:10.0.0.1]/', false],
  ['http://127.0.0.1:4000/', false],
  ['ftp://hooks.example.com/', false],
  ['no address', false],
])('%s may be registered in production: %s', (url, may) => {
  expect(webhookAddressOf(url, false) !== null).toBe(may);
});

test('a demonstration also allows http to this machine, and nothing else', () => {
  expect(webhookAddressOf('http://127.0.0.1:4000/hook', true)).not.toBeNull();
  expect(webhookAddressOf('http://localhost:4000/hook', true)).not.toBeNull();
  expect(webhookAddressOf('https://127.0.0.1:4000/hook', true)).toBeNull();
  expect(webhookAddressOf('http://10.0.0.1:4000/hook', true)).toBeNull();
  expect(webhookAddressOf('http://hooks.example.com/', true)).toBeNull();
});

test.each([
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '100.64.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:a00:1::',
  'fec0::1',
  'ff02::1',
])('%s is not reached through the internet', (address) => {
  expect(isInnerAddress(address)).toBe(true);
});

/** Answers a name with one list of addresses after the other, and counts the questions. */
function names(...answers: LookupAddress[][]) {
  let asked = 0;
  const lookup: LookupFunction = (_name, options, done) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const [first] = found;
    if ('all' in options && options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
  return { lookup, asked: () => asked };
}
const outer = { address: '93.184.216.34', family: 4 };
const inner = { address: '127.0.0.1', family: 4 };

test('a name that leads into a private network is not asked', async () => {
  for (const found of [[inner], [outer, inner], [{ address: '::ffff:7f00:1', family: 6 }]]) {
    const { lookup } = names(found);
    const sender = createWebhookSender({ loopback: false, lookup });
    const answer = await sender.send(request('https://hooks.example.com/'));
    expect(answer).toEqual({ status: null, failure: 'address', answer: '' });
  }
});

test('a name is asked only once, so that no other answer is used after the check', async () => {
  const { lookup, asked } = names([outer], [inner]);
  const sender = createWebhookSender({ loopback: false, lookup, timeoutMs: 300 });
  const before = receiver.received.length;
  const { failure } = await sender.send(request('https://hooks.example.com/'));
  expect(failure).not.toBeNull();
  expect(asked()).toBe(1);
  expect(receiver.received).toHaveLength(before);
});

test('an address that was registered by other rules is refused when it is sent to', async () => {
  const sender = createWebhookSender({ loopback: false });
  expect((await sender.send(request(receiver.url))).failure).toBe('address');
});

const sender = createWebhookSender({ loopback: true, timeoutMs: 400 });

test('a redirect is an answer and is not followed', async () => {
  const to = `${receiver.url}/elsewhere`;
  receiver.answers((_request, answer) => answer.writeHead(302, { location: to }).end());
  const before = receiver.received.length;
  expect(await sender.send(request(receiver.url))).toMatchObject({ status: 302, failure: null });
  expect(receiver.received).toHaveLength(before + 1);
});

test('of a long answer only the beginning is read, and shown up to 1,000 characters', async () => {
  receiver.answers((_request, answer) => {
    answer.writeHead(500);
    answer.write('\0'.repeat(10) + '溪'.repeat(100_000));
  });
  const { status, answer } = await sender.send(request(receiver.url));
  expect(status).toBe(500);
  expect(answer).toHaveLength(1_000);
  expect(answer).not.toContain('\0');
});

test('a receiver that does not answer in time, or has gone, is told apart', async () => {
  receiver.answers(() => {});
  expect((await sender.send(request(receiver.url))).failure).toBe('timeout');
  const gone = await openReceiver();
  await gone.close();
  expect((await sender.send(request(gone.url))).failure).toBe('unreachable');
});

test('the status counts even if the rest of the answer does not come', async () => {
  receiver.answers((_request, answer) => answer.writeHead(200).write('begun'));
  expect(await sender.send(request(receiver.url))).toEqual({
    status: 200,
    failure: null,
    answer: 'begun',
  });
  receiver.answers(withStatus(204));
});
