// Database on which a tool works: that of DATABASE_URL, otherwise that of the demonstration running
// in this folder.
import { existsSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../server/config/config.ts';
import { databaseAddress } from '../server/config/database-address.ts';

const ADDRESS = '.data/database-url';

/**
 * Returns the address that a tool was given, or else the one of the settings. Throws an error with
 * a readable message for the terminal if there is no database to work on, or if it is on another
 * machine and would be used without verified TLS.
 */
export function databaseUrl(named?: string): string {
  const environment = readEnvironment();
  const url = named ?? environment['DATABASE_URL'];
  const address = databaseAddress({ ...environment, DATABASE_URL: url }, 'DATABASE_URL');
  if (address !== null) return address;
  if (existsSync(ADDRESS)) return readFileSync(ADDRESS, 'utf8').trim();
  throw new Error('No demonstration runs here. Start it with "npm start", or set DATABASE_URL.');
}
