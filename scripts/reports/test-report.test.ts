// Reports of Vitest: what is counted, what is run again, and what is printed.
import { expect, test } from 'vitest';
import { type Report, countsOf, failedFiles, merged } from './test-report.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status, index) => ({
    status,
    fullName: `test ${index}`,
    failureMessages: status === 'failed' ? ['Error: it did not happen'] : [],
  })),
});
const unloaded = { name: 'c', status: 'failed', message: 'SyntaxError', assertionResults: [] };
const told = (ok: boolean, ...testResults: Report['testResults']): Report => ({
  ok,
  testResults,
  unhandled: [],
});

test('failed tests are counted with their cause', () => {
  const report: Report = told(false, file('a', 'passed', 'failed', 'skipped'));
  const { passed, failed, failures } = countsOf(report);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures?.[0]).toContain('test 1');
  expect(failures?.[0]).toContain('it did not happen');
});

test('a file that does not load counts as one failure and is run again', () => {
  const report: Report = told(false, file('a', 'passed'), unloaded);
  expect(countsOf(report)).toMatchObject({ passed: 1, failed: 1 });
  expect(failedFiles(report)).toEqual(['c']);
});

test('an error outside the tests counts, even if each test passed', () => {
  expect(countsOf(told(false, file('a', 'passed'))).failed).toBe(1);
});

test('the second run of a file replaces its first, whether it passed or not', () => {
  const first = told(false, file('a', 'passed'), file('b', 'passed', 'failed'), unloaded);
  const again = (second: Report) => countsOf(merged(first, second));
  const well = told(true, file('b', 'passed', 'passed'), file('c', 'passed'));
  expect(again(well)).toEqual({ passed: 4, failed: 0, failures: [] });
  const badly = told(false, file('b', 'passed', 'failed'), file('c', 'passed'));
  expect(again(badly)).toMatchObject({ passed: 3, failed: 1 });
});

test('an error outside the tests counts, and the file in which it was is run again', () => {
  const outside = (name: string) => ({
    ...told(false, file('a', 'passed'), file('b', 'passed')),
    unhandled: [{ file: name, message: 'Error: nobody waited' }],
  });
  expect(failedFiles(outside('b'))).toEqual(['b']);
  expect(failedFiles(outside('unknown'))).toEqual([]);
  const second = told(true, file('b', 'passed'));
  expect(countsOf(merged(outside('b'), second))).toMatchObject({ passed: 2, failed: 0 });
  const { failed: count, failures } = countsOf(merged(outside('a'), second));
  expect(count).toBe(1);
  expect(failures?.[0]).toContain('nobody waited');
});
