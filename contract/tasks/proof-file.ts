// Content of a proof file: the signed result of verifying the hash chains and the signed heads.
import { z } from 'zod';

/** First row or line at which something is broken, and how; null if everything is intact. */
const broken = z.object({ row: z.string(), how: z.string() }).nullable();

export const proofFileSchema = z.strictObject({
  format: z.literal('baixi proof 1'),
  /** Instant of the verification by the real clock, in ISO 8601. */
  at: z.iso.datetime(),
  chains: z.array(
    z.strictObject({
      chain: z.enum(['audit', 'ledger']),
      /** Number of verified rows. */
      rows: z.int().min(0),
      broken,
      /** Newest signed head, which is also a line of the file of heads; null if there is none. */
      head: z
        .strictObject({
          position: z.int().min(1),
          hash: z.string(),
          at: z.string(),
          signature: z.string(),
        })
        .nullable(),
    }),
  ),
  /** Number of signed heads that were compared with the chains. */
  heads: z.strictObject({ rows: z.int().min(0), broken }),
  /** Ed25519 public key, and the signature over everything else; both in base64. */
  publicKey: z.string(),
  signature: z.string(),
});
export type ProofFile = z.output<typeof proofFileSchema>;
