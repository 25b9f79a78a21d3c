// API of the member's sign-up, sign-in and account, and of the operators' sign-in.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member, office, signedIn, visitor, roles } from '../core/endpoint.ts';
import { done, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { codeSchema, countSchema } from '../core/wire.ts';
import { stepUpShape } from './step-up.ts';

export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .overwrite((text) => text.normalize('NFKC').toLowerCase())
  .pipe(z.email());

/** 8–64 characters, no composition rule (NIST SP 800-63B). */
export const passwordSchema = z.string().min(8).max(64);
/** A solved CAPTCHA challenge, required if many requests arrive at once or many have failed. */
export const captchaTokenSchema = z.string().max(5000).optional();
export const smsCodeSchema = z.string().regex(/^\d{6}$/);

/** The three purposes of registration, given by id or by code. */
export const purposes = { 1: 'borrow', 2: 'invest', 3: 'both' } as const;
export const purposeSchema = z
  .union([z.enum(['borrow', 'invest', 'both']), z.literal([1, 2, 3, '1', '2', '3'])])
  .transform((p) => (p in purposes ? purposes[Number(p) as 1 | 2 | 3] : (p as 'borrow')));

export const noticeCard = z.object({
  id: outputIdSchema,
  category: z.enum(['invest', 'loan', 'account', 'other']),
  title: z.string(),
  unReadNumber: countSchema,
  createdAt: instantSchema,
});

export const userSchema = z.object({
  id: outputIdSchema,
  email: z.string(),
  accessToken: z.string(),
  accessTokenExpiresAt: instantSchema,
  emailVerifiedAt: instantSchema.nullable(),
  isGoogleLogin: z.boolean(),
  purpose: z.enum(['borrow', 'invest', 'both']),
  /**
   * Member status number according to Reading B of the specification, derived by `memberStatusOf`.
   */
  verificationStatus: z.number(),
  verification: z.object({ verifiedIDStage: z.number(), verifiedIDstatus: z.number() }),
  isFinancialStatus: z.boolean(),
  notification: z.array(noticeCard),
});
export type User = z.output<typeof userSchema>;
export type ServerUser = ServerSide<typeof userSchema>;

export const identity = {
  register: visitor.token({
    path: '/v1/users/register',
    specified: true,
    summary: 'Open an account; answers alike for known and unknown e-mails',
    input: z.strictObject({
      email: emailSchema,
      password: passwordSchema,
      passwordCheck: z.string().max(200),
      purpose: purposeSchema,
      channel: codeSchema.optional(),
      news: z.boolean().optional(),
      captchaToken: captchaTokenSchema,
    }),
    output: z.object({ data: z.object({ email: z.string() }) }),
    refusals: [
      'PASSWORD_COMMON',
      'PASSWORD_IS_EMAIL',
      'PASSWORD_MISMATCH',
      'CAPTCHA_REQUIRED',
      'TOO_MANY_REQUESTS',
    ],
    perMinute: 30,
  }),
  sendEmailVerification: visitor.token({
    path: '/v1/users/send-email-verification',
    specified: true,
    summary: 'Send the verification mail again',
    input: z.strictObject({ email: emailSchema }),
    output: done,
    refusals: ['TOO_MANY_REQUESTS'],
    perMinute: 30,
  }),
  verifiedEmail: visitor.token({
    path: '/v1/users/verified-email',
    specified: true,
    summary: 'Confirm an e-mail by the single-use token of the mail',
    input: z.strictObject({
      token: z.string().max(200),
      email: emailSchema,
      /**
       * If true and the address was registered more than once, the call is refused without a
       * password.
       */
      careful: z.boolean().optional(),
      /** Selects which registration to confirm if there are several under one address. */
      password: z.string().max(200).optional(),
    }),
    output: z.object({
      data: z.object({
        emailVerifiedAt: instantSchema,
        /** The member, signed in, only in the browser that registered the confirmed account. */
        user: userSchema.optional(),
      }),
    }),
    refusals: ['TOKEN_INVALID', 'EMAIL_ALREADY_CONFIRMED', 'PASSWORD_REQUIRED', 'PASSWORD_WRONG'],
    perMinute: 20,
  }),
  login: visitor.token({
    path: '/v1/users/login',
    specified: true,
    summary: 'Sign in by e-mail and password',
    description:
      'On a browser that is not known, a member with money is answered 403 ' +
      'SECOND_FACTOR_REQUIRED with data {ticket, ways, …}. A program goes on with the ticket: ' +
      '/v1/users/login/code and /v1/users/login/sms for a code by text message, or the passkey ' +
      'calls; the answer of the last one is that of a sign-in.',
    input: z.strictObject({
      email: emailSchema,
      password: z.string().max(200),
      captchaToken: captchaTokenSchema,
    }),
    output: z.object({ data: userSchema }),
    refusals: [
      'LOGIN_FAILED',
      'CAPTCHA_REQUIRED',
      'SUSPENDED',
      'TOO_MANY_REQUESTS',
      'SECOND_FACTOR_REQUIRED',
    ],
    perMinute: 60,
  }),
  captcha: visitor.read({
    path: '/v1/users/captcha',
    summary: 'A captcha: a proof of work or, to sign in, the widget of another service where set',
    input: z.strictObject({ for: z.enum(['login', 'register', 'sms']).default('login') }),
    output: z.object({
      data: z.discriminatedUnion('kind', [
        z.looseObject({ kind: z.literal('altcha') }),
        z.object({ kind: z.literal('recaptcha'), siteKey: z.string(), script: z.string() }),
      ]),
    }),
    perMinute: 30,
  }),
  logout: signedIn.command({
    path: '/v1/users/logout',
    summary: 'End this session',
    input: nothing,
    output: done,
  }),
  accountInfo: signedIn.read({
    path: '/v1/me/account/info',
    specified: true,
    summary: 'The account: e-mail, masked personal data, bank account, progress of verification',
    input: nothing,
    output: z.object({
      data: z.object({
        email: z.string(),
        emailVerifiedAt: instantSchema.nullable(),
        isGoogleLogin: z.boolean(),
        /** False for an account that was created through Google and has not set a password yet. */
        hasPassword: z.boolean(),
        purpose: z.string(),
        createdAt: instantSchema,
        name: z.string().nullable(),
        idNumberMasked: z.string().nullable(),
        phoneMasked: z.string().nullable(),
        birthday: z.string().nullable(),
        occupation: z.number().nullable(),
        company: z.string().nullable(),
        jobTitle: z.string().nullable(),
        annualIncome: z.number().nullable(),
        maritalStatus: z.number().nullable(),
        education: z.number().nullable(),
        bank: z
          .object({ bankCode: z.string(), bankName: z.string(), accountMasked: z.string() })
          .nullable(),
        verifiedIDStage: z.number(),
        verifiedIDstatus: z.number(),
        /** Whether payouts and refunds are held until two operators lift it. */
        payoutsHeld: z.boolean(),
        /** What the member is told about the hold; null if there is none. */
        heldText: z.string().nullable(),
      }),
    }),
  }),
  sendSmsCodeWithVerifiedNumber: member.token({
    path: '/v1/users/send-sms-code-with-verified-number',
    specified: true,
    summary: 'Send a step-up code to the verified number',
    input: z.strictObject({ captchaToken: captchaTokenSchema, ...stepUpShape }),
    output: z.object({
      data: z.object({ phoneMasked: z.string(), expiresAt: instantSchema }),
    }),
    refusals: ['STAGE_ORDER', 'CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
  }),
  smsCodeVerification: member.token({
    path: '/v1/users/sms-code-verification',
    specified: true,
    summary: 'Step up this session by the code, for the act that it was sent for, for 10 minutes',
    input: z.strictObject({ smsCode: smsCodeSchema, ...stepUpShape }),
    output: z.object({ data: z.object({ validUntil: instantSchema }) }),
    refusals: ['SMS_CODE_INVALID', 'SMS_CODE_EXPIRED'],
    perMinute: 20,
  }),
} as const;

export const operatorSchema = z.object({
  id: outputIdSchema,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(roles)),
  /** Roles that were granted but have not taken effect yet, and the time at which they will. */
  held: z.object({ roles: z.array(z.enum(roles)), until: instantSchema }).nullable(),
  lastLoginAt: instantSchema.nullable(),
});

/** API for operators, who sign in with password and TOTP and have a cookie session. */
export const identityOffice = {
  operatorLogin: visitor.token({
    path: '/ops/v1/login',
    summary: 'Sign an operator in; sets the session cookie',
    input: z.strictObject({
      email: emailSchema,
      password: z.string().max(200),
      totp: z.string().regex(/^\d{6}$/),
    }),
    output: z.object({ data: operatorSchema }),
    refusals: ['LOGIN_FAILED', 'TOTP_USED', 'TOO_MANY_REQUESTS', 'OIDC_ONLY'],
    perMinute: 10,
  }),
  operatorLogout: office.command({
    path: '/ops/v1/logout',
    summary: 'End the operator session',
    input: nothing,
    output: z.object({
      data: z.object({
        ok: z.literal(true),
        /** Where the session at the identity provider is ended, if it opened this one. */
        providerUrl: z.string().nullable(),
      }),
    }),
  }),
  operatorMe: office.read({
    path: '/ops/v1/me',
    summary: 'Who is signed in at the office',
    input: nothing,
    output: z.object({ data: operatorSchema }),
  }),
} as const;
