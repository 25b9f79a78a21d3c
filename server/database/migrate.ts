// Database migrations, run as the owner, and the permissions of the app's role.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import Postgrator from 'postgrator';
import { StartFailure } from '../start-failure.ts';
import {
  ALL,
  type Migration,
  inDb,
  listMigrations,
  listReleased,
  readUpgrade,
} from './migrations.ts';
import { connected, directClient, setRoleLimits } from './role-limits.ts';

/**
 * Connection URLs of the same database: `url` for the owner, `programUrl` for the app's role. The
 * owner's URL must lead to PostgreSQL itself, because a session lock makes migrations run one after
 * the other.
 */
export type Urls = { url: string; programUrl: string };
type Say = (line: string) => void;

const silent = new Logger(() => () => {});

async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connect = () => connected(new pg.Client({ connectionString: url })),
): Promise<T> {
  const client = await connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Brings the schema to the newest migration and grants the program's role its rights; returns how
 * many migrations were applied. `url` is the owner's. An advisory lock, held until the connection
 * ends, makes processes that start at the same time migrate one after the other; `say` is called if
 * this process must wait for another. Throws a StartFailure if the database was created by
 * migrations that are not this program's, or if `url` leads to PgBouncer.
 */
export async function migrate({ url, programUrl }: Urls, say: Say = () => {}): Promise<number> {
  const program = await roleOf(programUrl);
  const migrateAs = async (client: pg.Client): Promise<number> => {
    await takeTurn(client, say);
    const migrations = await listMigrations();
    const version = await readVersion(client, migrations);
    // The newer program has done everything already, the rights of the role included.
    if (version > newestOf(migrations)) return 0;
    const taken = version > 0 && version < migrations[0]!.version ? await takeOver(client) : 0;
    const { rows } = await client.query('select current_database() as database');
    const postgrator = new Postgrator({
      migrationPattern: ALL,
      driver: 'pg',
      database: rows[0].database,
      schemaTable: 'public.migration',
      execQuery: (query: string) => inTurns(client, query),
    });
    const applied = await postgrator.migrate();
    await runMigrations({ connectionString: url, maxPoolSize: 1, logger: silent });
    await client.query(`select set_config('baixi.program', $1, false)`, [program]);
    await inTurns(client, readFileSync(inDb('grants.sql'), 'utf8'));
    await withClient(programUrl, setRoleLimits);
    return taken + applied.length;
  };
  return withClient(url, migrateAs, () => directClient(url, 'DATABASE_OWNER_URL'));
}

/**
 * Changes a database of the release to what `db/schema/` makes of an empty one, in one transaction;
 * its old rows in `public.migration` stay and say from what it was made. Returns the number of
 * files that it has then.
 */
async function takeOver(client: pg.Client): Promise<number> {
  const { statements, replaces } = await readUpgrade();
  const rows = pg.escapeLiteral(JSON.stringify(replaces));
  await inTurns(
    client,
    `${statements}
     insert into public.migration (version, name, md5, run_at)
     select version, name, md5, now()
     from jsonb_to_recordset(${rows}) as m (version bigint, name text, md5 text)`,
  );
  return replaces.length;
}

/** Waits until no other process migrates this database. */
async function takeTurn(client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock(8, 9) as mine');
  if (!rows[0].mine) {
    say(WAITING);
    await client.query('select pg_advisory_lock(8, 9)');
  }
}

const WAITING = 'Another process migrates the database; waiting for it …';

/** Codes of PostgreSQL: a lock was not available in time, and a deadlock. */
const REPEATABLE = new Set(['55P03', '40P01']);
/** Tries before a migration fails because a table is in use, and the pause between two of them. */
const [TRIES, PAUSE_MS] = [30, 1_000];

/**
 * Runs the statements of a migration, all or none of them. While they wait for a table, every later
 * statement on it waits too, and those of members have 3 s; so they give up after a second, let the
 * others pass, and try again. An index that is built concurrently makes nobody wait, and would be
 * left unfinished.
 */
export async function inTurns(client: pg.Client, query: string): Promise<pg.QueryResult> {
  const isAlone = /\bconcurrently\b/i.test(query);
  await client.query(`set lock_timeout = '${isAlone ? 0 : '1s'}'`);
  for (let tried = 1; ; tried += 1) {
    try {
      return await client.query(query);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!REPEATABLE.has(code) || tried === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Returns the role that a connection URL signs in as. */
const roleOf = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return String(rows[0]?.role);
  });

/** Throws a StartFailure if both URLs sign in as the same role. */
export async function assertTwoRoles({ url, programUrl }: Urls): Promise<void> {
  if ((await roleOf(url)) === (await roleOf(programUrl))) {
    throw new StartFailure(
      'DATABASE_URL and DATABASE_OWNER_URL sign in as the same role. ' +
        'The program needs a role of its own; decision 022 says how to make it.',
    );
  }
}

const newestOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

/**
 * Returns whether this program can work with a database that a newer program has migrated. During
 * an upgrade, processes of both programs serve side by side, and those of the older one may have to
 * start again.
 */
async function servesOlder(client: pg.Client, newest: number): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('app.schema') is not null as exists`,
  );
  if (!rows[0]?.exists) return false;
  const { rows: found } = await client.query<{ oldest: number }>(
    'select oldest_program as oldest from app.schema',
  );
  return (found[0]?.oldest ?? Infinity) <= newest;
}

/**
 * Returns the number of the newest migration of a database, 0 if there is none. It is less than our
 * first one if the database is one of the release that is taken over, and greater than our newest
 * if a newer program has migrated the database and still supports this one. Throws a StartFailure
 * if one of the migrations belongs neither to this program nor to the release, or if the database
 * lacks one of them. postgrator would not notice this, because it does nothing if the number is
 * high enough.
 */
async function readVersion(client: pg.Client, ours: readonly Migration[]): Promise<number> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migration') is not null as exists`,
  );
  if (!tables[0]?.exists) return 0;
  const { rows: applied } = await client.query<Migration>(
    `select version::integer, name, md5 from public.migration where version > 0 order by version`,
  );
  const released = listReleased();
  const newest = newestOf(ours);
  const newer = applied.some(({ version }) => version > newest);
  const supported = newer && (await servesOlder(client, newest));
  for (const migration of applied) {
    if (migration.version > newest && supported) break;
    if (!isAmong([...released, ...ours], migration)) throw foreign(migration, newest);
  }
  const last = newestOf(applied);
  const isTakenOver = applied.some(({ version }) => version < ours[0]!.version);
  const needed = ours.filter(({ version }) => version < last);
  const lacking = [...(isTakenOver ? released : []), ...needed].find(
    (migration) => !isAmong(applied, migration),
  );
  if (lacking) {
    const found = `The database lacks migration ${lacking.version} (${lacking.name})`;
    throw new StartFailure(`${found} but has others. ${AFRESH}`);
  }
  return last;
}

const isAmong = (migrations: readonly Migration[], { version, md5 }: Migration): boolean =>
  migrations.some((migration) => migration.version === version && migration.md5 === md5);

/** Says why a database with a migration that we do not have, or not like this, is refused. */
function foreign({ version, name }: Migration, newest: number): StartFailure {
  const found = `The database was made with migration ${version} (${name}), which this program `;
  return new StartFailure(
    version > newest
      ? `${found}does not have and which it cannot work with. Start the newer program that ` +
          'made it.'
      : `${found}has in another form or not at all, because the database comes from a ` +
          `development version. ${AFRESH}`,
  );
}

/** What helps if a database cannot be migrated. */
const AFRESH =
  'Its data cannot be taken over. Run "npm run reset" to start afresh; if DATABASE_URL is set, ' +
  'name an empty database there.';

const MIGRATION_LIMIT_MS = 600_000;
const LOOK_MS = 250;

/**
 * Waits while another process migrates the database. Throws a StartFailure if the newest migration
 * of this program is still missing after that.
 */
export async function assertMigrated(programUrl: string, say: Say = () => {}): Promise<void> {
  const migrations = await listMigrations();
  const newest = newestOf(migrations);
  const version = await withClient(programUrl, async (client) => {
    const limit = performance.now() + MIGRATION_LIMIT_MS;
    for (let told = false; performance.now() < limit; told = true) {
      // The lock is read before the version, so that a migration that ends in between is seen.
      const { rows } = await client.query(migrating);
      if (!rows[0].running) break;
      if (!told) say(WAITING);
      await sleep(LOOK_MS);
    }
    return readVersion(client, migrations);
  });
  if (version < newest) {
    throw new StartFailure(
      `The database is at migration ${version}, this program needs ${newest}. ` +
        'Run "npm run migrate" with DATABASE_OWNER_URL set, or set it for the start.',
    );
  }
}

const migrating = `select exists (
  select from pg_locks
  where locktype = 'advisory' and classid = 8 and objid = 9 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
) as running`;

/** Throws a StartFailure if the program's role has more rights on the ledger than it needs. */
export async function assertRestricted(programUrl: string): Promise<void> {
  const found = await withClient(programUrl, async (client) => {
    const { rows } = await client.query<{ role: string; table: string | null }>(unrestricted);
    return rows[0];
  });
  if (found?.table) {
    throw new StartFailure(
      `DATABASE_URL signs in as ${found.role}, which may change what is written in ` +
        `${found.table}. Give the program a role of its own, and name the owner's address in ` +
        'DATABASE_OWNER_URL; decision 022 says how.',
    );
  }
}

/**
 * Selects the first table of the ledger or of the audit log whose rows the current role could
 * change or delete.
 */
const unrestricted = `select current_user as role, (
  select min(c.oid::regclass::text) from pg_class c
  where (c.oid in ('ledger.kind'::regclass, 'ledger.account'::regclass)
      or exists (select from pg_trigger t
        where t.tgrelid = c.oid and t.tgfoid = 'app.refuse_change'::regproc))
    and (has_table_privilege(c.oid, 'UPDATE') or has_table_privilege(c.oid, 'DELETE')
      or has_table_privilege(c.oid, 'TRUNCATE') or has_table_privilege(c.oid, 'TRIGGER')
      or has_any_column_privilege(c.oid, 'UPDATE') or pg_has_role(c.relowner, 'MEMBER')
      or c.oid in ('ledger.account'::regclass, 'ledger.transfer'::regclass,
        'ledger.entry'::regclass) and has_table_privilege(c.oid, 'INSERT'))
) as table`;
