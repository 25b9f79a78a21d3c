// Tests that invariants and scheduled jobs have display names for operators.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readInvariants } from '../server/database/invariants.ts';
import { laws } from '../web/ledger/office/book-words.ts';
import { jobText } from '../web/tasks/office/job-words.ts';

test('every law of the books has its words, and no words are left without a law', () => {
  const names = readInvariants().map(({ name }) => name);
  expect(Object.keys(laws).toSorted()).toEqual(names.toSorted());
});

test('every job that runs by the clock has its words', () => {
  const jobs = globSync('server/**/jobs.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/name: '([\w.]+)',\s+each: '/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(jobs.length).toBeGreaterThan(30);
  expect(jobs.filter((name) => jobText[name] === undefined)).toEqual([]);
});
