// API of the consent page: what an application of a partner asks for, and the member's answer.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { permissionShape, scopesSchema } from './api-access.ts';

/** Parameters of a partner's link (RFC 6749 section 4.1.1, RFC 7636 section 4.3), as they came. */
export const authorizationRequest = {
  response_type: z.string().max(100).optional(),
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2_000),
  scope: z.string().max(500).optional(),
  state: z.string().max(2_000).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
};

/** `OAUTH_REQUEST_INVALID` has the address that tells the partner, as `data.redirectTo`. */
const refusals = [
  'OAUTH_CLIENT_UNKNOWN',
  'OAUTH_REDIRECT_UNKNOWN',
  'OAUTH_REQUEST_INVALID',
] as const;

export const identityOauth = {
  consentRequest: member.read({
    method: 'POST',
    path: '/v1/me/api/consent-request',
    summary: 'Who asks for access by this link, for which scopes, and where a refusal leads',
    input: z.strictObject(authorizationRequest),
    output: z.object({
      data: z.object({
        partner: z.string(),
        /** Where the member is sent back to, as a person reads it. */
        host: z.string(),
        scopes: scopesSchema,
        denyUrl: z.string(),
      }),
    }),
    refusals,
    himself: true,
  }),
  giveConsent: member.token({
    path: '/v1/me/api/consent',
    summary: 'Connect the application; takes a step-up, and answers where to send the browser',
    input: z.strictObject({
      ...authorizationRequest,
      dailyCap: permissionShape.dailyCap,
      days: permissionShape.days,
    }),
    output: z.object({ data: z.object({ redirectTo: z.string() }) }),
    refusals: [...refusals, 'API_CAP_MISSING', 'STEP_UP_REQUIRED', 'API_TOKEN_LIMIT'],
    himself: true,
    perMinute: 20,
  }),
} as const;
