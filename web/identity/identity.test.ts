// Table tests of the texts of the login page, the mail page and the account page.
import { expect, test } from 'vitest';
import { mailBoxesOf, maskedEmail } from './register/mail.ts';
import { failureWords } from './captcha/needs-captcha.ts';
import { progressOf } from './progress.ts';

test.each([
  ['meiling.lin@example.com', 'mei****@example.com'],
  ['mei@example.com', 'me****@example.com'],
  ['m@example.com', 'm****@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});

test.each([
  ['a@gmail.com', ['Gmail']],
  ['a@GMAIL.com', ['Gmail']],
  ['a@hotmail.com', ['Outlook']],
  ['a@yahoo.com.tw', ['Yahoo 信箱']],
  ['a@example.com', ['Gmail', 'Outlook']],
])('mail to %s is read at %j', (email, names) => {
  expect(mailBoxesOf(email).map(({ name }) => name)).toEqual(names);
});

test.each([
  [1, '不正確'],
  [2, '不正確'],
  [3, '不正確，再錯 2 次將需要進行驗證'],
  [4, '不正確，再錯 1 次將需要進行驗證'],
  [5, '不正確'],
  [9, '不正確'],
])('failure %i says %s', (count, words) => {
  expect(failureWords('不正確', count, 5)).toBe(words);
});

test.each([
  [0, 0, '未開始'],
  [1, 0, '第 2 步'],
  [3, 0, '第 4 步'],
  [4, 1, '審核中'],
  [4, 2, '待補件'],
  [4, 3, '已完成'],
])('stage %i with status %i is %s', (stage, status, word) => {
  expect(progressOf(stage, status).text).toBe(word);
});
