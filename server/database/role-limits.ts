// Time limits of the program's sessions, stored with its role; connections that bypass a pooler.
import pg from 'pg';
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

/**
 * Connects to PostgreSQL itself. Throws a StartFailure that names `setting` if the URL leads to
 * PgBouncer in transaction mode, through which a session's state, such as a lock or LISTEN, does
 * not survive. PgBouncer is recognised because it refuses a start-up parameter.
 */
export async function directClient(url: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: TURN_MS });
  try {
    await client.connect();
  } catch (error) {
    throw isPooler(error) ? notDirect(setting) : error;
  }
  return client;
}

const isPooler = (error: unknown) =>
  error instanceof Error && error.message.includes('unsupported startup parameter');

const notDirect = (setting: string) =>
  new StartFailure(
    `${setting} leads to PgBouncer. Give the address of PostgreSQL itself, because migrations ` +
      'and jobs need sessions of their own.',
  );
