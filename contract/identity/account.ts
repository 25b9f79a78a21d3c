// API of the account area: devices, sensitive acts on the account, and closing it.
import { z } from 'zod';
import { type ClosingObstacle, closingObstacles } from './words.ts';
import { signedIn } from '../core/endpoint.ts';
import { emailSchema } from './calls.ts';
import {
  documentBytes,
  done,
  idSchema,
  instantSchema,
  nothing,
  outputIdSchema,
} from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';
import { stepUpShape } from './step-up.ts';

export const deviceKinds = ['desktop', 'phone', 'tablet', 'other'] as const;

const obstacles = Object.keys(closingObstacles) as [ClosingObstacle, ...ClosingObstacle[]];

export const identityAccount = {
  sessions: signedIn.read({
    path: '/v1/me/account/sessions',
    summary: 'Where the member is signed in, the last used first',
    input: nothing,
    output: z.object({
      data: z.array(
        z.object({
          id: outputIdSchema,
          /** Readable name taken from the browser's user agent: 「Chrome・Windows」. */
          device: z.string(),
          kind: z.enum(deviceKinds),
          addressMasked: z.string(),
          createdAt: instantSchema,
          usedAt: instantSchema,
          /** Whether this is the session that makes the request. */
          current: z.boolean(),
        }),
      ),
    }),
  }),
  revokeSessions: signedIn.command({
    path: '/v1/me/account/sessions/revoke',
    summary: 'End one session by its id or, without one, all but the session that asks',
    input: z.strictObject({ id: idSchema.optional() }),
    output: z.object({ data: z.object({ ended: countSchema }) }),
    refusals: ['NOT_FOUND'],
  }),
  confirmPassword: signedIn.token({
    path: '/v1/me/account/confirm-password',
    summary: 'Step up this session by the password, where no phone is verified that could',
    input: z.strictObject({ password: z.string().max(200), ...stepUpShape }),
    output: z.object({ data: z.object({ validUntil: instantSchema }) }),
    refusals: ['PASSWORD_WRONG', 'STEP_UP_REQUIRED', 'TOO_MANY_REQUESTS'],
    perMinute: 20,
  }),
  reveal: signedIn.token({
    path: '/v1/me/account/reveal',
    summary: "The member's own numbers and address unmasked; takes a step-up",
    input: nothing,
    output: z.object({
      data: z.object({
        idNumber: z.string().nullable(),
        phone: z.string().nullable(),
        registeredAddress: z.string().nullable(),
        mailingAddress: z.string().nullable(),
        bankAccount: z.string().nullable(),
      }),
    }),
    refusals: ['STEP_UP_REQUIRED'],
  }),
  exportAccount: signedIn.document({
    path: '/v1/me/account/export',
    summary: 'Everything held about the member, as one JSON file; takes a step-up',
    himself: true,
    input: nothing,
    output: documentBytes,
    mediaType: 'application/json',
    refusals: ['STEP_UP_REQUIRED'],
    perMinute: 6,
  }),
  closing: signedIn.read({
    path: '/v1/me/account/close',
    summary: 'What stands in the way of closing the account',
    input: nothing,
    output: z.object({
      data: z.object({
        obstacles: z.array(z.enum(obstacles)),
        /** First day on which an obstacle can be gone; those whose day nobody knows are missing. */
        days: z.array(z.object({ obstacle: z.enum(obstacles), on: z.string() })),
      }),
    }),
  }),
  closeAccount: signedIn.command({
    path: '/v1/me/account/close',
    summary: 'Close the account for good; takes a step-up and the e-mail typed again',
    input: z.strictObject({ email: emailSchema }),
    output: done,
    refusals: ['CLOSING_BLOCKED', 'EMAIL_DIFFERS', 'STEP_UP_REQUIRED'],
    alone: true,
  }),
} as const;
