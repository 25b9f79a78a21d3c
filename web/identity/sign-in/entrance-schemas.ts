// Schemas of the login and registration forms, loaded together once their page is hydrated.
import { z } from 'zod';
import { resetNumberSchema } from '#contract/identity/password.ts';
import { emailSchema, identity } from '#contract/identity/calls.ts';
import { newPasswordShape, sameTwice } from '../recovery/new-password.ts';

export const emailOnly = z.object({ email: emailSchema });

export const ownPassword = z.object({ password: z.string().min(1).max(200) });

export const login = z.object({
  email: emailSchema,
  password: z.string().min(1).max(200),
  captchaToken: z.string().optional(),
});
export const loginWithCaptcha = login.extend({
  captchaToken: z.string({ error: '請先完成「我不是機器人」驗證' }),
});

const choices = {
  purpose: z.enum(['borrow', 'invest', 'both'], { error: '請先選擇您想使用的服務' }),
  terms: z.literal(true, { error: '請先同意服務條款' }),
  news: z.boolean(),
};
export const register = z.object({
  ...choices,
  email: identity.register.input.shape.email,
  password: newPasswordShape.password,
});
/** The schema has only these fields, because Google has confirmed the identity. */
export const registerByGoogle = z.object(choices);

export const resetByLink = z
  .object({ email: emailSchema, tokenNumber: z.string(), ...newPasswordShape })
  .refine(...sameTwice);
export const resetByNumber = z
  .object({
    email: emailSchema,
    tokenNumber: z
      .string()
      .min(1)
      .pipe(resetNumberSchema.regex(/^\d{8}$/, '請輸入信中的 8 位數驗證碼')),
    ...newPasswordShape,
  })
  .refine(...sameTwice);
