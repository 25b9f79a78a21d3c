// Database on which a tool works: that of DATABASE_URL, otherwise that of the demonstration running
// in this folder.
import { existsSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../server/config/config.ts';

const ADDRESS = '.data/database-url';

/** Throws an error with a readable message for the terminal if there is no database to work on. */
export function databaseUrl(): string {
  const { DATABASE_URL } = readEnvironment();
  if (DATABASE_URL) return DATABASE_URL;
  if (existsSync(ADDRESS)) return readFileSync(ADDRESS, 'utf8').trim();
  throw new Error('No demonstration runs here. Start it with "npm start", or set DATABASE_URL.');
}
