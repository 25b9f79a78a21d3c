// Time limits of the program's sessions, stored with its role, and connections past a pooler.
import pg from 'pg';
import { StartFailure } from '../start-failure.ts';

/**
 * PgBouncer in transaction mode refuses these as start-up parameters, so that they are settings of
 * the role. The last one makes a session end whose client has given up waiting.
 */
const limits = {
  statement_timeout: '60s',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '60s',
  client_connection_check_interval: '2s',
} as const;

/** Sets the limits for the role that `client` is signed in as; a role may always set its own. */
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

/** How long a migration may wait for another one to end. */
const TURN_MS = 600_000;

/**
 * Connects to PostgreSQL itself. A session's state, such as a lock or LISTEN, does not survive
 * PgBouncer in transaction mode, which this recognises because it refuses the start-up parameter.
 * Throws a StartFailure that names `setting` then.
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
