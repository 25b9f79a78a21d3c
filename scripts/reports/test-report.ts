// Reads the reports of Vitest for `npm test`: counts, causes of failures, and second runs.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { UnhandledError } from './unhandled-errors.ts';

/**
 * `failures` contains name and cause of each failed test, which are printed again at the very end.
 */
export type Counts = { passed: number; failed: number; failures?: string[] };

type TestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};
/**
 * The fields of Vitest's report that are used. `ok` tells whether the Vitest process succeeded;
 * `unhandled` are the errors outside of any test.
 */
export type Report = { ok: boolean; testResults: TestFile[]; unhandled: UnhandledError[] };

/**
 * Reads Vitest's report and the file of `unhandled-errors.ts`; returns null if Vitest itself did
 * not run to its end.
 */
export function readReport(file: string, unhandledFile: string, ok: boolean): Report | null {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Report, 'testResults'>;
    const unhandled = JSON.parse(readFileSync(unhandledFile, 'utf8')) as UnhandledError[];
    return { ok, testResults, unhandled };
  } catch {
    return null;
  }
}

const isFailed = ({ status, assertionResults }: TestFile) =>
  status === 'failed' || assertionResults.some((one) => one.status === 'failed');

/** Returns the files with a failed test or an error outside of any, and those that do not load. */
export function failedFiles({ testResults, unhandled }: Report): string[] {
  const outside = new Set(unhandled.map(({ file }) => file));
  return testResults
    .filter((file) => isFailed(file) || outside.has(file.name))
    .map(({ name }) => name);
}

/** Returns the report after failed files have been run again: their second results count. */
export function merged(first: Report, second: Report): Report {
  const again = new Set(second.testResults.map(({ name }) => name));
  const kept = first.testResults.filter(({ name }) => !again.has(name));
  const left = first.unhandled.filter(({ file }) => !again.has(file));
  const unhandled = [...left, ...second.unhandled];
  const ok = second.ok && unhandled.length === 0;
  return { ok, testResults: [...kept, ...second.testResults], unhandled };
}

/**
 * A file that does not even load has no failed tests, so the file itself counts as one failed test.
 */
export function countsOf(report: Report): Counts {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string) => tests.filter((one) => one.status === status).length;
  const failed = Math.max(count('failed'), report.ok ? 0 : 1);
  return { passed: count('passed'), failed, failures: failuresOf(report) };
}

/**
 * Number of lines of each failure that are repeated at the end of the output, because a truncated
 * log shows only its end.
 */
const LINES = 25;
/** Stack frames outside our own code. */
const STRANGE = /^ +at .*(node_modules|node:|new Promise)/;

/**
 * Returns each failed test, and each file that failed as a whole, with the first lines of its
 * failure.
 */
export function failuresOf({ testResults, unhandled }: Report): string[] {
  const ofTests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const told = failed.map(({ fullName, failureMessages }) => [fullName, ...failureMessages]);
    if (status === 'failed' && failed.length === 0) told.push(['the file itself', message]);
    return told.map(([title, ...messages]) => {
      const ours = messages
        .join('\n')
        .split('\n')
        .filter((line) => !STRANGE.test(line));
      return [`✗ ${relative('.', name)} › ${title}`, ...ours.slice(0, LINES)].join('\n    ');
    });
  });
  const outside = unhandled.map(
    ({ file, message }) =>
      `✗ ${relative('.', file)} › an error outside of any test\n    ${message}`,
  );
  return [...ofTests, ...outside];
}
