// API of the second sign-in step and of the member's own settings for it.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member, signedIn, visitor } from '../core/endpoint.ts';
import { deviceKinds } from './account.ts';
import { signedCredentialSchema } from './passkey.ts';
import { captchaTokenSchema, smsCodeSchema, userSchema } from './calls.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';

/** Possible second factors, and the `data` of SECOND_FACTOR_REQUIRED. */
export const factors = ['passkey', 'sms'] as const;
export type Factor = (typeof factors)[number];

export const secondStepSchema = z.object({
  /** Ticket that is valid only for the calls of the second sign-in step. */
  ticket: z.string(),
  expiresAt: instantSchema,
  /** Available factors, the best one first. */
  ways: z.array(z.enum(factors)).min(1),
  phoneMasked: z.string().nullable(),
  emailMasked: z.string(),
  /** Whether a member who lost phone and passkeys can set a new phone after an ID check. */
  canRecover: z.boolean(),
});
export type SecondStep = z.output<typeof secondStepSchema>;
export type ServerSecondStep = ServerSide<typeof secondStepSchema>;

const ticketSchema = z.string().min(1).max(200);

export const identityFactor = {
  secondFactorCode: visitor.token({
    path: '/v1/users/login/code',
    summary: 'Second step of a sign-in: send a code to the verified phone',
    input: z.strictObject({ ticket: ticketSchema, captchaToken: captchaTokenSchema }),
    output: z.object({ data: z.object({ phoneMasked: z.string(), expiresAt: instantSchema }) }),
    refusals: ['SIGN_IN_EXPIRED', 'STAGE_ORDER', 'CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
    perMinute: 30,
  }),
  secondFactorSms: visitor.token({
    path: '/v1/users/login/sms',
    summary: 'Second step of a sign-in: finish it by the code of the text message',
    input: z.strictObject({ ticket: ticketSchema, smsCode: smsCodeSchema }),
    output: z.object({ data: userSchema }),
    refusals: [
      'SIGN_IN_EXPIRED',
      'SMS_CODE_INVALID',
      'SMS_CODE_EXPIRED',
      'SUSPENDED',
      'TOO_MANY_REQUESTS',
    ],
    perMinute: 30,
  }),
  secondFactorPasskeyOptions: visitor.token({
    path: '/v1/users/login/passkey-options',
    summary: 'Second step of a sign-in: begin to sign with one of the member’s passkeys',
    input: z.strictObject({ ticket: ticketSchema }),
    output: z.object({ data: z.record(z.string(), z.unknown()) }),
    refusals: ['SIGN_IN_EXPIRED', 'NOT_FOUND'],
    perMinute: 30,
  }),
  secondFactorPasskey: visitor.token({
    path: '/v1/users/login/passkey',
    summary: 'Second step of a sign-in: finish it by a passkey',
    input: z.strictObject({ ticket: ticketSchema, response: signedCredentialSchema }),
    output: z.object({ data: userSchema }),
    refusals: ['SIGN_IN_EXPIRED', 'PASSKEY_INVALID', 'SUSPENDED'],
    perMinute: 30,
  }),
  recoveryMail: visitor.token({
    path: '/v1/users/login/recovery-mail',
    summary: 'Second step of a sign-in: mail the link by which a lost phone is replaced',
    input: z.strictObject({ ticket: ticketSchema }),
    output: done,
    refusals: ['SIGN_IN_EXPIRED', 'NOT_VERIFIED', 'TOO_MANY_REQUESTS'],
    perMinute: 10,
  }),
  ownRecoveryMail: signedIn.token({
    path: '/v1/me/account/recovery-mail',
    summary:
      'Mail the link by which a lost phone is replaced, to a member who gives their password',
    input: z.strictObject({
      /** Left out by a member without one, whose sign-in must be recent instead. */
      password: z.string().max(200).optional(),
    }),
    output: done,
    refusals: ['PASSWORD_WRONG', 'STEP_UP_REQUIRED', 'NOT_VERIFIED', 'TOO_MANY_REQUESTS'],
    perMinute: 10,
  }),
  signInSafety: signedIn.read({
    path: '/v1/me/account/second-factor',
    summary: 'Whether unknown browsers need a second factor, and the browsers that are known',
    input: nothing,
    output: z.object({
      data: z.object({
        isOn: z.boolean(),
        /**
         * True if the member chose the setting; otherwise the setting depends on whether they have
         * money on the platform.
         */
        isChosen: z.boolean(),
        /**
         * True if the member has a passkey or a verified phone, so that the setting can be turned
         * on.
         */
        isPossible: z.boolean(),
        browsers: z.array(
          z.object({
            id: outputIdSchema,
            device: z.string(),
            kind: z.enum(deviceKinds),
            addressMasked: z.string(),
            firstSeenAt: instantSchema,
            lastSeenAt: instantSchema,
            /** Whether this browser is the one of the session that makes the request. */
            current: z.boolean(),
          }),
        ),
      }),
    }),
  }),
  setSecondFactor: member.command({
    path: '/v1/me/account/second-factor',
    summary: 'Switch the second factor on, or off; off takes a step-up',
    input: z.strictObject({ on: z.boolean() }),
    output: done,
    refusals: ['STEP_UP_REQUIRED', 'FACTOR_MISSING'],
  }),
  forgetBrowser: signedIn.command({
    path: '/v1/me/account/browsers/forget',
    summary: 'Make a known browser unknown again, and end its sessions but the one that asks',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
  }),
} as const;
