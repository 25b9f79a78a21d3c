// Sealing the audit log: a hash chain laid over committed rows a moment after they were written.
import type { Services } from '../action.ts';
import { withTransaction } from '../db.ts';
import { lockSealer, sealAudit } from './queries.ts';

/** Seals what is committed and unsealed; answers how many rows. */
export function sealAuditLog({ pool }: Services): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const { mine } = await lockSealer(tx);
    return mine ? sealAudit(tx, 500) : 0;
  });
}
