// Tests the backup and its restoration: a moment is restored exactly, and damage is named.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import {
  type Postgres,
  findRunner,
  reachableBinaries,
  startPostgres,
} from '../../server/database/postgres.ts';
import { newDiskFiles, ringOf } from '../../tests/files/stored-files.ts';
import { archiveSettings, makePlaces, placesOf, takeBase } from './base.ts';
import { copyUploads } from './copies.ts';
import { restore } from './restoration.ts';

const ring = ringOf();
const headsKey = Buffer.alloc(32, 4);
let folder: string;
let backup: string;
let postgres: Postgres;
let client: pg.Client;
/** Moments after the first row was written, and after the second. */
const moments: Date[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baixi-backup-'));
  chmodSync(folder, 0o711);
  // The path contains an apostrophe, because it becomes part of a shell command and must be quoted.
  backup = join(folder, "back'up");
  makePlaces(backup, findRunner());
  const settings = archiveSettings(backup);
  postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false, settings });
  await migrate(postgres);
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await takeBase(postgres.url, backup);
  const files = newDiskFiles(join(folder, 'files'), ring);
  for (const name of ['first', 'second']) {
    const stored = await files.put(Buffer.from(name), 'text/plain');
    await files.keep(stored);
    const value = JSON.stringify({ name, stored });
    await client.query('insert into app.setting (key, value) values ($1, $2)', [name, value]);
    await sleep(50);
    moments.push(new Date());
    await sleep(50);
  }
  // A transaction after the last moment, because the recovery recognises by it that the moment is
  // reached.
  await client.query(`insert into app.setting (key, value) values ('third', '{}')`);
  await client.query('select pg_switch_wal()');
  const isArchived = async () =>
    (
      await client.query('select last_archived_time > $1 as yes from pg_stat_archiver', [
        moments[1],
      ])
    ).rows[0].yes as boolean;
  while (!(await isArchived())) await sleep(100);
  copyUploads(join(folder, 'files'), placesOf(backup).uploads);
}, 120_000);
afterAll(async () => {
  await client?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/**
 * Restores the backup to a moment; returns the result of the checks, and the settings found in the
 * database.
 */
async function restoreTo(name: string, until: Date | null, bin?: string) {
  let found: string[] = [];
  const options = { from: backup, to: join(folder, name), until, ring, headsKey, bin };
  const done = await restore(options, async ({ url }) => {
    const restored = new pg.Client({ connectionString: url });
    await restored.connect();
    const keys = `select key from app.setting where key in ('first', 'second', 'third') order by 1`;
    found = (await restored.query(keys)).rows.map(({ key }) => key as string);
    await restored.end();
  });
  return { ...done, found };
}

test('only what was committed before a moment is there; a missing upload is named', async () => {
  const { rows } = await client.query<{ key: string }>(
    `select value -> 'stored' ->> 'key' as key from app.setting where key = 'second'`,
  );
  const lost = rows[0]!.key;
  rmSync(join(placesOf(backup).uploads, lost));
  const early = await restoreTo('early', moments[0]!);
  expect(early).toMatchObject({ found: ['first'], failures: [] });
  expect(early.says).toContain('1 uploaded files are named by rows');
  const end = await restoreTo('end', null);
  expect(end.found).toEqual(['first', 'second', 'third']);
  expect(end.failures).toEqual([`file ${lost}: missing`]);
  expect(end.lastCommitAt!.getTime()).toBeGreaterThan(moments[1]!.getTime());
}, 180_000);

test('a PostgreSQL that is named recovers, because the embedded one cannot read lz4', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  chmodSync(bin, 0o777);
  const embedded = join(reachableBinaries(findRunner()), 'bin', 'postgres');
  const script = `#!/bin/sh\n: > '${join(bin, 'used')}'\nexec '${embedded}' "$@"\n`;
  writeFileSync(join(bin, 'postgres'), script, { mode: 0o755 });
  const named = await restoreTo('named', moments[0]!, bin);
  expect(named.found).toEqual(['first']);
  expect(existsSync(join(bin, 'used'))).toBe(true);
}, 180_000);

test('a moment outside the backup and a damaged base backup are refused', async () => {
  await expect(restoreTo('future', new Date(Date.now() + 60_000))).rejects.toThrow(
    'recovery ended before configured recovery target was reached',
  );
  await expect(restoreTo('past', new Date(0))).rejects.toThrow('No base backup is older');
  await expect(restoreTo('early', moments[0]!)).rejects.toThrow('name a new folder');
  const { base } = placesOf(backup);
  const [name] = readdirSync(base);
  writeFileSync(join(base, name!, 'data', 'PG_VERSION'), '17\n');
  await expect(restoreTo('damaged', null)).rejects.toThrow('PG_VERSION is not what was copied');
}, 180_000);

test('a role that is no superuser is refused by its name', async () => {
  const refused = takeBase(postgres.programUrl, backup);
  await expect(refused).rejects.toThrow('The role baixi_program is no superuser. Name one:');
});
