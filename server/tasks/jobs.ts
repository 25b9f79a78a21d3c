// Jobs that seal the audit log by adding rows to a hash chain shortly after they are committed,
// that sign the heads of both chains, and that verify everything every night.
import type { Job, Services } from '../action.ts';
import { sealInRounds } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { proveAudit } from './audit.ts';
import { moveSealing, sealAudit } from './queries.ts';
import { redirectAbsent } from './duty/absence.ts';
import { assignInTurn } from './duty/assignment.ts';
import { escalateTasks } from './duty/escalation.ts';
import { attendExceptions } from './exceptions/exceptions.ts';
import { VERIFY_JOB } from './proofs/verification.ts';
import { verifyOnRequest } from './proofs/verify-job.ts';
import { forgetSecurityEvents, raiseAlarms } from './security/security-alarms.ts';

const AT_ONCE = 500;

/** Seals committed rows of the audit log; returns their number. */
export function sealAuditLog({ pool }: Pick<Services, 'pool'>): Promise<number> {
  const seal = async (tx: Tx, since: Date) => {
    const sealed = await sealAudit(tx, AT_ONCE);
    await moveSealing(tx, since);
    return sealed;
  };
  return sealInRounds(pool, { chain: 'audit', atOnce: AT_ONCE, seal });
}

export const tasksJobs: readonly Job[] = [
  {
    name: 'signHeads',
    each: 'minute',
    run: async (services) => void (await signHeads(services)),
  },
  { name: 'proveAudit', each: 'day', run: proveAudit },
  { name: VERIFY_JOB, each: 'minute', run: verifyOnRequest },
  { name: 'attendExceptions', each: 'minute', run: attendExceptions },
  { name: 'escalateTasks', each: 'minute', run: escalateTasks },
  { name: 'redirectAbsent', each: 'minute', run: redirectAbsent },
  { name: 'assignInTurn', each: 'minute', run: assignInTurn },
  { name: 'raiseAlarms', each: 'minute', run: raiseAlarms },
  { name: 'forgetSecurityEvents', each: 'day', run: forgetSecurityEvents },
];
