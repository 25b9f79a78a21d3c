// Makes plausible faults in the books of the demonstration, one statement each, and counts which of
// them are refused or noticed: made with the program's role, and by the owner of the database.
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Day, dayOf } from '#contract/core/day.ts';
import { inProcess } from '../../actors/transport.ts';
import { seed } from '../../db/seed.ts';
import { type Reader, chainNames, proveChain } from '../../server/chains/chain.ts';
import { type Pool, type Tx, createPool, db } from '../../server/database/db.ts';
import { readInvariants } from '../../server/database/invariants.ts';
import { sql, trusted } from '../../server/database/sql.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { brokenSchedules } from '../../server/servicing/repayment/recomputation.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';
import { measure } from '../actors/losses.ts';
import { agreed, consent, negotiating, newDesk, offered } from '../actors/negotiations.ts';
import { useServer } from '../server.ts';

const server = useServer();

type Fault = { name: string; statement: string; table: string };

const folder = new URL('.', import.meta.url);
const faults: readonly Fault[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split(/^-- name: /m)
      .slice(1),
  )
  .map((part) => {
    const [name = '', ...lines] = part.split('\n');
    const statement = lines.join('\n').trim();
    const [, table = ''] = /^(?:update|delete from|insert into) ([\w."]+)/.exec(statement) ?? [];
    return { name, statement, table };
  });

/** Refusals of the database: a missing right, a trigger, or a constraint. */
const REFUSED = /^(42501|P0001|23\d\d\d)$/;

let today: Day;
let pools: { program: Pool; owner: Pool };

beforeAll(async () => {
  const { services, app } = server;
  pools = {
    program: createPool(server.programUrl, { max: 1 }),
    owner: createPool(server.databaseUrl, { max: 1 }),
  };
  await seed(services, inProcess(app), () => {}, dayOf(services.clock.realNow()));
  await furnish();
  while ((await sealAuditLog(services)) > 0);
  while ((await sealLedger(services)) > 0);
  today = dayOf(services.clock.now());
}, 900_000);
afterAll(async () => {
  await pools.program.end();
  await pools.owner.end();
});

/** Adds what the demonstration lacks: terms in force, and court costs. */
async function furnish(): Promise<void> {
  const desk = await newDesk(server);
  const [sued] = await server.rows<{ id: string }>(
    'select min(id) as id from lending.loan where status = 80',
  );
  const day = dayOf(server.services.clock.now());
  const persons = { team: desk.finance, reviewer: desk.maker };
  const costs = { kind: 'courtCost', amount: 1_000, day } as const;
  await measure(server, persons, { id: Number(sued?.id) }, costs);
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  for (const i of loan.investors.keys()) await consent(server, loan, i);
}

/** What notices a fault: a refusal, a law, the nightly recomputation, or a hash chain. */
async function noticedBy(tx: Tx, { statement, table }: Fault): Promise<string | null> {
  const changed = await tx.run(trusted(statement)).then(
    (rows) => rows,
    (error: DatabaseError) => {
      if (error.code && REFUSED.test(error.code)) return error.code;
      throw error;
    },
  );
  if (typeof changed === 'string') return `refused: ${changed}`;
  if (changed === 0) throw new Error('the fault changes no row');
  for (const { name, sql: law } of readInvariants()) {
    if (!reads(law, table)) continue;
    if ((await tx.planned(trusted(law))).length > 0) return name;
  }
  const read: Reader = (work) => work(tx);
  if (/^(servicing|lending)\./.test(table)) {
    const [broken] = await brokenSchedules(read, today);
    if (broken) return broken.name;
  }
  if (!/^(ledger|tasks)\./.test(table)) return null;
  for (const chain of chainNames) {
    const { broken } = await proveChain(read, chain);
    if (broken) return `the ${chain} chain: ${broken.how}`;
  }
  return null;
}

/** Whether a law reads a table; the sums of the ledger are views of its tables. */
const reads = (law: string, table: string) =>
  law.includes(table) || (table.startsWith('ledger.') && law.includes('ledger.'));

/** Makes every fault in a transaction that is rolled back; returns those that nothing notices. */
async function unnoticed(pool: Pool, begin: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const missed: string[] = [];
  for (const fault of faults) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const tx = db(client, { answerMs: 0 });
      await begin(tx);
      const by = await noticedBy(tx, fault).catch((error: Error) => {
        throw new Error(`${fault.name}: ${error.message}`, { cause: error });
      });
      if (by === null) missed.push(fault.name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  if (missed.length > 0) process.stdout.write(`not noticed: ${missed.join(', ')}\n`);
  return missed;
}

/** The most of the faults that may go unnoticed, if at least `of` of 54 are noticed. */
const most = (of: number) => faults.length - Math.ceil((faults.length * of) / 54);

describe('of plausible faults', () => {
  test('there are at least 54, each with a name of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(54);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.filter(({ table }) => table === '')).toEqual([]);
  });

  test('the program makes hardly any that is neither refused nor noticed', async () => {
    const missed = await unnoticed(pools.program, async () => {});
    expect(missed.length, missed.join()).toBeLessThanOrEqual(most(50));
  }, 600_000);

  test('the owner, who disables triggers, makes few that are not noticed', async () => {
    const missed = await unnoticed(pools.owner, (tx) =>
      tx.run(sql`set local session_replication_role = replica`),
    );
    expect(missed.length, missed.join()).toBeLessThanOrEqual(most(44));
  }, 600_000);
});
