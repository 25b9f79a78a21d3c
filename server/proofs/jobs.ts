// Scheduled jobs of the proof log.
import type { Job } from '../action.ts';
import { logHeads } from './heads.ts';
import { integrate } from './log.ts';
import { stampCheckpoint } from './stamping.ts';
import { cosign } from './witnesses.ts';

export const proofsJobs: readonly Job[] = [
  {
    name: 'proofs.integrate',
    each: 'minute',
    run: async (services) => void (await integrate(services)),
  },
  { name: 'proofs.cosign', each: 'minute', run: cosign },
  { name: 'proofs.logHeads', each: 'day', run: logHeads },
  { name: 'proofs.stampCheckpoint', each: 'day', run: stampCheckpoint },
];
