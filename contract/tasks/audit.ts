// What the audit log promises the office: reading it, taking it out, and the proof of its chain.
import { z } from 'zod';
import { daySchema, numberText } from '../core/wire.ts';
import { endpoint } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing } from '../core/lists.ts';

export const auditActors = ['member', 'operator', 'system', 'bank'] as const;

/** What narrows the log; every one of them may be left out. Days are Asia/Taipei business days. */
const filter = {
  actor: z.enum(auditActors).optional(),
  actorId: idSchema.optional(),
  /** `loan`, `order`, `member` and the like. */
  subject: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  subjectId: idSchema.optional(),
  /** An action (`loan.approved`) or all that begin with it (`loan.`). */
  action: z
    .string()
    .regex(/^[a-z_.]{1,60}$/)
    .optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

const rowSchema = z.object({
  id: z.string(),
  at: instantSchema,
  recordedAt: instantSchema,
  actor: z.object({
    type: z.enum(auditActors),
    id: z.string().nullable(),
    /** An operator's name; members are named by their number only. */
    name: z.string().nullable(),
  }),
  subject: z.object({ type: z.string(), id: z.string() }),
  /** The loan, order or member that a subject without a page of its own belongs to. */
  concerns: z.object({ type: z.enum(['loan', 'order', 'member']), id: z.string() }).nullable(),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  snapshot: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
  /** Its place in the chain and the first of its hash; null until it is sealed. */
  position: z.number().nullable(),
  hash: z.string().nullable(),
});
export type AuditEntry = z.output<typeof rowSchema>;

const proofSchema = z
  .object({
    at: instantSchema,
    rows: z.number(),
    /** The row at which it breaks, and how; null where it holds. */
    broken: z.object({ row: z.string(), how: z.string() }).nullable(),
  })
  .nullable();
export type ChainProof = z.output<typeof proofSchema>;

const roles = ['auditor', 'admin'] as const;

export const auditOffice = {
  listAudit: endpoint({
    method: 'GET',
    path: '/ops/v1/audit',
    access: 'operator',
    kind: 'read',
    summary: 'The audit log, newest first, a page before or after an id',
    input: z.strictObject({
      ...filter,
      before: idSchema.optional(),
      after: idSchema.optional(),
      item_per_page: numberText(z.int().min(1).max(200)).default(50),
    }),
    output: z.object({
      data: z.array(rowSchema),
      /** Whether there is more in either direction. */
      newer: z.boolean(),
      older: z.boolean(),
    }),
    refusals: [],
    roles,
    own: true,
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/ops/v1/audit/export',
    access: 'operator',
    kind: 'export',
    summary: 'The audit log as a table, oldest first; an audit row says who took it out',
    input: z.strictObject({ ...filter, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.string(),
    refusals: [],
    roles,
    own: true,
  }),
  auditChain: endpoint({
    method: 'GET',
    path: '/ops/v1/audit/chain',
    access: 'operator',
    kind: 'read',
    summary: 'How far the chains of audit log and ledger are sealed, and what the last proof found',
    input: nothing,
    output: z.object({
      data: z.object({
        chains: z.array(
          z.object({
            chain: z.enum(['audit', 'ledger']),
            sealed: z.number(),
            unsealed: z.number(),
            /** Seconds that the oldest unsealed row has waited. */
            waitingSeconds: z.number(),
            proof: proofSchema,
          }),
        ),
        /** The heads that were signed and are kept outside the database. */
        heads: proofSchema,
      }),
    }),
    refusals: [],
    roles,
    own: true,
  }),
} as const;
