// Office API of payouts and disbursements: by day and state, returned ones, and bulk actions.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { countSchema, moneySchema } from '../core/wire.ts';

/**
 * held: the bank returned the payout, the member has no account for it, or their money is held; the
 * payout waits until a person releases it, the member adds an account, or the hold is lifted.
 * withdrawn: its receipt was reversed before it was sent, so that its amount is 0.
 */
export const payoutStates = [
  'payable',
  'held',
  'checking',
  'sent',
  'confirmed',
  'withdrawn',
] as const;
export const perState = z.object({ count: countSchema, amount: moneySchema });

export const payout = z.object({
  id: outputIdSchema,
  memberId: outputIdSchema,
  kind: z.enum(['distribution', 'surplus']),
  amount: moneySchema,
  state: z.enum(payoutStates),
  createdOn: z.string(),
  settledOn: z.string().nullable(),
  attempts: countSchema,
  /** True if the money goes back to a third party instead of the member. */
  thirdParty: z.boolean(),
  /** Why the bank returned the payout, or why it cannot be sent. */
  why: z.string().nullable(),
  batchId: outputIdSchema.nullable(),
  taskId: outputIdSchema.nullable(),
});
export type PayoutLine = z.output<typeof payout>;
export type ServerPayoutLine = ServerSide<typeof payout>;

export const disbursement = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  amount: moneySchema,
  net: moneySchema,
  step: z.enum(['release', 'check']),
  maker: z.string().nullable(),
  taskId: outputIdSchema,
  since: instantSchema,
});
export type WaitingDisbursement = z.output<typeof disbursement>;
export type ServerWaitingDisbursement = ServerSide<typeof disbursement>;

const heldMember = z.object({
  memberId: outputIdSchema,
  heldAt: instantSchema,
  /** What waits because of the hold: payouts that were not sent, and refunds. */
  amount: moneySchema,
});

export const holds = z.object({
  data: z.array(heldMember),
  total: countSchema,
  amount: moneySchema,
});
export type Holds = z.output<typeof holds>;

export const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const payoutsOffice = {
  approveDisbursements: office.command({
    path: '/ops/v1/disbursements/approve',
    summary: 'The second person agrees to several disbursements: one batch, one file, all or none',
    input: z.strictObject({ loans: z.array(idSchema).min(1).max(100) }),
    output: z.object({
      data: z.object({ batchId: outputIdSchema, loans: countSchema, amount: moneySchema }),
    }),
    refusals: [
      'TASK_NOT_FOUND',
      'MAKER_IS_CHECKER',
      'ABOVE_LIMIT',
      'FLAGS_UNANSWERED',
      'LOAN_STATUS',
      'LOAN_NOT_FOUND',
      'MONEY_HELD',
      'TRUST_SHORT',
    ],
    roles: ['finance', 'approver'],
  }),
} as const;
