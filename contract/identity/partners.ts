// API of the office: applications of partners, which two administrators register.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';
import { scopesSchema } from './api-access.ts';
import { officeReason } from './members.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** States of a partner's application. proposed: a second administrator has not agreed yet. */
export const partnerStates = ['proposed', 'active', 'ended'] as const;

export const partnerSchema = z.object({
  id: outputIdSchema,
  /** What the application sends as `client_id`; it is no secret. */
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  scopes: scopesSchema,
  state: z.enum(partnerStates),
  createdAt: instantSchema,
  /** Number of members who have connected it. */
  members: countSchema,
  /** The open task in which the second administrator decides. */
  taskId: outputIdSchema.nullable(),
});
export type Partner = z.output<typeof partnerSchema>;

export const partnerNameSchema = z.string().trim().min(2).max(40);
export const redirectUriSchema = z
  .string()
  .trim()
  .max(500)
  .refine(isRedirectUri, '請輸入 https 網址、本機位址或 App 專用的位址，不含 #');

const admin = ['admin'] as const;
const one = z.object({ data: partnerSchema });

export const identityPartnersOffice = {
  proposePartner: office.command({
    path: '/ops/v1/partners',
    summary: 'Propose an application; members can connect it once another admin agrees',
    input: z.strictObject({
      name: partnerNameSchema,
      redirectUris: z.array(redirectUriSchema).min(1).max(10),
      scopes: scopesSchema,
    }),
    output: one,
    roles: admin,
  }),
  endPartner: office.command({
    path: '/ops/v1/partners/:id/end',
    summary: 'End an application for good; the tokens of all its members are revoked',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: one,
    refusals: ['NOT_FOUND', 'PARTNER_STATE'],
    roles: admin,
  }),
} as const;
