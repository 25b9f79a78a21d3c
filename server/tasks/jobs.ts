// Jobs that seal the audit log by adding rows to a hash chain shortly after they are committed,
// that sign the heads of both chains, and that verify everything every night.
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { sealInRounds } from '../chains/chain.ts';
import type { Tx } from '../database/db.ts';
import { signHeads } from '../chains/heads.ts';
import { proveAudit } from './audit.ts';
import { moveSealing, sealAudit } from './queries.ts';
import { redirectAbsent } from './duty/absence.ts';
import { heldByAbsent } from './duty/absence-queries.ts';
import { assignInTurn, assignmentDue } from './duty/assignment.ts';
import { escalateTasks, escalationDue } from './duty/escalation.ts';
import { attendExceptions, exceptionsDue } from './exceptions/exceptions.ts';
import { VERIFY_JOB } from './proofs/verification.ts';
import { verificationDue, verifyOnRequest } from './proofs/verify-job.ts';
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
    due: { always: 'rows are added all the time, and each signature closes a gap' },
    run: async (services) => void (await signHeads(services)),
  },
  {
    name: 'proveAudit',
    each: 'day',
    due: { always: 'a proof shows that nothing was changed, most of all where nothing happened' },
    run: proveAudit,
  },
  { name: VERIFY_JOB, each: 'minute', due: verificationDue, run: verifyOnRequest },
  { name: 'attendExceptions', each: 'minute', due: exceptionsDue, run: attendExceptions },
  { name: 'escalateTasks', each: 'minute', due: escalationDue, run: escalateTasks },
  {
    name: 'redirectAbsent',
    each: 'minute',
    due: ({ today }) => [heldByAbsent(today)],
    run: redirectAbsent,
  },
  { name: 'assignInTurn', each: 'minute', due: assignmentDue, run: assignInTurn },
  {
    name: 'raiseAlarms',
    each: 'minute',
    due: { always: 'an alarm must not depend on the condition under which it is looked for' },
    run: raiseAlarms,
  },
  {
    name: 'forgetSecurityEvents',
    each: 'day',
    due: { always: 'rows become old without anything happening' },
    run: forgetSecurityEvents,
  },
];
