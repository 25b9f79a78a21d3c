// Attack by someone who controls the server process: rewriting the books with its database role.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { startPostgres } from '../../server/database/postgres.ts';

export const about = 'rewrites the books and the audit log as the role of the program';

/** Tables that the server may add to or read, but never change. */
const PROTECTED = [
  'ledger.kind',
  'ledger.account',
  'ledger.transfer',
  'ledger.entry',
  'ledger.proof',
  'tasks.audit',
  'tasks.seal',
  'tasks.proof',
];
const POSTED_ONLY = ['ledger.account', 'ledger.transfer', 'ledger.entry', 'ledger.kind'];

const STATEMENTS = [
  ...PROTECTED.flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} owner to current_user`,
    `drop table ${table} cascade`,
    `create trigger mine before insert on ${table} for each row
       execute function app.refuse_change()`,
    `create rule mine as on insert to ${table} do instead nothing`,
    `lock table ${table} in access exclusive mode`,
  ]),
  ...POSTED_ONLY.map((table) => `insert into ${table} default values`),
  'update ledger.account set balance = 0',
  'update ledger.transfer set memo = memo',
  'update ledger.entry set amount = 1',
  'update ledger.kind set floored = false',
  `update tasks.audit set reason = ''`,
  `update tasks.seal set hash = ''`,
  'update tasks.security_event set times = 1',
  'delete from tasks.security_event',
  'truncate tasks.security_event',
  'delete from tasks.security_alarm',
  'select from ledger.account for update',
  'set session_replication_role = replica',
  'set role baixi',
  'set session authorization baixi',
  'create table ledger.mine (n int)',
  'create table public.mine (n int)',
  'create schema mine',
  'create role mine',
  'alter role current_user superuser',
  'drop trigger transfer_append_only on ledger.transfer',
  `create or replace function app.refuse_change() returns trigger language plpgsql as
     'begin return new; end'`,
  'alter function ledger.post security invoker',
  'drop function ledger.post cascade',
  `select setval('tasks.audit_id_seq', 1)`,
  `copy ledger.entry from program 'true'`,
  `select pg_read_file('postgresql.conf')`,
  'drop schema ledger cascade',
  // Uses the one function that may write in order to add an entry to an existing transfer.
  `select ledger.post('{new}', '{receipt}', '{2026-11-20}', '{0}', '{""}',
     '{new,new,old,old}', '{trust_bank,suspense,trust_bank,suspense}',
     '{0,0,0,0}', '{0,0,0,0}', '{0,0,0,0}', '{1,-1,1,-1}')`,
  `select ledger.post('{lone}', '{receipt}', '{2026-11-20}', '{0}', '{""}',
     '{lone}', '{trust_bank}', '{0}', '{0}', '{0}', '{1}')`,
];

/**
 * Error codes of a missing privilege, an append-only table, or an invariant of ledger.post; any
 * other error would prove nothing.
 */
const REFUSALS = ['42501', 'P0001', '23000'];

/**
 * Tries every statement with the database role of `programUrl` and returns the statements that were
 * not refused. Changes nothing permanently.
 */
export async function rewriteBooks(programUrl: string) {
  const client = new pg.Client({ connectionString: programUrl });
  await client.connect();
  const failures: string[] = [];
  try {
    for (const statement of STATEMENTS) {
      await client.query('begin');
      const code = await client.query(statement).then(
        () => 'passed',
        (error: pg.DatabaseError) => error.code ?? error.message,
      );
      await client.query('rollback');
      if (!REFUSALS.includes(code)) failures.push(`${code}: ${statement}`);
    }
  } finally {
    await client.end();
  }
  return { tries: STATEMENTS.length, failures };
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-attack-'));
  // If the script runs as root, PostgreSQL runs as a separate user, which must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: false });
  try {
    await migrate(postgres);
    return await rewriteBooks(postgres.programUrl);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
