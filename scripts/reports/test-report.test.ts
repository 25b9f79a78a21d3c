// Reports of Vitest: what is counted, and what is printed.
import { expect, test } from 'vitest';
import { type Report, countsOf } from './test-report.ts';

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

test('a file that does not load counts as one failure, with its cause', () => {
  const { passed, failed, failures } = countsOf(told(false, file('a', 'passed'), unloaded));
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures?.[0]).toContain('SyntaxError');
});

test('an error outside the tests counts with its cause, even if each test passed', () => {
  const unhandled = [{ file: 'a', message: 'Error: nobody waited' }];
  const report = { ...told(false, file('a', 'passed')), unhandled };
  const { passed, failed, failures } = countsOf(report);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(failures?.[0]).toContain('nobody waited');
});
