// Drill: two processes start at the same moment on an empty database.
import type { Urls } from '../../server/database/migrate.ts';
import { type DrillOptions, withPostgres } from './drill.ts';
import { productionSettings, startProcess, withPorts } from './processes.ts';

export const about = 'starts two processes at once on an empty database';

const ROUNDS = 20;

/** Starts two processes at once; returns one line for each that did not start and end well. */
export async function startTwice(urls: Urls, folder: string): Promise<string[]> {
  const settings = { ...productionSettings(urls, folder), DRAIN_SECONDS: '0' };
  const starting = [await withPorts(settings), await withPorts(settings)].map((one) =>
    startProcess(one),
  );
  const failures: string[] = [];
  let prepared = 0;
  for (const started of await Promise.allSettled(starting)) {
    if (started.status === 'rejected') {
      failures.push(String(started.reason));
      continue;
    }
    const { child, siteUrl, ended, printed } = started.value;
    if (printed().includes('The database is prepared')) prepared += 1;
    const answer = await fetch(`${siteUrl}/readyz`);
    if (!answer.ok) failures.push(`not ready: ${await answer.text()}`);
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) failures.push(`ended with ${code}: ${printed().slice(-500)}`);
  }
  if (prepared !== 1) failures.push(`${prepared} processes migrated instead of one`);
  return failures;
}

export const run = ({ rounds, say }: DrillOptions) =>
  withPostgres(async (postgres, folder) => {
    const times = rounds ?? ROUNDS;
    const failures: string[] = [];
    for (let round = 1; round <= times; round += 1) {
      await postgres.recreate();
      failures.push(...(await startTwice(postgres, folder)));
      say(`  ${round} of ${times}`);
    }
    return { result: `${times} double starts`, failures };
  });
