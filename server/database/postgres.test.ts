// Test of the embedded PostgreSQL: data survives a restart, a killed server recovers, and a damaged
// folder gives an error.
import { chmodSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandOf } from '../../scripts/starting/lock.js';
import { withLazyCommits } from './lazy-commits.ts';
import { type Postgres, removeCluster, startPostgres } from './postgres.ts';

let home: string;
let folder: string;
let running: Postgres[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baixi-pg-'));
  chmodSync(home, 0o711);
  folder = join(home, 'pg');
});
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  running = [];
  rmSync(home, { recursive: true, force: true });
});

async function start(durable = true): Promise<Postgres> {
  const postgres = await startPostgres({ folder, durable });
  running.push(postgres);
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test('what was written is there after the next start', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 42 as n');
  await first.stop();
  expect(await first.ended).toBe(false);
  const second = await start();
  expect(await ask(second.url, 'select n from kept')).toBe(42);
});

test('it is durable, sorts Chinese text and requires the password', async () => {
  const { url } = await start();
  expect(await ask(url, 'show fsync')).toBe('on');
  expect(await ask(url, 'show synchronous_commit')).toBe('on');
  expect(await ask(url, 'show max_wal_size')).toBe('512MB');
  await ask(url, 'create extension pg_trgm');
  expect(await ask(url, `select similarity('百溪的案件', '百溪案件') > 0`)).toBe(true);
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
});

test('commits wait for the disk again after lazy work, also if it fails', async () => {
  const first = await start();
  const { url } = first;
  const waits = () => ask(url, 'show synchronous_commit');
  const work = async () => {
    await expect.poll(waits).toBe('off');
    await ask(url, 'create table kept as select 42 as n');
    throw new Error('interrupted');
  };
  await expect(withLazyCommits(url, work)).rejects.toThrow('interrupted');
  await expect.poll(waits).toBe('on');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.ended).toBe(true);
  expect(await ask((await start()).url, 'select n from kept')).toBe(42);
});

test('a postmaster left by a killed instance is stopped, and its writes are kept', async () => {
  const orphan = await start();
  await ask(orphan.url, 'create table kept as select 7 as n');
  const next = await start();
  expect(await orphan.ended).toBe(true);
  expect(commandOf(orphan.pid)).toBeNull();
  expect(await ask(next.url, 'select n from kept')).toBe(7);
});

test('a postmaster that was killed recovers what was committed', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 7 as n');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.ended).toBe(true);
  const next = await start();
  expect(await ask(next.url, 'select n from kept')).toBe(7);
});

test.each([
  ['a folder of something else', () => rmSync(join(folder, 'PG_VERSION')), 'not a database'],
  ['an older version', () => writeFileSync(join(folder, 'PG_VERSION'), '15\n'), 'version 15'],
  ['a torn file', () => truncateSync(join(folder, 'global/pg_control'), 0), 'does not start'],
  ['no password', () => rmSync(`${folder}.password`), 'is missing'],
])('%s is reported in one sentence', async (_what, damage, words) => {
  await (await start(false)).stop();
  damage();
  await expect(start(false)).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*$`)),
  });
});

test('removing it stops it first', async () => {
  const orphan = await start(false);
  removeCluster(folder);
  expect(await orphan.ended).toBe(true);
  expect(existsSync(folder)).toBe(false);
});
