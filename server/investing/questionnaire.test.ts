// What the answers of the risk questionnaire score, and the profile they make.
import { describe, expect, test } from 'vitest';
import { day } from '#contract/day.ts';
import { profileOf, questions, scoreOf, validUntilOf } from './questionnaire.ts';

describe('the questionnaire', () => {
  test('asks six questions of five options each', () => {
    expect(questions.map(({ options }) => options.length)).toEqual([5, 5, 5, 5, 5, 5]);
  });

  test.each([
    [[1, 1, 1, 1, 1, 1], 6, 1],
    [[2, 2, 2, 2, 2, 3], 13, 1],
    [[2, 2, 2, 2, 3, 3], 14, 2],
    [[4, 4, 3, 3, 3, 4], 21, 2],
    [[4, 4, 4, 3, 3, 4], 22, 3],
    [[5, 5, 5, 5, 5, 5], 30, 3],
    // Whoever bears no loss is careful, whatever else he says.
    [[5, 5, 5, 5, 1, 5], 26, 1],
    [[5, 5, 5, 5, 2, 5], 27, 2],
  ])('%j scores %i and makes profile %i', (answers, score, profile) => {
    expect(scoreOf(answers)).toBe(score);
    expect(profileOf(answers)).toBe(profile);
  });

  test('counts for a year', () => {
    expect(validUntilOf(day('2026-11-20'))).toBe('2027-11-20');
    expect(validUntilOf(day('2028-02-29'))).toBe('2029-02-28');
  });
});
