// Test of the two database roles: what the app's role may not do, and when a start fails.
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { productionSettings, startProcess, withPorts } from '../../scripts/chaos/processes.ts';
import { rewriteBooks } from '../../scripts/attack/roles.ts';
import { useServer } from '../../tests/server.ts';
import { assertDirect } from './role-limits.ts';
import {
  type Urls,
  assertMigrated,
  assertRestricted,
  assertTwoRoles,
  inTurns,
  migrate,
} from './migrate.ts';
import { listMigrations } from './migrations.ts';

const server = useServer();

test('the program’s role owns nothing, reads the ledger and adds to the audit log', async () => {
  const ask = async (sql: string) => (await server.services.pool.query(sql)).rows;
  expect(await ask('select current_user as role')).toEqual([{ role: 'baixi_program' }]);
  expect(
    await ask(`select relname from pg_class where pg_has_role(relowner, 'MEMBER')
      and relnamespace::regnamespace::text !~ '^pg_(toast|temp)'`),
  ).toEqual([]);
  await ask('select * from ledger.entry limit 1');
  await ask(`insert into tasks.audit (at, actor_type, subject_type, subject_id, action)
    values (now(), 'system', 'role', 1, 'role.tried')`);
});

test('the program’s role can rewrite neither the ledger nor the audit log', async () => {
  const { tries, failures } = await rewriteBooks(server.programUrl);
  expect(failures).toEqual([]);
  expect(tries).toBeGreaterThan(90);
});

test('a function with the rights of the owner has a fixed search path', async () => {
  const found = await server.rows<{ name: string }>(
    `select oid::regproc::text as name from pg_proc where prosecdef
       and (not coalesce(proconfig, '{}') @> '{"search_path=pg_catalog, pg_temp"}'
         or has_function_privilege('public', oid, 'EXECUTE'))`,
  );
  expect(found).toEqual([]);
});

test('a start is refused if the program’s role owns the tables or may change them', async () => {
  const { databaseUrl, programUrl } = server;
  await expect(assertRestricted(programUrl)).resolves.toBeUndefined();
  await expect(assertRestricted(databaseUrl)).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringContaining('DATABASE_OWNER_URL'),
  });
  await expect(assertTwoRoles({ url: databaseUrl, programUrl: databaseUrl })).rejects.toMatchObject(
    {
      name: 'StartFailure',
    },
  );
  await server.rows('grant update (memo) on ledger.transfer to baixi_program');
  await expect(assertRestricted(programUrl)).rejects.toThrow('ledger.transfer');
  // Every start that migrates as the owner restores the intended rights.
  expect(await migrate({ url: databaseUrl, programUrl })).toBe(0);
  await expect(assertRestricted(programUrl)).resolves.toBeUndefined();
});

test('a program without the owner’s URL starts only on a migrated database', async () => {
  await expect(assertMigrated(server.programUrl)).resolves.toBeUndefined();
  await server.rows('update public.migration set version = -version where version > 210');
  try {
    await expect(assertMigrated(server.programUrl)).rejects.toThrow('npm run migrate');
  } finally {
    await server.rows('update public.migration set version = -version where version < 0');
  }
});

/** Changes the records of the migrations with `change`, runs `work`, and restores the records. */
async function withRecords(change: string, work: (urls: Urls) => Promise<void>): Promise<void> {
  const { databaseUrl: url, programUrl } = server;
  await server.rows('create table public.migration_kept as table public.migration');
  try {
    await server.rows(change);
    await work({ url, programUrl });
  } finally {
    await server.rows('delete from public.migration');
    await server.rows('insert into public.migration table public.migration_kept');
    await server.rows('drop table public.migration_kept');
  }
}

test('a database of an older development version is refused with instructions', async () => {
  const older = { name: 'StartFailure', message: expect.stringContaining('npm run reset') };
  // The number alone would make such a database look migrated, because migrations were merged.
  const change = `update public.migration set md5 = 'of another file', version = version + 1000
    where version > 5`;
  await withRecords(change, async (urls) => {
    await server.rows(
      `insert into public.migration (version, name, md5) values (6, 'identity', 'x')`,
    );
    await expect(migrate(urls)).rejects.toMatchObject(older);
    await expect(assertMigrated(urls.programUrl)).rejects.toMatchObject(older);
  });
  await expect(assertMigrated(server.programUrl)).resolves.toBeUndefined();
});

test('a database that lacks an earlier migration than its last one is refused', () =>
  withRecords('delete from public.migration where version = 207', async (urls) => {
    const lacking = { name: 'StartFailure', message: expect.stringContaining('207 (notices)') };
    await expect(migrate(urls)).rejects.toMatchObject(lacking);
    await expect(assertMigrated(urls.programUrl)).rejects.toMatchObject(lacking);
  }));

const later = `insert into public.migration (version, name, md5) values (9000, 'later', 'x')`;

test('a database of a newer program that still supports this one is accepted as it is', () =>
  withRecords(later, async (urls) => {
    expect(await migrate(urls)).toBe(0);
    await expect(assertMigrated(urls.programUrl)).resolves.toBeUndefined();
  }));

test('a database of a newer program that no longer supports this one is refused', async () => {
  const newer = { name: 'StartFailure', message: expect.stringContaining('newer program') };
  await withRecords(later, async (urls) => {
    await server.rows('update app.schema set oldest_program = oldest_program + 8000');
    try {
      await expect(migrate(urls)).rejects.toMatchObject(newer);
      await expect(assertMigrated(urls.programUrl)).rejects.toMatchObject(newer);
    } finally {
      await server.rows('update app.schema set oldest_program = oldest_program - 8000');
    }
  });
});

/** Runs `work` on an empty database of its own. */
async function onNewDatabase(work: (urls: Urls) => Promise<void>): Promise<void> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  const onNew = (url: string) => url.replace(/[^/]*$/, name);
  const urls = { url: onNew(server.databaseUrl), programUrl: onNew(server.programUrl) };
  await server.rows(`create database ${name}`);
  try {
    await work(urls);
  } finally {
    await server.rows(`drop database ${name} with (force)`);
  }
}

test('processes that start at the same time migrate one after the other and say so', () =>
  onNewDatabase(async (urls) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(urls, say)));
    const files = await listMigrations();
    expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, files.length]);
    expect(said).toEqual(Array(2).fill(expect.stringContaining('waiting')));
  }));

test('a program without the owner’s URL waits for a running migration', async () => {
  const migrating = new Client({ connectionString: server.databaseUrl });
  await migrating.connect();
  try {
    await migrating.query('select pg_advisory_lock(8, 9)');
    const said: string[] = [];
    let done = false;
    const waiting = assertMigrated(server.programUrl, (line) => void said.push(line)).then(() => {
      done = true;
    });
    await expect.poll(() => said).toEqual([expect.stringContaining('waiting')]);
    expect(done).toBe(false);
    await migrating.query('select pg_advisory_unlock(8, 9)');
    await waiting;
  } finally {
    await migrating.end();
  }
});

test('a migration that waits for a table lets others pass and is tried again', async () => {
  const [reader, owner, member] = [1, 2, 3].map(
    () => new Client({ connectionString: server.databaseUrl }),
  ) as [Client, Client, Client];
  await Promise.all([reader, owner, member].map((client) => client.connect()));
  try {
    await owner.query('create table public.in_use (id int)');
    await reader.query('begin; select from public.in_use');
    const added = inTurns(owner, 'alter table public.in_use add column name text');
    await expect
      .poll(async () => (await server.rows('select from pg_locks where not granted')).length)
      .toBeGreaterThan(0);
    await member.query(`set statement_timeout = '3s'`);
    await member.query('select from public.in_use');
    await reader.query('commit');
    await added;
    await member.query('select name from public.in_use');
  } finally {
    await Promise.all([reader, owner, member].map((client) => client.end()));
    await server.rows('drop table public.in_use');
  }
});

test('every session of the program has its time limits from its role', async () => {
  const client = new Client({ connectionString: server.programUrl });
  await client.connect();
  const { rows } = await client.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`);
  await client.end();
  expect(rows).toEqual([{ statement: '1min', lock: '15s', idle: '1min' }]);
});

test('the worker runs its jobs with the program’s role', async () => {
  await server.app.work();
  await server.services.pool.query(`select graphile_worker.add_job('minute')`);
  const ran = async () =>
    (await server.rows(`select from app.job where name = 'ledger.addUp' and failure is null`))
      .length;
  await expect.poll(ran).toBe(1);
});

/**
 * Starts a pooler that passes everything on, except that like every pooler it tells its clients a
 * process id of its own.
 */
async function startPooler({ hostname, port: target }: URL) {
  const pooler = createServer((client) => {
    const upstream = connect(Number(target), hostname);
    const end = () => void [client, upstream].map((socket) => socket.destroy());
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5);
      client.write(bytes);
    });
  });
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening));
  return { pooler, port: String((pooler.address() as AddressInfo).port) };
}

test('jobs and migrations through a pooler are refused at the start in one sentence', async () => {
  const url = new URL(server.programUrl);
  await assertDirect(url.href, 'DATABASE_URL');
  const { pooler, port } = await startPooler(url);
  url.port = port;
  try {
    for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
      await expect(assertDirect(url.href, setting)).rejects.toMatchObject({
        name: 'StartFailure',
        message: expect.stringMatching(`^${setting} leads to PgBouncer\\. Give the address`),
      });
    }
    const settings = await withPorts(
      productionSettings({ programUrl: url.href }, server.services.config.filesDir),
    );
    await expect(startProcess(settings, ['--role', 'worker'])).rejects.toThrow(
      'DATABASE_URL leads to PgBouncer. Give the address of PostgreSQL itself in DATABASE_DIRECT',
    );
  } finally {
    pooler.close();
  }
}, 120_000);
