// Tests that notices are grouped under the right heading by days in Taipei.
import { expect, test } from 'vitest';
import { grouped } from './groups.ts';

const now = Date.parse('2026-11-20T08:00:00+08:00');

test.each([
  ['2026-11-20T07:59:00+08:00', '今天'],
  // At this instant it is still yesterday in UTC but already today in Taipei.
  ['2026-11-20T00:10:00+08:00', '今天'],
  ['2026-11-19T23:59:00+08:00', '本週'],
  ['2026-11-14T00:00:00+08:00', '本週'],
  ['2026-11-13T23:59:00+08:00', '更早'],
])('%s is under %s', (createdAt, name) => {
  expect(grouped([{ createdAt }], now)).toEqual([[name, [{ createdAt }]]]);
});

test('an empty group is left out and the order inside stays', () => {
  const at = (createdAt: string) => ({ createdAt });
  const list = [
    at('2026-11-20T07:00:00+08:00'),
    at('2026-11-20T06:00:00+08:00'),
    at('2026-01-01T00:00:00+08:00'),
  ];
  expect(grouped(list, now).map(([name, { length }]) => [name, length])).toEqual([
    ['今天', 2],
    ['更早', 1],
  ]);
});
