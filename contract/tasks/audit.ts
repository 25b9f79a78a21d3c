// Office API of the audit log: reading, exporting, and proving its hash chain.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { proofFileSchema } from './proof-file.ts';
import type { ServerSide } from '../core/server-side.ts';

export const auditActors = ['member', 'operator', 'system', 'bank'] as const;

export const rowSchema = z.object({
  id: outputIdSchema,
  at: instantSchema,
  recordedAt: instantSchema,
  actor: z.object({
    type: z.enum(auditActors),
    id: outputIdSchema.nullable(),
    /** Name of an operator; members are identified by their number only. */
    name: z.string().nullable(),
  }),
  /** `number` is that of the case or order as people know it; null for other subjects. */
  subject: z.object({ type: z.string(), id: outputIdSchema, number: z.string().nullable() }),
  /** Loan, order or member to which the subject belongs, if the subject has no page of its own. */
  concerns: z.object({ type: z.enum(['loan', 'order', 'member']), id: outputIdSchema }).nullable(),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  snapshot: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
  /**
   * Position in the chain and the beginning of the hash; null until the audit row is added to the
   * chain.
   */
  position: z.number().nullable(),
  hash: z.string().nullable(),
});
export type AuditEntry = z.output<typeof rowSchema>;
export type ServerAuditEntry = ServerSide<typeof rowSchema>;

const proofSchema = z
  .object({
    at: instantSchema,
    rows: z.number(),
    /** First row at which the hash chain is broken, and how; null if the chain is intact. */
    broken: z.object({ row: z.string(), how: z.string() }).nullable(),
  })
  .nullable();
export type ChainProof = z.output<typeof proofSchema>;

const verificationSchema = z.object({
  id: outputIdSchema,
  state: z.enum(['pending', 'done', 'failed']),
  /** Name of the operator who asked for it. */
  askedBy: z.string().nullable(),
  askedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type Verification = z.output<typeof verificationSchema>;

export const roles = ['auditor', 'admin'] as const;

export const auditOffice = {
  auditChain: office.read({
    path: '/ops/v1/audit/chain',
    summary: 'How far the chains of audit log and ledger are sealed, and what the last proof found',
    input: nothing,
    output: z.object({
      data: z.object({
        chains: z.array(
          z.object({
            chain: z.enum(['audit', 'ledger']),
            sealed: z.number(),
            unsealed: z.number(),
            /** Seconds for which the oldest row that is not in the chain yet has waited. */
            waitingSeconds: z.number(),
            proof: proofSchema,
          }),
        ),
        /** Result for the signed chain heads that are stored outside the database. */
        heads: proofSchema,
        /** Latest verification that an operator asked for; null if nobody has. */
        verification: verificationSchema.nullable(),
      }),
    }),
    roles,
  }),
  verifyChains: office.command({
    path: '/ops/v1/audit/chain/verify',
    summary: 'Verify both chains and the signed heads now; answers the one that already runs',
    input: nothing,
    output: z.object({ data: verificationSchema }),
    refusals: ['TOO_MANY_REQUESTS'],
    roles,
  }),
  proofFile: office.read({
    path: '/ops/v1/audit/chain/proofs/:id',
    summary: 'The signed result of a verification, which `npm run audit:verify` can check',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: proofFileSchema }),
    refusals: ['NOT_FOUND'],
    roles,
  }),
} as const;
