// Tests of the named periods of a report, and of the period before one.
import { expect, test } from 'vitest';
import { lengthOf, periodBefore, presetsOn } from './presets.ts';

const spansOn = (today: string) => presetsOn(today).map(({ from, to }) => [from, to]);

test('the named periods end with the current month or the one before', () => {
  expect(spansOn('2026-11-23')).toEqual([
    ['2026-11', '2026-11'],
    ['2026-10', '2026-10'],
    ['2026-10', '2026-11'],
    ['2026-01', '2026-11'],
    ['2025-12', '2026-11'],
  ]);
  expect(spansOn('2027-01-31')).toEqual([
    ['2027-01', '2027-01'],
    ['2026-12', '2026-12'],
    ['2027-01', '2027-01'],
    ['2027-01', '2027-01'],
    ['2026-02', '2027-01'],
  ]);
});

test.each([
  ['2026-11', '2026-11', 1, '2026-10', '2026-10'],
  ['2026-01', '2026-03', 3, '2025-10', '2025-12'],
  ['2025-12', '2026-11', 12, '2024-12', '2025-11'],
])('before %s to %s', (from, to, length, earlier, last) => {
  expect(lengthOf({ from, to })).toBe(length);
  expect(periodBefore({ from, to })).toEqual({ from: earlier, to: last });
});
