// The timestamp authority of a demonstration, whose keys are stored beside its database.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type StandInKeys,
  makeStandInKeys,
  openStandIn,
  standInTimestamps,
} from '../adapters/timestamps/stand-in.ts';
import type { Timestamps } from '../adapters/timestamps/timestamps.ts';

/**
 * Opens the authority, whose keys are made once. `timestamps.pem` beside them is the certificate
 * with which a person can verify a document.
 */
export async function demonstrationTimestamps(
  dataDir: string,
  now: () => Date,
): Promise<Timestamps> {
  const file = join(dataDir, 'timestamps.json');
  if (!existsSync(file)) {
    const keys = await makeStandInKeys({ now: now() });
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const standIn = await openStandIn(JSON.parse(readFileSync(file, 'utf8')) as StandInKeys, now);
  writeFileSync(join(dataDir, 'timestamps.pem'), standIn.root.toString());
  return standInTimestamps(standIn, now);
}
