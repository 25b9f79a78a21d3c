// API with which operators end a member's sessions, suspend the account, or reinstate it.
import { z } from 'zod';
import { isUnspelled, UNSPELLED } from '../core/wording.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';

/** The operator's reason; it is stored in the audit log, and the member may be shown it. */
export const officeReason = z.string().trim().min(2).max(200);
/** A reason that the member reads word for word. */
export const toldReason = officeReason.refine(isUnspelled, UNSPELLED);

const standing = z.object({ data: z.object({ suspendedAt: instantSchema.nullable() }) });

export const identityMembersOffice = {
  endMemberSessions: office.command({
    path: '/ops/v1/members/:id/sessions/end',
    summary: 'Sign a member out: of one device, or of all of them',
    input: z.strictObject({ id: idSchema, session: idSchema.optional(), reason: officeReason }),
    output: z.object({ data: z.object({ ended: countSchema }) }),
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver', 'admin'],
  }),
  suspendMember: office.command({
    path: '/ops/v1/members/:id/suspend',
    summary: 'Suspend a member: he is signed out and told why; what he owes and owns goes on',
    input: z.strictObject({ id: idSchema, reason: toldReason }),
    output: standing,
    refusals: ['NOT_FOUND'],
    roles: ['approver', 'admin'],
  }),
  liftSuspension: office.command({
    path: '/ops/v1/members/:id/lift-suspension',
    summary: 'Let a suspended member back in',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: standing,
    refusals: ['NOT_FOUND'],
    roles: ['approver', 'admin'],
  }),
} as const;
