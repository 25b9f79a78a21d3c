// Test of the months and years for which a member can choose a document.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { monthsSince, yearsSince } from './periods.ts';

const today = day('2026-11-28');

test('no year is listed before the member joined, and no more than the limit', () => {
  expect(yearsSince(day('2026-02-03'), today, 5)).toEqual(['2026']);
  expect(yearsSince(day('2025-12-31'), today, 5)).toEqual(['2026', '2025']);
  expect(yearsSince(day('2015-01-01'), today, 3)).toEqual(['2026', '2025', '2024']);
});

test('no month is listed before the member joined, and no more than the limit', () => {
  expect(monthsSince(day('2026-09-30'), today, 24)).toEqual(['2026-11', '2026-10', '2026-09']);
  expect(monthsSince(day('2026-11-28'), today, 24)).toEqual(['2026-11']);
  expect(monthsSince(day('2015-01-01'), today, 2)).toEqual(['2026-11', '2026-10']);
});

test('until it is known when the member joined, all are listed', () => {
  expect(yearsSince(null, today, 2)).toEqual(['2026', '2025']);
  expect(monthsSince(null, today, 2)).toEqual(['2026-11', '2026-10']);
});
