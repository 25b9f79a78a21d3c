// Starts one PostgreSQL for all test files, and creates the migrated template database and the keys
// of the servers.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { checkValueOf, createKeyRing } from '../server/adapters/key-ring.ts';
import { readConfig } from '../server/config/config.ts';
import { ensureContent } from '../server/content/front.ts';
import { ensurePlans } from '../server/lending/front.ts';
import { createPool, db, withTransaction } from '../server/database/db.ts';
import { demonstrationSeal } from '../server/demonstration/seal.ts';
import { demonstrationTimestamps } from '../server/demonstration/timestamps.ts';
import { addKey, saveCounts } from '../server/keys/key-queries.ts';
import { dataKeysIn } from '../server/keys/unwrapping.ts';
import { migrate } from '../server/database/migrate.ts';
import { startPostgres } from '../server/database/postgres.ts';
import { buildServers } from '../scripts/chaos/processes.ts';
import { createScratch } from './scratch.ts';
import { START_DAY, startOf, startOn } from './start-day.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of the test cluster, for its superuser. */
    postgresUrl: string;
    /** Maintenance database of the test cluster, for the server's restricted role. */
    programUrl: string;
    /** Folder of this run, which is removed at its end. */
    scratch: string;
    /** Folder with the keys of a demonstration, which each server gets a copy of. */
    keys: string;
  }
}

export const template = 'template_of_tests';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Before the test files, which run at the same time and would build it at the same time.
  buildServers();
  const folder = createScratch();
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const inTemplate = (url: string) => url.replace(/[^/]*$/, template);
  const programUrl = inTemplate(postgres.programUrl);
  await migrate({ url: inTemplate(postgres.url), programUrl });
  await fill(programUrl);
  await makeClock(inTemplate(postgres.url));
  project.provide('postgresUrl', postgres.url);
  project.provide('programUrl', postgres.programUrl);
  project.provide('scratch', folder);
  const keys = await makeKeys(join(folder, 'keys'));
  await knowKeys(programUrl, keys);
  project.provide('keys', keys);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Makes the keys that a demonstration keeps, once, because they take half a second to make. */
async function makeKeys(folder: string): Promise<string> {
  const now = new Date();
  await demonstrationSeal(folder, readConfig({}, folder), now);
  await demonstrationTimestamps(folder, () => now);
  return folder;
}

/**
 * Tells the template the versions of these keys, of which it has no row yet. A server whose
 * database knows its keys need not look for rows of each in all tables.
 */
async function knowKeys(url: string, folder: string): Promise<void> {
  const config = readConfig({}, folder);
  const rings = {
    data: createKeyRing(await dataKeysIn(config), config.dataKeyCurrent),
    hash: createKeyRing(config.hashKeys, config.hashKeyCurrent),
  };
  const pool = createPool(url, { max: 1 });
  for (const of of ['data', 'hash'] as const) {
    for (const version of rings[of].versions) {
      const checkValue = checkValueOf({ version, key: rings[of].keyOf(version) }, of);
      await addKey(db(pool), of, { version, checkValue });
      await saveCounts(db(pool), of, [{ version, rows: 0 }]);
    }
  }
  await pool.end();
}

/**
 * Adds `business_now()`, by which statements of tests read the business time, because `now()` is
 * the time of the machine; and sets it.
 */
async function makeClock(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create function public.business_now() returns timestamptz language sql stable as $$
      select now() + make_interval(
        days => (value ->> 'days')::integer, secs => (value ->> 'seconds')::integer)
      from app.setting where key = 'clock'
    $$`);
  await startOn(client, START_DAY);
  await client.end();
}

/** Inserts what every server adds at its first start, once for all clones. */
async function fill(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  await withTransaction(pool, async (tx) => {
    await ensurePlans({ tx });
    await ensureContent({ tx, now: startOf(START_DAY) });
  });
  await pool.end();
}
