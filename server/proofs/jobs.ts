// Scheduled jobs of the proof log.
import type { Job } from '../action.ts';
import { logHeads } from './heads.ts';
import { integrate } from './log.ts';
import { stampCheckpoint } from './stamping.ts';

export const proofsJobs: readonly Job[] = [
  {
    name: 'proofs.integrate',
    each: 'minute',
    run: async (services) => void (await integrate(services)),
  },
  { name: 'proofs.logHeads', each: 'day', run: logHeads },
  { name: 'proofs.stampCheckpoint', each: 'day', run: stampCheckpoint },
];
