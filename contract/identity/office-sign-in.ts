// API of the operators' sign-in through the company's identity provider (OpenID Connect).
import { z } from 'zod';
import { visitor } from '../core/endpoint.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { operatorSchema } from './calls.ts';

export const identityProviderOffice = {
  signInWays: visitor.read({
    path: '/ops/v1/sign-in-ways',
    summary: 'Whether operators sign in by password, by the company’s identity provider, or both',
    input: nothing,
    output: z.object({
      data: z.object({
        password: z.boolean(),
        /** What the identity provider is called; null if there is none. */
        provider: z.string().nullable(),
      }),
    }),
  }),
  startProviderSignIn: visitor.token({
    path: '/ops/v1/provider/start',
    summary: 'Where the browser goes to sign in at the identity provider',
    input: z.strictObject({
      /** If true, the provider asks for the proof of identity again. */
      fresh: z.boolean().default(false),
    }),
    output: z.object({
      data: z.object({
        url: z.string(),
        /** Secret of this sign-in, which the page keeps until the browser returns. */
        flow: z.string(),
        state: z.string(),
        expiresAt: instantSchema,
      }),
    }),
    perMinute: 30,
  }),
  finishProviderSignIn: visitor.token({
    path: '/ops/v1/provider/finish',
    summary: 'Sign an operator in by the code of the identity provider; sets the session cookie',
    input: z.strictObject({
      flow: z.string().max(200),
      state: z.string().max(200),
      code: z.string().min(1).max(4_000),
      /** The issuer that the provider names beside the code (RFC 9207), if it does. */
      iss: z.string().max(500).optional(),
    }),
    output: z.object({ data: operatorSchema }),
    refusals: ['OIDC_INVALID', 'OIDC_STALE', 'OIDC_REFUSED'],
    perMinute: 10,
  }),
} as const;
