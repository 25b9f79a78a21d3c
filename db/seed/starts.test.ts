// Tests that the named borrowers are as late as their states need, on every day of six years. In
// the long holiday of the New Year there are days on which no first day of a loan fits.
import { expect, test } from 'vitest';
import { addDays, addMonths, day, daysBetween, onOrAfterBusinessDay } from '#contract/core/day.ts';
import { casts } from '../seed-cast.ts';
import { startsOf } from './starts.ts';

/** Days late between which each state is certain: jobs run a day later, a poll takes a week. */
const ranges: Record<string, [least: number, most: number]> = {
  'borrower.violation@demo.baixi.example': [32, 37],
  'borrower.overdue@demo.baixi.example': [9, 29],
  'borrower.grace@demo.baixi.example': [1, 6],
};

test('whatever day it is, each is late by days of its state, and they begin in order', () => {
  const wrong: string[] = [];
  let right = 0;
  for (let n = 0; n < 2_200; n += 1) {
    const today = addDays(day('2026-11-21'), n);
    const moved = startsOf(today, casts.repaying);
    let before = -Infinity;
    for (const { email, startsOn, stopsAfter } of moved) {
      if (startsOn < before) wrong.push(`${today} ${email} begins too early`);
      before = startsOn;
      const range = ranges[email];
      if (!range) continue;
      const isRight = (start: number) => {
        const due = addMonths(addDays(today, start), stopsAfter + 1);
        const late = daysBetween(onOrAfterBusinessDay(due), today);
        return late >= range[0] && late <= range[1];
      };
      const others = Array.from({ length: 21 }, (_, k) => startsOn + k - 10);
      if (!isRight(startsOn) && others.some(isRight)) wrong.push(`${today} ${email}`);
      if (isRight(startsOn)) right += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(3 * 2_200 - 20);
  expect(casts.repaying.filter(({ email }) => ranges[email])).toHaveLength(3);
});
