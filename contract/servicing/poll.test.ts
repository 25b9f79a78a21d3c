// Tests poll results: tables of examples, and properties that hold for any votes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../core/money.ts';
import { hasQuorum, pollAnswerSchema, pollResultOf, pollStateAt, turnoutOf } from './poll.ts';

const count = (negotiate: number, legal: number, abstain: number, total: number) => ({
  negotiate: money(negotiate),
  legal: money(legal),
  abstain: money(abstain),
  total: money(total),
});

describe('the result', () => {
  it.each([
    { votes: [50_001, 49_999, 0, 100_000], result: 'negotiate' },
    { votes: [49_999, 50_001, 0, 100_000], result: 'legal' },
    { votes: [50_000, 50_000, 0, 100_000], result: 'undecided' },
    { votes: [33_333, 0, 0, 100_000], result: 'undecided' },
    { votes: [33_334, 0, 0, 100_000], result: 'negotiate' },
    { votes: [33_333, 0, 0, 99_999], result: 'negotiate' },
    { votes: [1, 0, 33_333, 100_000], result: 'negotiate' },
    { votes: [0, 1, 33_333, 100_000], result: 'legal' },
    { votes: [0, 0, 100_000, 100_000], result: 'undecided' },
    { votes: [0, 0, 0, 100_000], result: 'undecided' },
    { votes: [0, 0, 0, 0], result: 'undecided' },
  ])('of votes $votes is $result', ({ votes, result }) => {
    const [negotiate = 0, legal = 0, abstain = 0, total = 0] = votes;
    expect(pollResultOf(count(negotiate, legal, abstain, total))).toBe(result);
  });

  it('needs more than half of the votes by principal, and a third taking part', () => {
    const amount = fc.integer({ min: 0, max: 2_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, (negotiate, legal, abstain, silent) => {
        const votes = count(negotiate, legal, abstain, negotiate + legal + abstain + silent);
        const result = pollResultOf(votes);
        const carried = result === 'negotiate' ? negotiate : result === 'legal' ? legal : 0;
        expect(turnoutOf(votes)).toBe(negotiate + legal + abstain);
        if (result !== 'undecided') {
          expect(hasQuorum(votes)).toBe(true);
          expect(carried * 2).toBeGreaterThan(negotiate + legal);
        }
      }),
    );
  });
});

describe('an answer', () => {
  it.each([
    [1, 1],
    ['1', 1],
    ['NEGOTIATE', 1],
    [true, 1],
    ['true', 1],
    ['agree', 1],
    [2, 2],
    ['LEGAL', 2],
    [false, 2],
    ['disagree', 2],
    [3, 3],
    ['ABSTAIN', 3],
  ])('%s means %i', (said, means) => {
    expect(pollAnswerSchema.parse(said)).toBe(means);
  });

  it.each([0, 4, 1.5, '', 'yes', null, undefined, 'constructor', {}])('%s is refused', (said) => {
    expect(pollAnswerSchema.safeParse(said).success).toBe(false);
  });
});

describe('the state of a poll', () => {
  const closesAt = '2026-11-27T23:59:59+08:00';
  const end = Date.parse(closesAt);
  it.each([
    ['open', end - 1, 'open'],
    ['open', end, 'counting'],
    ['undecided', end - 1, 'undecided'],
    ['legal', end + 1, 'legal'],
  ] as const)('with status %s at %i is %s', (status, now, state) => {
    expect(pollStateAt({ status, closesAt }, now)).toBe(state);
  });
});
