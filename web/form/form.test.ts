// Tests the messages of forms, and the names of nested errors.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { passwordSchema } from '#contract/identity/calls.ts';
import { resolverOf, wordsFor } from './resolver.ts';
import { REQUIRED, visibleMessage } from './words.ts';

function said(schema: z.ZodType, input: unknown): string | undefined {
  return schema.safeParse(input, { error: wordsFor }).error?.issues[0]?.message;
}

test.each([
  ['an empty text', passwordSchema, '', REQUIRED],
  ['a missing text', z.string(), undefined, REQUIRED],
  ['no choice', z.enum(['a', 'b']), undefined, REQUIRED],
  ['an emptied amount', z.number(), null, REQUIRED],
  ['a short password', passwordSchema, '1234567', '至少 8 個字'],
  ['a long text', z.string().max(20), 'x'.repeat(21), '最多 20 個字'],
  ['an empty list', z.array(z.string()).min(1), [], '請至少選擇一項'],
  ['a small amount', z.number().min(1000), 1, '最少 1000'],
  ['no e-mail', z.email(), 'a@b', '電子郵件格式不正確，例如 name@example.com'],
  ['own words win', z.string().regex(/^\d+$/, '統一編號不正確'), 'x', '統一編號不正確'],
])('%s', (_, schema, input, words) => {
  expect(said(schema, input)).toBe(words);
});

test('a field names itself in the required message', () => {
  expect(visibleMessage(REQUIRED, '銀行', '選擇')).toBe('請選擇銀行');
  expect(visibleMessage('統一編號不正確', '統一編號', '輸入')).toBe('統一編號不正確');
  expect(visibleMessage(undefined, '姓名', '輸入')).toBeUndefined();
});

test('each field gets its first problem, at the field', async () => {
  const schema = z.object({
    name: z.string().min(3).regex(/^\d+$/, '只能是數字'),
    home: z.object({ zip: z.string().min(1) }),
    way: z.union([z.object({ bank: z.string().min(1) }), z.string().max(1)]),
  });
  const ref = { name: 'name' };
  const fields = { name: { name: 'name' as const, ref } };
  const check = (values: object) =>
    resolverOf(schema)(values as z.input<typeof schema>, undefined, {
      fields,
      shouldUseNativeValidation: false,
    });
  const good = { name: '123', home: { zip: '100' }, way: 'x' };
  expect(await check(good)).toEqual({ values: good, errors: {} });
  const { errors } = await check({ name: 'x', home: { zip: '' }, way: 7 });
  expect(errors).toMatchObject({
    name: { type: 'too_small', message: '至少 3 個字', ref },
    home: { zip: { message: REQUIRED } },
    way: { message: REQUIRED },
  });
});
