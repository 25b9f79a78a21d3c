// Jobs that seal the audit log by adding rows to a hash chain shortly after they are committed,
// that sign the heads of both chains, and that verify everything every night.
import type { Job, Services } from '../action.ts';
import { lockSealer, oldestWork, readAlike } from '../chains/chain.ts';
import { withTransaction } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { proveAudit } from './audit.ts';
import { moveSealing, sealAudit } from './queries.ts';
import { forgetSecurityEvents, raiseAlarms } from './security/security-alarms.ts';

const AT_ONCE = 500;
const ROUNDS_MAX = 20;

const sealSome = ({ pool }: Pick<Services, 'pool'>) =>
  withTransaction(pool, async (tx) => {
    const { mine } = await lockSealer(tx, 'audit');
    if (!mine) return 0;
    await readAlike(tx);
    const { since } = await oldestWork(tx);
    const sealed = await sealAudit(tx, AT_ONCE);
    await moveSealing(tx, since);
    return sealed;
  });

/** Seals committed rows, some thousands at most per call; returns their number. */
export async function sealAuditLog(services: Pick<Services, 'pool'>): Promise<number> {
  let sealed = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const some = await sealSome(services);
    sealed += some;
    if (some < AT_ONCE) break;
  }
  return sealed;
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
