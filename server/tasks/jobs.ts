// Sealing the audit log: a hash chain laid over committed rows a moment after they were written;
// signing the heads of both chains, and proving all of it every night.
import type { Job, Services } from '../action.ts';
import { lockSealer, oldestWork, readAlike } from '../chains/chain.ts';
import { withTransaction } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { proveAudit } from './audit.ts';
import { moveSealing, sealAudit } from './queries.ts';
import { forgetSecurityEvents, raiseAlarms } from './security/security-alarms.ts';

/** Seals what is committed and unsealed; answers how many rows. */
export function sealAuditLog({ pool }: Pick<Services, 'pool'>): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const { mine } = await lockSealer(tx, 'audit');
    if (!mine) return 0;
    await readAlike(tx);
    const { since } = await oldestWork(tx);
    const sealed = await sealAudit(tx, 500);
    await moveSealing(tx, since);
    return sealed;
  });
}

export const tasksJobs: readonly Job[] = [
  {
    name: 'signHeads',
    each: 'minute',
    run: async (services) => void (await signHeads(services)),
  },
  { name: 'proveAudit', each: 'day', run: proveAudit },
  { name: 'raiseAlarms', each: 'minute', run: raiseAlarms },
  { name: 'forgetSecurityEvents', each: 'day', run: forgetSecurityEvents },
];
