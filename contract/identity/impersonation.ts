// API of impersonation: how an operator starts and ends a read-only view of a member's site.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office, signedIn, visitor, type Role } from '../core/endpoint.ts';
import { userSchema } from './calls.ts';
import { officeReason } from './members.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { impersonationStates } from './impersonation-rules.ts';

/** Roles that may impersonate a member; auditors may only read the record of impersonations. */
export const impersonationRoles = [
  'reviewer',
  'approver',
  'finance',
  'admin',
] as const satisfies readonly Role[];

export const impersonation = z.object({
  id: outputIdSchema,
  operator: z.object({ id: outputIdSchema, name: z.string() }),
  member: z.object({ id: outputIdSchema, emailMasked: z.string() }),
  reason: z.string(),
  state: z.enum(impersonationStates),
  createdAt: instantSchema,
  openedAt: instantSchema.nullable(),
  /** When the impersonation ended or will end. */
  endsAt: instantSchema.nullable(),
  address: z.string().nullable(),
  /** Whether this operator may end the impersonation now. */
  mayEnd: z.boolean(),
});
export type Impersonation = z.output<typeof impersonation>;
export type ServerImpersonation = ServerSide<typeof impersonation>;

/**
 * Sent to the member site with the user: which operator impersonates which member, and until when.
 */
const lookSchema = z.object({ operator: z.string(), member: z.string(), endsAt: instantSchema });
export type Look = z.output<typeof lookSchema>;

export const identityImpersonation = {
  openImpersonation: visitor.token({
    path: '/v1/impersonation/open',
    summary: 'Follow the one-time link of an operator: answers the member and a read-only token',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ data: z.object({ user: userSchema, look: lookSchema }) }),
    refusals: ['VIEWING_LINK'],
    internal: true,
    perMinute: 30,
  }),
  endImpersonation: signedIn.command({
    path: '/v1/impersonation/end',
    summary: 'End the look; the only command its token may give',
    input: nothing,
    output: done,
    refusals: ['NOT_FOUND'],
    internal: true,
  }),
} as const;

export const narrowed = { member: idSchema.optional(), operator: idSchema.optional() };
export const readers = [...impersonationRoles, 'auditor'] as const;

export const identityImpersonationOffice = {
  startImpersonation: office.token({
    path: '/ops/v1/members/:id/view',
    summary: 'A one-time link to the member site as this member sees it; he is told of it',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: z.object({ data: z.object({ link: z.string(), until: instantSchema }) }),
    refusals: ['NOT_FOUND'],
    roles: impersonationRoles,
    perMinute: 20,
  }),
  stopImpersonation: office.command({
    path: '/ops/v1/impersonations/:id/end',
    summary: 'End a look from the office: one’s own, or as an admin anybody’s',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: impersonationRoles,
  }),
} as const;
