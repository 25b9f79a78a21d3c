// Tests the check of recorded calls: it reports calls that were never made and reasons that are no
// longer needed.
import { expect, test } from 'vitest';
import { callProblems } from '../e2e/kit/recorded-calls.ts';

/** All calls of the contract, in the form in which the check lists them if none was made. */
const all = callProblems({}, new Set())
  .slice(1)
  .map((line) => line.trim());

test('a call that no page made is reported, unless there is a reason', () => {
  expect(all.length).toBeGreaterThan(300);
  expect(all).toContain('office tasks.assignTasks');
  expect(callProblems({}, new Set(all))).toEqual([]);
  const made = new Set(all);
  made.delete('site banking.bankCallback');
  const [title, ...names] = callProblems({}, made);
  expect(title).toMatch(/^no browser test has a page make this call.* 1:$/);
  expect(names).toEqual(['  site banking.bankCallback']);
  expect(callProblems({ 'site banking.bankCallback': 'The bank calls it.' }, made)).toEqual([]);
});

test('a reason for a call that a page made is reported as not needed', () => {
  const [title, ...names] = callProblems({ 'site identity.login': 'why' }, new Set(all));
  expect(title).toMatch(/^a browser test makes this call; its reason can go.* 1:$/);
  expect(names).toEqual(['  site identity.login']);
});
