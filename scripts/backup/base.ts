// The base backup: a copy of a running PostgreSQL's data by its low-level backup interface, and the
// settings that archive its log of changes (WAL).
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Runner } from '../../server/database/postgres.ts';
import { StartFailure } from '../../server/start-failure.ts';
import { type Digests, assertSame, copyFolder, flush } from './copies.ts';

/** Description of a base backup, stored in `base/<name>/backup.json`. */
export type Base = {
  name: string;
  /** The role that took the backup, who may read everything. */
  role: string;
  database: string;
  startedAt: string;
  /** The database can be restored to any moment after this one. */
  endedAt: string;
  digests: Digests;
};

/** Returns the paths of a backup's folders. */
export const placesOf = (folder: string) => ({
  base: join(resolve(folder), 'base'),
  wal: join(resolve(folder), 'wal'),
  uploads: join(resolve(folder), 'files'),
  heads: join(resolve(folder), 'heads.jsonl'),
});

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns the settings with which PostgreSQL archives its log of changes (WAL). A segment is copied
 * to a temporary name, flushed and renamed, so that the archive never holds half a segment. A
 * segment that is already in the archive is accepted if it is the same, because PostgreSQL may
 * archive a segment twice after a crash.
 */
export function archiveSettings(folder: string, seconds = 60): string[] {
  const to = `${quoted(placesOf(folder).wal)}/%f`;
  const copy = `cp %p ${to}.part && sync ${to}.part && mv ${to}.part ${to}`;
  return [
    'wal_level=replica',
    'archive_mode=on',
    `archive_timeout=${seconds}`,
    `archive_command=cmp -s %p ${to} || (test ! -e ${to} && ${copy})`,
  ];
}

/** Makes the folders of a backup; PostgreSQL, which may run as another user, writes the archive. */
export function makePlaces(folder: string, runner: Runner): void {
  const { base, wal } = placesOf(folder);
  if (fs.existsSync(wal)) return;
  fs.mkdirSync(base, { recursive: true, mode: 0o700 });
  fs.chmodSync(resolve(folder), 0o711);
  fs.mkdirSync(wal, { mode: 0o700 });
  if (runner.uid !== undefined && runner.gid !== undefined) {
    fs.chownSync(wal, runner.uid, runner.gid);
  }
}

/**
 * Folders copied without their content, as PostgreSQL's manual says, because the content belongs to
 * the running server.
 */
const WITHOUT_CONTENT = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(postmaster\.(pid|opts)|(.*\/)?pgsql_tmp[^/]*|(.*\/)?pg_internal\.init.*)$/;
const leaveOut = (path: string) => {
  if (LEFT_OUT.test(path)) return 'all';
  return WITHOUT_CONTENT.includes(path) ? 'content' : null;
};

/**
 * Returns PostgreSQL's data folder. Throws a StartFailure if this command cannot back up the
 * server.
 */
async function dataFolder(client: pg.Client): Promise<string> {
  // The owner of the tables, which the settings may name instead, must not read the whole server.
  const who = await client.query<{ name: string; rolsuper: boolean }>(
    'select rolname as name, rolsuper from pg_roles where rolname = current_user',
  );
  if (!who.rows[0]?.rolsuper) {
    throw new StartFailure(
      `The role ${who.rows[0]?.name} is no superuser. Name one: --database postgres://….`,
    );
  }
  const { rows } = await client.query<Record<string, string>>(
    `select current_setting('data_directory') as folder, current_setting('archive_mode') as archive,
       pg_is_in_recovery()::text as standby`,
  );
  const { folder = '', archive, standby } = rows[0] ?? {};
  if (standby === 'true') throw new StartFailure('A base backup is taken from the primary.');
  if (archive === 'off') {
    throw new StartFailure(
      'PostgreSQL does not archive its log. "npm run backup -- --to DIR --settings" prints the ' +
        'settings that it needs; restart it with them.',
    );
  }
  if (!fs.existsSync(join(folder, 'PG_VERSION'))) {
    throw new StartFailure(
      `The data folder ${folder} cannot be read from here. This command runs on the machine of ` +
        'PostgreSQL; for a cluster use pgBackRest (docs/machines.md).',
    );
  }
  if (fs.readdirSync(join(folder, 'pg_tblspc')).length > 0) {
    throw new StartFailure('The database has tablespaces; use pgBackRest (docs/machines.md).');
  }
  return folder;
}

/** Reads PostgreSQL's control file until two reads agree, because the file may change meanwhile. */
function readControl(folder: string): Buffer {
  const read = () => fs.readFileSync(join(folder, CONTROL));
  for (let [before, now] = [read(), read()]; ; before = now, now = read()) {
    if (before.equals(now)) return now;
  }
}
const CONTROL = 'global/pg_control';
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Copies the data of the PostgreSQL at `url` to a new folder below `folder`, and waits until the
 * log (WAL) written during the copy is archived. `url` must sign in as a superuser.
 */
export async function takeBase(url: string, folder: string): Promise<Base> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const from = await dataFolder(client);
    const { rows } = await client.query<{ role: string; database: string }>(
      'select current_user as role, current_database() as database',
    );
    const { role = '', database = '' } = rows[0] ?? {};
    const startedAt = new Date().toISOString();
    const name = startedAt.replaceAll(/[:.]/g, '-');
    const unfinished = join(placesOf(folder).base, `${name}.part`);
    await client.query('select pg_backup_start($1, true)', [name]);
    const data = join(unfinished, 'data');
    const digests = copyFolder(from, data, (path) => (path === CONTROL ? 'all' : leaveOut(path)));
    fs.writeFileSync(join(data, CONTROL), readControl(from), { mode: 0o600 });
    const stopped = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(true)',
    );
    fs.writeFileSync(join(data, 'backup_label'), stopped.rows[0]?.labelfile ?? '');
    for (const path of [CONTROL, 'backup_label']) {
      digests[path] = digestOf(fs.readFileSync(join(data, path)));
    }
    const endedAt = new Date().toISOString();
    const made: Base = { name, role, database, startedAt, endedAt, digests };
    fs.writeFileSync(join(unfinished, 'backup.json'), JSON.stringify(made), { mode: 0o600 });
    flush(unfinished);
    fs.renameSync(unfinished, join(placesOf(folder).base, name));
    return made;
  } finally {
    await client.end();
  }
}

/** Returns the complete base backups of a folder, oldest first. */
export function listBases(folder: string): Base[] {
  const { base } = placesOf(folder);
  if (!fs.existsSync(base)) throw new StartFailure(`${folder} holds no backup.`);
  return fs
    .readdirSync(base)
    .filter((name) => fs.existsSync(join(base, name, 'backup.json')) && !name.endsWith('.part'))
    .toSorted()
    .map((name) => JSON.parse(fs.readFileSync(join(base, name, 'backup.json'), 'utf8')) as Base);
}

/** Copies a base backup to a folder that does not exist yet, and checks every file of it. */
export function layBase(folder: string, { name, digests }: Base, to: string): void {
  const found = copyFolder(join(placesOf(folder).base, name, 'data'), to);
  assertSame(found, digests, `The base backup ${name}`);
}
