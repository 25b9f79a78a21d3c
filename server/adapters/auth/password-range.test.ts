// Tests the look-up of leaked passwords, which sends only five digits of the hash.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type PasswordService,
  startPasswordService,
} from '../../../tests/doubles/password-range.ts';
import { createPasswordRange } from './password-range.ts';

let service: PasswordService;
beforeAll(async () => {
  service = await startPasswordService(['password', '溪水長流 leaked'], ['only padding']);
});
afterAll(() => service.close());

test('a leaked password is found, and only five digits of its hash are sent', async () => {
  const { isLeaked } = createPasswordRange(`${service.url}/`);
  expect(await isLeaked('password')).toBe(true);
  // The SHA-1 of "password" begins with 5BAA6 1E4C9 ….
  expect(service.asked).toEqual([{ path: '/range/5BAA6', padding: 'true' }]);
  expect(await isLeaked('溪水長流 leaked')).toBe(true);
  expect(await isLeaked('Password')).toBe(false);
  expect(await isLeaked('溪水長流八百里')).toBe(false);
});

test('a line of padding is not a leak', async () => {
  expect(await createPasswordRange(service.url).isLeaked('only padding')).toBe(false);
});

test('a service that fails, is silent or never ends is reported', async () => {
  const { isLeaked } = createPasswordRange(service.url, 300);
  service.be('failing');
  await expect(isLeaked('password')).rejects.toThrow('answers 503');
  service.be('silent');
  await expect(isLeaked('password')).rejects.toThrow(/timeout/);
  service.be('endless');
  await expect(createPasswordRange(service.url).isLeaked('password')).rejects.toThrow(
    'an answer without end',
  );
  service.be('well');
  expect(await isLeaked('password')).toBe(true);
});
