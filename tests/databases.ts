// The databases of test files: each is cloned from the template before it is needed, and dropped
// while the next file runs.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { template } from './template.setup.ts';

/** Connection of this worker to the maintenance database, and the work that it does in turn. */
let maintenance: Promise<Client> | undefined;
let ahead: Promise<string> | undefined;
let behind: Promise<unknown> = Promise.resolve();

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  return client;
}

async function run(statement: string): Promise<void> {
  maintenance ??= connect();
  await (await maintenance).query(statement);
}

async function clone(): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await run(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

/** Returns the name of a fresh database, and begins to clone the next one of this worker. */
export async function takeDatabase(): Promise<string> {
  const mine = ahead ?? clone();
  const name = await mine;
  ahead = clone();
  // Whoever takes it gets the error.
  ahead.catch(() => {});
  return name;
}

/** Drops a database in the background, once the one dropped before is gone. */
export async function dropDatabase(name: string): Promise<void> {
  await behind;
  behind = run(`drop database ${name} with (force)`);
  behind.catch(() => {});
}
