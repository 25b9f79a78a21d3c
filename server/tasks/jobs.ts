// Jobs that seal the audit log by adding rows to a hash chain shortly after they are committed,
// that sign the heads of both chains, and that verify everything every night.
import type { Job, Services } from '../action.ts';
import { lockSealer, oldestWork, readAlike } from '../chains/chain.ts';
import { withTransaction } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { proveAudit } from './audit.ts';
import { moveSealing, sealAudit } from './queries.ts';
import { forgetSecurityEvents, raiseAlarms } from './security/security-alarms.ts';

/** Seals rows that are committed but not sealed yet; returns their number. */
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
