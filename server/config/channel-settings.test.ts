// Tests of the settings of push messages and LINE.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { brandFrom } from '#contract/brand.ts';
import { pushServices } from '../adapters/push/addresses.ts';
import { channelSettings, lineOf, pushOf } from './channel-settings.ts';
import { readConfig } from './config.ts';

const schema = z.object(channelSettings);
const brand = brandFrom({});
const key = Buffer.alloc(32, 7).toString('base64url');
const line = { LINE_TOKEN: 'token', LINE_SECRET: 'secret', LINE_ACCOUNT: '@123abcde' };

test('without settings neither channel is offered', () => {
  const env = schema.parse({});
  expect([pushOf(env, brand), lineOf(env)]).toEqual([null, null]);
});

test('the key of push messages is enough, and services can be replaced', () => {
  const push = pushOf(schema.parse({ VAPID_PRIVATE_KEY: key }), brand);
  expect(push).toEqual({
    privateKey: Buffer.alloc(32, 7),
    subject: `mailto:${brand.email}`,
    hosts: pushServices,
  });
  const own = schema.parse({ VAPID_PRIVATE_KEY: key, PUSH_HOSTS: 'push.example, b.example' });
  expect(pushOf(own, brand)?.hosts).toEqual(['push.example', 'b.example']);
});

test.each([
  { VAPID_PRIVATE_KEY: 'c2hvcnQ' },
  { VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url') },
  { VAPID_PRIVATE_KEY: key, VAPID_SUBJECT: 'service@baixi.example' },
  { VAPID_PRIVATE_KEY: key, PUSH_HOSTS: '127.0.0.1' },
  { VAPID_PRIVATE_KEY: key, PUSH_HOSTS: 'localhost' },
  { ...line, LINE_ACCOUNT: '123abcde' },
])('%o is refused', (given) => {
  expect(schema.safeParse(given).success).toBe(false);
});

test('LINE needs all of its settings, and encryption', () => {
  const sender = { url: 'https://api.line.me', token: 'token' };
  const whole = { account: '@123abcde', secret: 'secret', sender };
  expect(lineOf(schema.parse(line))).toEqual(whole);
  for (const name of Object.keys(line)) {
    const given = schema.parse({ ...line, [name]: undefined });
    expect(() => lineOf(given)).toThrow('LINE messages need');
  }
  const plain = schema.parse({ ...line, LINE_URL: 'http://line.example' });
  expect(() => lineOf(plain)).toThrow('LINE_URL must be https://');
  expect(() => pushOf(schema.parse({ VAPID_SUBJECT: 'mailto:a@b.example' }), brand)).toThrow(
    'needs VAPID_PRIVATE_KEY',
  );
});

test('a demonstration has both, keeps their keys, and sends nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'channels-'));
  const [first, second] = [readConfig({}, folder), readConfig({}, folder)];
  expect(first.push?.privateKey).toHaveLength(32);
  expect(second.push).toEqual(first.push);
  expect(first.line).toMatchObject({ account: '@baixi-demo', sender: null });
});
