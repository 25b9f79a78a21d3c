// API of signing in and registering with Google.
import { z } from 'zod';
import { visitor } from '../core/endpoint.ts';
import { purposeSchema, userSchema } from './calls.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { codeSchema } from '../core/wire.ts';

/** An ID token from Google; its nonce must be one that `googleNonce` issued. */
const tokenSchema = z.string().min(1).max(10_000);

export const identityGoogle = {
  googleNonce: visitor.token({
    path: '/v1/users/google-nonce',
    summary: 'A single-use nonce for a sign-in with Google; the ID token must carry it',
    input: nothing,
    output: z.object({ data: z.object({ nonce: z.string(), expiresAt: instantSchema }) }),
    perMinute: 60,
  }),
  loginGoogle: visitor.token({
    path: '/v1/users/login-google',
    specified: true,
    summary: 'Sign in with Google; links a confirmed account of the same verified e-mail',
    input: z.strictObject({ token: tokenSchema }),
    output: z.object({ data: userSchema }),
    refusals: [
      'GOOGLE_TOKEN_INVALID',
      'GOOGLE_ACCOUNT_UNKNOWN',
      'GOOGLE_EMAIL_UNVERIFIED',
      'GOOGLE_OTHER_ACCOUNT',
      'SUSPENDED',
      'SECOND_FACTOR_REQUIRED',
    ],
    perMinute: 60,
  }),
  registerGoogle: visitor.token({
    path: '/v1/users/register-google',
    specified: true,
    summary: 'Open an account with Google, or sign in where there is one',
    input: z.strictObject({
      token: tokenSchema,
      purpose: purposeSchema,
      channel: codeSchema.optional(),
      news: z.boolean().optional(),
    }),
    output: z.object({ data: userSchema }),
    refusals: [
      'GOOGLE_TOKEN_INVALID',
      'GOOGLE_EMAIL_UNVERIFIED',
      'GOOGLE_OTHER_ACCOUNT',
      'SUSPENDED',
      'SECOND_FACTOR_REQUIRED',
    ],
    perMinute: 30,
  }),
} as const;
