// Tests that invariants and scheduled jobs have display names for operators, and that no text uses
// a second name for a term of the glossary.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readInvariants } from '../server/database/invariants.ts';
import { LATER_SCHEDULES } from '../server/servicing/repayment/recomputation.ts';
import { invariantText } from '#contract/ledger/invariant-words.ts';
import { jobText } from '../web/tasks/office/job-words.ts';

test('every invariant has its texts, and no texts are without an invariant', () => {
  const names = [...readInvariants().map(({ name }) => name), LATER_SCHEDULES];
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

/**
 * Names that people use elsewhere for terms of the glossary, or that would promise what the
 * platform is not: 撥款 is never called 放款, for example.
 */
const OTHER_NAMES =
  /投資者|金主|債務人|流標|放款|繳款[期日]|獲利率|保證報酬|知識室|實名認證|認購|投標|等額本息/u;

test('each term of the glossary has one name in the texts of the product', () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, i) => (OTHER_NAMES.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );
  // The official options call one way of repayment by both names; the contract removes the second.
  expect(found).toEqual([expect.stringContaining("[/（等額本息）/g, '']")]);
});
