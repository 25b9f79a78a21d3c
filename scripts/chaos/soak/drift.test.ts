// Tests that the drift of a figure is found, and that single samples do not pass for one.
import { expect, test } from 'vitest';
import { driftOf } from './drift.ts';

const rising = (share: number) => Array.from({ length: 101 }, (_, n) => 100 + share * n);

test('a figure that stays the same has no drift', () => {
  expect(driftOf(rising(0))).toBe(0);
});

test('a figure that rises steadily drifts by its rise in shares of its median', () => {
  expect(driftOf(rising(0.1))).toBeCloseTo(10 / 105);
  expect(driftOf(rising(-0.1))).toBeCloseTo(-10 / 95);
});

test('a figure that swings around a level has almost no drift', () => {
  const swinging = Array.from({ length: 101 }, (_, n) => 100 + (n % 7));
  expect(Math.abs(driftOf(swinging))).toBeLessThan(0.01);
});

test('a few samples that stand out change nothing', () => {
  const disturbed = rising(0).map((value, n) => (n % 10 === 9 ? value * 20 : value));
  expect(driftOf(disturbed)).toBe(0);
});

test('no sample and a figure of zero have no drift', () => {
  expect(driftOf([])).toBe(0);
  expect(driftOf([0, 0, 0])).toBe(0);
});
