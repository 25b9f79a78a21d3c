// Tests the scores of risk questionnaire answers and the resulting profile.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { RISK_VERSION, riskPoints } from '#contract/investing/risk-text.ts';
import {
  profileOf,
  QUESTIONNAIRE_VERSION,
  questions,
  renewFromOf,
  scoreOf,
  validUntilOf,
} from './questionnaire.ts';

const hashOf = (words: unknown) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

/**
 * Hash of every version's text. A person who changes a text must increase the version and add a
 * line here.
 */
const released = {
  questions: { 1: '87ebe298e4237672' } as Record<number, string>,
  risk: { 1: '7b4db007eec16665' } as Record<number, string>,
};

test('a version’s words that were answered or agreed to do not change', () => {
  expect(hashOf(questions)).toBe(released.questions[QUESTIONNAIRE_VERSION]);
  expect(hashOf(riskPoints)).toBe(released.risk[RISK_VERSION]);
});

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
    // An investor who accepts no loss gets the careful profile, whatever they answer otherwise.
    [[5, 5, 5, 5, 1, 5], 26, 1],
    [[5, 5, 5, 5, 2, 5], 27, 2],
  ])('%j scores %i and makes profile %i', (answers, score, profile) => {
    expect(scoreOf(answers)).toBe(score);
    expect(profileOf(answers)).toBe(profile);
  });

  test('is valid for a year', () => {
    expect(validUntilOf(day('2026-11-20'))).toBe('2027-11-20');
    expect(validUntilOf(day('2028-02-29'))).toBe('2029-02-28');
    expect(renewFromOf(day('2027-11-20'))).toBe('2027-10-21');
  });
});
