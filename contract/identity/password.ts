// API of setting a password: forgotten, with the old one, and with a text-message code.
import { z } from 'zod';
import { member, visitor } from '../core/endpoint.ts';
import { emailSchema, passwordSchema, smsCodeSchema } from './calls.ts';
import { done } from '../core/lists.ts';

const newPassword = { password: passwordSchema, passwordCheck: z.string().max(200) };
const weak = ['PASSWORD_COMMON', 'PASSWORD_IS_EMAIL', 'PASSWORD_MISMATCH'] as const;

/**
 * Number in a reset mail, for members who type it instead of following the link; the token in the
 * link has 43 characters.
 */
export const resetNumberSchema = z.string().regex(/^\d{8}$/);

export const identityPassword = {
  resetPasswordEmail: visitor.token({
    path: '/v1/users/reset-password-email',
    specified: true,
    summary: 'Mail a link and a number to reset the password; alike for known and unknown e-mails',
    input: z.strictObject({ email: emailSchema }),
    output: done,
    refusals: ['TOO_MANY_REQUESTS'],
    perMinute: 30,
  }),
  resetPassword: visitor.token({
    path: '/v1/users/reset-password',
    specified: true,
    summary: 'Set a new password by the token or number of the mail; ends every session',
    input: z.strictObject({
      email: emailSchema,
      tokenNumber: z.string().trim().min(1).max(200),
      ...newPassword,
    }),
    output: done,
    refusals: [...weak, 'TOKEN_INVALID', 'TOO_MANY_REQUESTS'],
    perMinute: 30,
  }),
  changePassword: member.token({
    path: '/v1/me/account/password',
    specified: true,
    summary: 'Change the password by the old one; ends the other sessions',
    input: z.strictObject({ oldPassword: z.string().max(200), ...newPassword }),
    output: done,
    refusals: [...weak, 'OLD_PASSWORD_WRONG', 'PASSWORD_SAME', 'TOO_MANY_REQUESTS'],
    perMinute: 30,
  }),
  changePasswordBySms: member.token({
    path: '/v1/me/account/passwordWithSmsCode',
    specified: true,
    summary: 'Set a new password by a code sent to the verified number; ends the other sessions',
    input: z.strictObject({ smsCode: smsCodeSchema, ...newPassword }),
    output: done,
    refusals: [...weak, 'SMS_CODE_INVALID', 'SMS_CODE_EXPIRED', 'PASSWORD_SAME'],
    perMinute: 30,
  }),
} as const;
