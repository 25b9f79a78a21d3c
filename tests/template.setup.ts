// Starts one PostgreSQL for all test files and creates the migrated template database.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureContent } from '../server/content/actions.ts';
import { createPool, withTransaction } from '../server/database/db.ts';
import { ensurePlans } from '../server/lending/actions.ts';
import { migrate } from '../server/database/migrate.ts';
import { startPostgres } from '../server/database/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of the test cluster, for its superuser. */
    postgresUrl: string;
    /** Maintenance database of the test cluster, for the server's restricted role. */
    programUrl: string;
  }
}

export const template = 'template_of_tests';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-test-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const inTemplate = (url: string) => url.replace(/[^/]*$/, template);
  const programUrl = inTemplate(postgres.programUrl);
  await migrate({ url: inTemplate(postgres.url), programUrl });
  await fill(programUrl);
  project.provide('postgresUrl', postgres.url);
  project.provide('programUrl', postgres.programUrl);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Inserts what every server adds at its first start, once for all clones. */
async function fill(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  await withTransaction(pool, async (tx) => {
    await ensurePlans({ tx });
    await ensureContent({ tx, now: new Date() });
  });
  await pool.end();
}
