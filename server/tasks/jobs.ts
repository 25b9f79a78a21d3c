// Sealing the audit log: a hash chain laid over committed rows a moment after they were written,
// and proven every night.
import type { Job, Services } from '../action.ts';
import { withTransaction } from '../db.ts';
import { proveAudit } from './audit.ts';
import { lockSealer, moveSealing, oldestWork, readAlike, sealAudit } from './queries.ts';

/** Seals what is committed and unsealed; answers how many rows. */
export function sealAuditLog({ pool }: Services): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const { mine } = await lockSealer(tx);
    if (!mine) return 0;
    await readAlike(tx);
    const { since } = await oldestWork(tx);
    const sealed = await sealAudit(tx, 500);
    await moveSealing(tx, since);
    return sealed;
  });
}

export const tasksJobs: readonly Job[] = [{ name: 'proveAudit', each: 'day', run: proveAudit }];
