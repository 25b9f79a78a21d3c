// Tests of who gets a task: turns, substitutes, and that nobody gets the check of their own work.
import { expect, test } from 'vitest';
import { nextInTurn, type Present, substituteFor } from './duty-rules.ts';

const finance = (id: number): Present => ({ id, roles: ['finance'] });
const present = [
  finance(3),
  finance(1),
  finance(2),
  finance(5),
  { id: 4, roles: ['reviewer'] as const },
];
const check = { kind: 'payment_check', makerId: 2, otherMakers: [5] } as const;

test.each([
  [0, 1],
  [1, 3],
  [2, 3],
  [3, 1],
])('after %i it is the turn of %i, never of a maker or another role', (last, id) => {
  expect(nextInTurn(check, present, last)?.id).toBe(id);
});

test('nobody gets a task that nobody present may decide', () => {
  expect(nextInTurn(check, [finance(2), finance(5)], 0)).toBeUndefined();
  expect(nextInTurn(check, [], 0)).toBeUndefined();
});

test('a substitute must be present, may decide, and did not make the work', () => {
  expect(substituteFor(check, present, 1)?.id).toBe(1);
  expect(substituteFor(check, present, 2)).toBeUndefined();
  expect(substituteFor(check, present, 5)).toBeUndefined();
  expect(substituteFor(check, present, 4)).toBeUndefined();
  expect(substituteFor(check, present, 9)).toBeUndefined();
  expect(substituteFor(check, present, null)).toBeUndefined();
});
