// Scheduled jobs of the proof log.
import type { Due, Job } from '../jobs/job.ts';
import { logHeads } from './heads.ts';
import { integrate } from './log.ts';
import { stampCheckpoint } from './stamping.ts';
import { cosign } from './witnesses.ts';

const PROOF: Due = { always: 'a log that stands still must look different from one that stopped' };

export const proofsJobs: readonly Job[] = [
  {
    name: 'proofs.integrate',
    each: 'minute',
    due: PROOF,
    run: async (services) => void (await integrate(services)),
  },
  { name: 'proofs.cosign', each: 'minute', due: PROOF, run: cosign },
  { name: 'proofs.logHeads', each: 'day', due: PROOF, run: logHeads },
  { name: 'proofs.stampCheckpoint', each: 'day', due: PROOF, run: stampCheckpoint },
];
