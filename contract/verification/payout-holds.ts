// Office API of the hold on one member's payouts, which one person places or asks to lift and
// another decides about (task `payout_hold`).
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { idSchema, instantSchema } from '../core/lists.ts';
import { officeReason } from '../identity/members.ts';

/** Since when the payouts are held; null if they are not. */
const standing = z.object({ data: z.object({ heldAt: instantSchema.nullable() }) });
const roles = ['finance', 'approver', 'admin'] as const;

export const verificationHoldsOffice = {
  holdPayouts: endpoint({
    method: 'POST',
    path: '/ops/v1/members/:id/payout-hold',
    access: 'operator',
    kind: 'command',
    summary: 'Hold payouts and refunds of a member at once; another operator agrees or ends it',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: standing,
    refusals: ['NOT_FOUND'],
    roles,
    own: true,
  }),
  liftPayoutHold: endpoint({
    method: 'POST',
    path: '/ops/v1/members/:id/payout-hold/lift',
    access: 'operator',
    kind: 'command',
    summary: 'Ask another operator to lift the hold; the money is held until they agree',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: standing,
    refusals: ['NOT_FOUND', 'HOLD_PENDING'],
    roles,
    own: true,
  }),
} as const;
