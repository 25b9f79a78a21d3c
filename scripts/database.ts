// Database on which a tool works: that of DATABASE_URL, otherwise that of the demonstration running
// in this folder.
import { existsSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../server/config/config.ts';
import { databaseAddress } from '../server/config/database-address.ts';
import { StartFailure } from '../server/start-failure.ts';

const ADDRESS = '.data/database-url';

/**
 * Returns the address that a tool was given, or else the one of the settings. Throws a StartFailure
 * if there is no database to work on, or if it is on another machine and would be used without
 * verified TLS.
 */
export function databaseUrl(named?: string): string {
  const environment = readEnvironment();
  const url = named ?? environment['DATABASE_URL'];
  const address = databaseAddress({ ...environment, DATABASE_URL: url }, 'DATABASE_URL');
  if (address !== null) return address;
  if (existsSync(ADDRESS)) return readFileSync(ADDRESS, 'utf8').trim();
  throw new StartFailure(
    'No database is named. Set DATABASE_URL and the other settings of production, ' +
      'or start the demonstration here with "npm start".',
  );
}

/**
 * Returns what a tool needs of the settings; if they are missing or wrong, prints the one sentence
 * that says so, and ends.
 */
export function orSentence<T>(needed: () => T): T {
  try {
    return needed();
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
