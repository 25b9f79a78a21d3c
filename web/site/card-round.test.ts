// Test of where notification cards are shown after one login.
import { expect, test } from 'vitest';
import { isRoundOver, noCards, roundAt } from './kit/card-round.ts';

const cards = [{ id: 'a' }, { id: 'b' }];
const begun = roundAt(noCards, 'landing', true);

test('what was not closed is shown once more, then the round is over', () => {
  expect(isRoundOver(begun, cards)).toBe(false);
  const second = roundAt(begun, 'next', true);
  expect(isRoundOver(second, cards)).toBe(false);
  expect(isRoundOver(roundAt(second, 'third', true), cards)).toBe(true);
});

test('a page on which cards would cover a form uses none of the two, but counts as a move', () => {
  const busy = roundAt(begun, 'form', false);
  expect(isRoundOver(roundAt(busy, 'next', true), cards)).toBe(false);
  expect(isRoundOver(roundAt(roundAt(busy, 'form 2', false), 'next', true), cards)).toBe(true);
});

test('it is over with the last closed card, and a reload is no move', () => {
  expect(isRoundOver({ ...begun, closed: ['a'] }, cards)).toBe(false);
  expect(isRoundOver({ ...begun, closed: ['b', 'a'] }, cards)).toBe(true);
  expect(roundAt(begun, 'landing', true)).toBe(begun);
});
