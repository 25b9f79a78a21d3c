// API for replacing a lost phone: a mailed link, a code to the new phone, an ID check.
import { z } from 'zod';
import { member, visitor } from '../core/endpoint.ts';
import { captchaTokenSchema, smsCodeSchema } from '../identity/calls.ts';
import { done, instantSchema, nothing } from '../core/lists.ts';
import { mobileSchema } from './calls.ts';

/** Number of hours after its approval from which a new phone replaces the old one. */
export const PHONE_CHANGE_HOURS = 24;

const tokenSchema = z.string().min(1).max(200);

export const verificationRecovery = {
  recoveryCode: visitor.token({
    path: '/v1/users/recovery/code',
    summary: 'Send a code to the phone that is to replace a lost one, by the link of the mail',
    input: z.strictObject({
      token: tokenSchema,
      phoneNumber: mobileSchema,
      captchaToken: captchaTokenSchema,
    }),
    output: z.object({ data: z.object({ expiresAt: instantSchema }) }),
    refusals: ['TOKEN_INVALID', 'CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
    perMinute: 20,
  }),
  recoverPhone: visitor.token({
    path: '/v1/users/recovery/phone',
    summary: 'Ask for the new phone; it is in force a day after an operator has checked the ID',
    input: z.strictObject({
      token: tokenSchema,
      phoneNumber: mobileSchema,
      smsCode: smsCodeSchema,
    }),
    output: done,
    refusals: [
      'TOKEN_INVALID',
      'SMS_CODE_INVALID',
      'SMS_CODE_EXPIRED',
      'PHONE_TAKEN',
      'NOT_VERIFIED',
    ],
    perMinute: 20,
  }),
  cancelPhoneChange: member.command({
    path: '/v1/me/account/phone-change/cancel',
    summary: 'Stop a new phone that was asked for and is not in force yet',
    input: nothing,
    output: done,
    refusals: ['NOT_FOUND'],
  }),
} as const;
