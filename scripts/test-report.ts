// Reads the reports of Vitest for `npm test`: counts, causes of failures, and second runs.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

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
/** The fields of Vitest's report that are used; `ok` tells whether the Vitest process succeeded. */
export type Report = { ok: boolean; testResults: TestFile[] };

/**
 * Reads Vitest's report; returns null if there is none because Vitest itself did not run to its
 * end.
 */
export function readReport(file: string, ok: boolean): Report | null {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Report, 'testResults'>;
    return { ok, testResults };
  } catch {
    return null;
  }
}

const isFailed = ({ status, assertionResults }: TestFile) =>
  status === 'failed' || assertionResults.some((one) => one.status === 'failed');

/** Returns the files with a failed test and those that did not even load. */
export function failedFiles({ testResults }: Report): string[] {
  return testResults.filter(isFailed).map(({ name }) => name);
}

/** Returns the report after failed files have been run again: their second results count. */
export function merged(first: Report, second: Report): Report {
  const again = new Set(second.testResults.map(({ name }) => name));
  const kept = first.testResults.filter(({ name }) => !again.has(name));
  return { ok: second.ok, testResults: [...kept, ...second.testResults] };
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
export function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
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
}
