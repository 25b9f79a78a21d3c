// Tests the check of recorded refusals: it reports refusals of the API that were never answered in
// a test, and stated reasons that are no longer needed.
import { expect, test } from 'vitest';
import { refusalProblems } from '../tests/recorded-refusals.ts';

/**
 * All pairs of endpoint and refusal in the contract, as the check lists them if none was answered.
 */
const all = refusalProblems({}, new Set())
  .slice(1)
  .map((line) => line.trim());
const pair = 'site identity.login LOGIN_FAILED';

test('a refusal that no server answered is reported, unless there is a reason', () => {
  expect(all.length).toBeGreaterThan(500);
  expect(all).toContain(pair);
  expect(refusalProblems({}, new Set(all))).toEqual([]);
  const answered = new Set(all);
  answered.delete(pair);
  const [title, ...names] = refusalProblems({}, answered);
  expect(title).toMatch(/^no integration test provokes this refusal.* 1:$/);
  expect(names).toEqual([`  ${pair}`]);
  expect(refusalProblems({ [pair]: 'why' }, answered)).toEqual([]);
});

test('a reason for a refusal that was answered is reported as not needed', () => {
  const [title, ...names] = refusalProblems({ [pair]: 'why' }, new Set(all));
  expect(title).toMatch(/^an integration test provokes this refusal; its reason can go.* 1:$/);
  expect(names).toEqual([`  ${pair}`]);
});
