// The owner of the database changes the proof log, or what its leaves are about, in every way; the
// comparison that an auditor makes with a kept checkpoint finds each change.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { keyIn, openCheckpoint } from '#contract/proofs/note.ts';
import { proofs } from '#contract/proofs/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { addDays } from '#contract/core/day.ts';
import { randomOf } from '../../actors/random.ts';
import {
  chainNames,
  chainState,
  inTransactionsOf,
  type Reader,
} from '../../server/chains/chain.ts';
import { createPool, db } from '../../server/database/db.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { type Comparison, compareLog, isSound } from '../../server/proofs/comparing.ts';
import { logHeads } from '../../server/proofs/heads.ts';
import { integrate } from '../../server/proofs/log.ts';
import { nodeCrypto } from '../../server/proofs/note-signing.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';
import { drain } from '../../server/worker.ts';
import { disburse, goTo, newTeam, pay, type TestLoan, today } from '../actors/loans.ts';
import { useServer } from '../server.ts';
import { logTampers } from './log-tampers.ts';
import { report, roundsOr, SEED } from './report.ts';

const server = useServer();
const ROUNDS = roundsOr(60);
type Trust = Parameters<typeof compareLog>[1];
let trust: Trust;

async function unsealed(): Promise<number> {
  await sealAuditLog(server.services);
  await sealLedger(server.services);
  const tx = db(server.services.pool);
  const states = await Promise.all(chainNames.map((chain) => chainState(tx, chain)));
  return states[0]!.unsealed + states[1]!.unsealed;
}

/** Plays four loans from the application on, of which one is settled and one only signed. */
beforeAll(async () => {
  const office = await newOffice(server);
  const team = await newTeam(server);
  for (const end of ['signed', 'lent', 'lent', 'settled']) {
    const { borrower, loan } = await funded(server, office);
    await sign(server, borrower);
    if (end === 'signed') continue;
    const account = await disburse(server, { id: Number(loan.id) } as TestLoan, team);
    if (end === 'lent') continue;
    const whole = { id: loan.id, kind: 'full' } as const;
    const { data } = await server.ok(servicing.instructPrepayment, whole, borrower);
    await pay(server, account, data.total);
  }
  await drain(server.services);
  await goTo(server, addDays(today(server), 1));
  await server.advance(1);
  // What is not sealed yet is in no chain, so that a change of it cannot be found.
  while ((await unsealed()) > 0) await sleep(20);
  await logHeads(server.services);
  await integrate(server.services);
  const key = (await keyIn(nodeCrypto, (await server.ok(proofs.proofLog, {})).data.key))!;
  const [row] = await server.rows<{ note: string }>(
    'select note from proofs.checkpoint order by id desc limit 1',
  );
  trust = { key, before: await openCheckpoint(nodeCrypto, row!.note, key) };
}, 120_000);

const foundIn = ({ reading, differences, chains }: Comparison): string =>
  reading.faults[0]?.what ?? differences[0]?.how ?? `${chains[0]?.chain} ${chains[0]?.how}`;

test('an untouched log agrees with everything that it is about', async () => {
  const read = inTransactionsOf(server.services.pool);
  const { reading, differences, chains } = await compareLog(read, trust);
  expect({ faults: reading.faults, differences, chains }).toEqual({
    faults: [],
    differences: [],
    chains: [],
  });
  expect(new Set(reading.leaves.map(({ leaf }) => leaf.kind)).size).toBe(8);
});

test('every change by the owner is found', async () => {
  const random = randomOf(SEED);
  const failures: string[] = [];
  const counts = new Map<string, Map<string, number>>();
  const owner = createPool(server.databaseUrl, { max: 1 });
  const client = await owner.connect();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { name, make } = logTampers[round % logTampers.length]!;
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      const tx = db(client);
      const read: Reader = (work) => work(tx);
      const write = async (statement: string) => (await client.query(statement)).rowCount ?? 0;
      try {
        const rows = await make({ tx, random, write });
        const comparison = rows > 0 ? await compareLog(read, trust) : null;
        if (!comparison) failures.push(`${name}: nothing was changed`);
        else if (isSound(comparison)) failures.push(`${name}: not found`);
        else {
          const kinds = counts.get(name) ?? new Map<string, number>();
          const how = foundIn(comparison);
          counts.set(name, kinds.set(how, (kinds.get(how) ?? 0) + 1));
        }
      } catch (error) {
        failures.push(`${name}: not made: ${(error as Error).message}`);
      }
      await client.query('rollback');
    }
  } finally {
    client.release();
    await owner.end();
  }
  const says = [...counts].map(([name, kinds]) => {
    const list = [...kinds].map(([how, times]) => `${how} ${times}`).join(', ');
    return `${name}: found as ${list}`;
  });
  report({ tries: ROUNDS, failures, says });
}, 600_000);
