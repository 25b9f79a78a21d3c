// Tests which failures of the database ask the caller to come back instead of being called a bug.
import { expect, test } from 'vitest';
import { isUnreachable, refusalOf } from './failure.ts';

const withCode = (code: string) => Object.assign(new Error('a failure'), { code });

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Starting, too many connections, full disk, lock not available, cancelled.
  '57P03',
  '53300',
  '53100',
  '55P03',
  '57014',
  // Another password, or a role that may not sign in: processes that have the new settings answer.
  '28P01',
  '28000',
])('a database that fails with %s makes the call busy', (code) => {
  expect(isUnreachable(withCode(code))).toBe(true);
  expect(refusalOf(withCode(code))).toMatchObject({ code: 'BUSY', retryAfter: 2 });
});

test.each(['23505', '42P01', 'ENOENT'])('a failure with %s is not the network', (code) => {
  expect(isUnreachable(withCode(code))).toBe(false);
});

test.each(['40001', '40P01'])('a transaction rolled back with %s may be sent again', (code) => {
  expect(refusalOf(withCode(code))).toMatchObject({ code: 'BUSY', retryAfter: 2 });
  // The database is there, so the key of a command is free for the next try.
  expect(isUnreachable(withCode(code))).toBe(false);
});
