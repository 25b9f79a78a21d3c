// Tests that invariants and scheduled jobs have display names for operators.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readInvariants } from '../server/database/invariants.ts';
import { invariantText } from '../web/ledger/office/book-words.ts';
import { jobText } from '../web/tasks/office/job-words.ts';

test('every invariant has its texts, and no texts are without an invariant', () => {
  const names = readInvariants().map(({ name }) => name);
  expect(Object.keys(invariantText).toSorted()).toEqual(names.toSorted());
});

test('every scheduled job has its texts', () => {
  const jobs = globSync('server/**/jobs.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/name: '([\w.]+)',\s+each: '/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(jobs.length).toBeGreaterThan(30);
  expect(jobs.filter((name) => jobText[name] === undefined)).toEqual([]);
});
