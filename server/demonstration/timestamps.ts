// The timestamp authority of a demonstration, whose keys are stored beside its database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type StandInKeys,
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../adapters/timestamps/stand-in.ts';
import type { Timestamps } from '../adapters/timestamps/timestamps.ts';
import { keptOnce } from './kept-once.ts';

/**
 * Opens the authority, whose keys are made once. `timestamps.pem` beside them is the certificate
 * with which a person can verify a document.
 */
export async function demonstrationTimestamps(
  dataDir: string,
  now: () => Date,
): Promise<Timestamps> {
  const kept = await keptOnce(join(dataDir, 'timestamps.json'), async () => {
    const keys = await makeStandInKeys({ now: now() });
    return `${JSON.stringify(keys, null, 2)}\n`;
  });
  const standIn = await openStandIn(JSON.parse(kept.toString()) as StandInKeys, now);
  writeFileSync(join(dataDir, 'timestamps.pem'), standIn.root.toString());
  return standInTimestamps(standIn, now);
}
