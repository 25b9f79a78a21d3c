// Calls of the proof log: its key and newest checkpoint for everybody, and an investor's own proof.
import { z } from 'zod';
import { member, visitor } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema, nothing } from '../core/lists.ts';
import { countSchema, daySchema } from '../core/wire.ts';
import { caseKinds } from './leaf.ts';

const ofOrder = z.strictObject({ invest_id: idSchema });

export const proofs = {
  proofLog: visitor.read({
    path: '/v1/proof-log',
    summary: 'The key of the proof log and its newest checkpoint',
    input: nothing,
    output: z.object({
      data: z.object({
        /** Key that verifies the checkpoints, as name+id+key. */
        key: z.string(),
        size: countSchema,
        signedAt: instantSchema.nullable(),
        /** When a timestamp authority has confirmed a checkpoint for the last time. */
        stampedAt: instantSchema.nullable(),
        /** Keys of the witnesses that are asked to cosign, and when each did so last. */
        witnesses: z.array(z.object({ key: z.string(), cosignedAt: instantSchema.nullable() })),
      }),
    }),
  }),
  orderLog: member.read({
    path: '/v1/proof-log/order',
    summary: 'What the proof log has about an order and its case',
    input: ofOrder,
    output: z.object({
      data: z.object({
        leaves: z.array(
          z.object({
            kind: z.enum(caseKinds),
            on: daySchema,
            /** Place in the log; null until a checkpoint contains it. */
            index: countSchema.nullable(),
          }),
        ),
      }),
    }),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  orderProof: member.document({
    path: '/v1/proof-log/order-proof',
    mediaType: 'application/json',
    summary: 'The proof of an order, which anybody can verify without the server',
    input: ofOrder,
    output: documentBytes,
    refusals: ['ORDER_NOT_FOUND', 'PROOF_PENDING'],
    // The proof is for the member to keep.
    himself: true,
  }),
} as const;
