// Tests that a database of a release becomes what an empty one becomes, with all its rows: its
// frozen dump beside this file is migrated and compared with a fresh database.
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainNames, inTransactionsOf, proveChain } from '../../server/chains/chain.ts';
import { createPool } from '../../server/database/db.ts';
import { type Urls, migrate } from '../../server/database/migrate.ts';
import { listMigrations, listReleased } from '../../server/database/migrations.ts';
import { brokenInvariants } from '../invariants.ts';
import { useServer } from '../server.ts';
import { schemaLines } from './schema.ts';

const server = useServer();
const dump = gunzipSync(readFileSync(new URL('0.7.0.sql.gz', import.meta.url))).toString();
/** Newest migration of 0.7.0. */
const NEWEST = 88;
/** The nights of the loan book, which had a row for each loan, go with the upgrade. */
const WITHDRAWN = ['reports.book_loan', 'reports.book_night'];

/** A database of its own, with a connection of the owner. */
async function newDatabase() {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await server.rows(`create database ${name}`);
  const on = (url: string) => url.replace(/[^/]*$/, name);
  const urls: Urls = { url: on(server.databaseUrl), programUrl: on(server.programUrl) };
  const client = new Client({ connectionString: urls.url });
  await client.connect();
  return {
    urls,
    rows: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
    async drop() {
      await client.end();
      await server.rows(`drop database ${name} with (force)`);
    },
  };
}
type Database = Awaited<ReturnType<typeof newDatabase>>;

/** Rows of each table of the program; a monthly table counts as one. */
async function countRows({ rows }: Database): Promise<Record<string, number>> {
  const tables = await rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace::regnamespace::text
         !~ '^pg_|^(information_schema|graphile_worker|public)$'
     order by 1`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`,
  );
  const counted = await rows<{ name: string; n: number }>(counts.join(' union all '));
  return Object.fromEntries(counted.map(({ name, n }) => [name, n]));
}

let fresh: Database;
let taken: Database;
let before: Record<string, number>;
beforeAll(async () => {
  [fresh, taken] = [await newDatabase(), await newDatabase()];
  await migrate(fresh.urls);
  await taken.rows(dump);
  before = await countRows(taken);
}, 300_000);
afterAll(async () => {
  await fresh?.drop();
  await taken?.drop();
});

test('a database that lacks a migration of the release or has another one is refused', async () => {
  const refusal = { name: 'StartFailure', message: expect.stringContaining('npm run reset') };
  for (const change of [
    `delete from public.migration where version = 27`,
    `delete from public.migration where version = ${NEWEST}`,
    `update public.migration set md5 = 'of another file' where version = 2`,
    `insert into public.migration values (${NEWEST + 1}, 'accounting-days', 'x')`,
  ]) {
    await taken.rows(`create table public.kept as table public.migration; ${change}`);
    await expect(migrate(taken.urls), change).rejects.toMatchObject(refusal);
    await taken.rows(`truncate public.migration;
      insert into public.migration table public.kept; drop table public.kept`);
  }
});

test('an upgrade that fails changes nothing', async () => {
  await taken.rows('create table tasks.approved (task_id bigint)');
  await expect(migrate(taken.urls)).rejects.toThrow('already exists');
  await taken.rows('drop table tasks.approved');
  expect(await countRows(taken)).toEqual(before);
  const versions = await taken.rows(`select from public.migration where version > ${NEWEST}`);
  expect(versions).toEqual([]);
});

test('an upgrade has the same schema as a fresh database', async () => {
  const ours = await listMigrations();
  expect(await migrate(taken.urls)).toBe(ours.length);
  expect(await migrate(taken.urls)).toBe(0);
  // What one person wrote before two had to agree stays, so this check holds for new rows only.
  const lines = await Promise.all(
    [taken, fresh].map(async ({ rows }) =>
      (await schemaLines(rows)).map((line) =>
        line.includes(' wording_by_two ') ? line.replace(/ NOT VALID$/, '') : line,
      ),
    ),
  );
  expect(lines[0]!.length).toBeGreaterThan(4_000);
  expect(lines[0]).toEqual(lines[1]);
});

test('it has every row of before, and the rows of a fresh database', async () => {
  const counts = await countRows(taken);
  expect(before['reports.book_night']).toBeGreaterThan(0);
  // The page of the loan book says since when its nights are withdrawn.
  const after = { ...before, 'app.setting': before['app.setting']! + 1 };
  for (const [name, n] of Object.entries(after)) {
    expect(counts[name], name).toBe(WITHDRAWN.includes(name) ? undefined : n);
  }
  const settings = await taken.rows<{ key: string }>('select key from app.setting');
  expect(settings).toContainEqual({ key: 'book_nights_withdrawn' });
  const kinds = 'select * from ledger.kind order by kind';
  expect(await taken.rows(kinds)).toEqual(await fresh.rows(kinds));
  for (const [name, n] of Object.entries(await countRows(fresh))) {
    if (n > 0) expect(counts[name], name).toBeGreaterThanOrEqual(n);
  }
});

test('it keeps all laws, and both chains of hashes hold', async () => {
  expect(before['lending.loan']).toBeGreaterThan(2);
  expect(before['servicing.distribution']).toBeGreaterThan(5);
  expect(await brokenInvariants(taken.rows)).toEqual([]);
  const pool = createPool(taken.urls.programUrl, { max: 2 });
  for (const chain of chainNames) {
    const { rows, broken } = await proveChain(inTransactionsOf(pool), chain);
    expect(broken, chain).toBeNull();
    expect(rows).toBeGreaterThan(20);
  }
  await pool.end();
});

test('it says from which release it was made, and that its programs start no more', async () => {
  const recorded = `select version::int, name, md5 from public.migration
    where version > 0 order by version`;
  expect(await taken.rows(recorded)).toEqual([...listReleased(), ...(await listMigrations())]);
  const oldest = async ({ rows }: Database) =>
    (await rows<{ oldest: number }>('select oldest_program as oldest from app.schema'))[0]!.oldest;
  expect(await oldest(taken)).toBeGreaterThan(NEWEST);
  expect(await oldest(taken)).toBe(await oldest(fresh));
});
