// Tests that messages for malformed input read like natural Taiwanese Chinese.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inputWords } from './input-words.ts';

const said = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: inputWords }).error?.issues[0]?.message;

test.each([
  ['nothing given', z.string().min(1), '', '這個欄位必填'],
  ['left out', z.number(), undefined, '這個欄位必填'],
  ['an e-mail without a domain', z.email(), 'a@b', '電子郵件格式不正確，例如 name@example.com'],
  ['too short', z.string().min(8), 'short', '至少 8 個字'],
  ['too long', z.string().max(3), 'abcd', '最多 3 個字'],
  ['too small a number', z.number().min(1000), 999, '最少 1000'],
  ['none of the options', z.enum(['a', 'b']), 'c', '請從選項中選擇'],
  ['an empty list', z.array(z.number()).min(1), [], '請至少選擇一項'],
  ['a number for a text', z.string(), 5, '內容不正確，請再確認一次'],
  ['a field nobody asked for', z.strictObject({}), { isAdmin: true }, '不需要這個欄位'],
])('%s', (_name, schema, input, words) => {
  expect(said(schema, input)).toBe(words);
});
