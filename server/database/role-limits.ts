// Time limits of the program's sessions, stored with its role; connections that bypass a pooler.
import pg from 'pg';
import { explained } from '../config/database-address.ts';
import { StartFailure } from '../start-failure.ts';

/**
 * Limits that are stored with the role, because PgBouncer in transaction mode refuses them as
 * start-up parameters. `client_connection_check_interval` ends a session whose client has given up
 * waiting, the keepalives one whose machine has disappeared, so that its locks are released.
 */
const limits = {
  statement_timeout: '60s',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '60s',
  client_connection_check_interval: '2s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
} as const;

/**
 * Sets the time limits for the role that `client` is signed in as; a role may always change its own
 * settings.
 */
export async function setRoleLimits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; settings: string[] }>(
    `select current_user as role, coalesce(rolconfig, '{}') as settings
     from pg_roles where rolname = current_user`,
  );
  const { role = '', settings = [] } = rows[0] ?? {};
  for (const [name, value] of Object.entries(limits)) {
    if (settings.includes(`${name}=${value}`)) continue;
    await client.query(`alter role ${pg.escapeIdentifier(role)} set ${name} = '${value}'`);
  }
}

/** Longest time in ms that a migration waits for another one to end. */
const TURN_MS = 600_000;

/** Connects; throws a StartFailure that says what is wrong with the server's TLS. */
export async function connected(client: pg.Client): Promise<pg.Client> {
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explained(error);
  }
}

/**
 * Connects to PostgreSQL itself. Throws a StartFailure that names `setting` if the URL leads to a
 * pooler such as PgBouncer, because in transaction mode a session's state, such as a lock or
 * LISTEN, does not survive. A pooler is recognised because it refuses a start-up parameter, or
 * because it tells its clients another process id than that of the session that runs their
 * statements.
 */
export async function directClient(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: TURN_MS });
  try {
    await connected(client);
  } catch (error) {
    throw isPooler(error) ? notDirect(setting) : error;
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const told = (client as pg.Client & { processID: number | null }).processID;
  if (rows[0]?.pid === told) return client;
  await client.end();
  throw notDirect(setting);
}

/** Throws a StartFailure if the address that the jobs use does not lead to PostgreSQL itself. */
export async function assertDirect(url: string, setting: string): Promise<void> {
  const client = await directClient(url, setting);
  await client.end();
}

const isPooler = (error: unknown) =>
  error instanceof Error && error.message.includes('unsupported startup parameter');

const notDirect = (setting: string) =>
  new StartFailure(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads to PgBouncer. Give the address of PostgreSQL itself in ' +
          'DATABASE_DIRECT_URL, because the jobs need sessions of their own.'
      : `${setting} leads to PgBouncer. Give the address of PostgreSQL itself, because ` +
          'migrations and jobs need sessions of their own.',
  );
