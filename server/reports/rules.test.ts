// Tests of the months of a report.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { periodOf } from './rules.ts';

const today = day('2026-11-23');
const monthsOf = (from?: string, to?: string) => {
  const { months } = periodOf({ from, to }, today);
  return [months[0], months.at(-1), months.length];
};

test.each([
  [undefined, undefined, ['2025-12', '2026-11', 12]],
  ['2026-09', '2026-10', ['2026-09', '2026-10', 2]],
  // A month to come counts as the current one.
  ['2026-09', '2027-06', ['2026-09', '2026-11', 3]],
  [undefined, '2027-06', ['2025-12', '2026-11', 12]],
  ['2027-01', '2027-06', ['2026-11', '2026-11', 1]],
  ['2026-10', '2026-09', [undefined, undefined, 0]],
] as const)('from %s to %s', (from, to, months) => {
  expect(monthsOf(from, to)).toEqual(months);
});
