// Races R10 and R11: concurrent double spends at two processes, while a reader compares the sums of
// the whole ledger in one snapshot after the other.
import { test } from 'vitest';
import { randomOf } from '../../actors/random.ts';
import { createPool, type Pool } from '../../server/database/db.ts';
import { readInvariants } from '../../server/database/invariants.ts';
import { newTeam } from '../actors/loans.ts';
import { newOperator } from '../actors/people.ts';
import { type Field, races } from '../actors/races.ts';
import { startSecondApp } from '../actors/second-app.ts';
import { useServer } from '../server.ts';
import { isLong, report, roundsOr, SEED } from './report.ts';

const ROUNDS = roundsOr(races.length);
const WAYS_MAX = isLong ? 64 : 8;
/** The laws that must hold at every moment and are read fast enough to be read all the time. */
const LAWS = [
  'an account matches its kind, and client money is never overdrawn',
  'the trust bank account holds exactly what the platform owes',
  'no case is funded beyond its target',
];
const server = useServer();

/** Reads the laws in one snapshot after the other until it is stopped. */
function startReader(pool: Pool) {
  const laws = readInvariants().filter(({ name }) => LAWS.includes(name));
  if (laws.length !== LAWS.length) throw new Error('a law has another name now');
  const failures: string[] = [];
  let [over, snapshots] = [false, 0];
  const reading = (async () => {
    while (!over) {
      for (const { name, sql } of laws) {
        const { rows } = await pool.query<object>(sql);
        if (rows.length > 0) failures.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
      snapshots += 1;
    }
  })();
  return {
    failures,
    async stop() {
      over = true;
      await reading;
      return snapshots;
    },
  };
}

/** Draws the races of a run: at least one of each, the others by their shares. */
function drawn({ random }: Pick<Field, 'random'>) {
  const lots = races.flatMap((race) => Array.from({ length: race[1] }, () => race));
  const more = Array.from({ length: Math.max(0, ROUNDS - races.length) }, () => random.pick(lots));
  return [...races, ...more];
}

test(`${ROUNDS} races spend nothing twice`, async () => {
  const random = randomOf(SEED);
  const other = await startSecondApp(server, null, { checkAnswers: true });
  const roles = ['finance', 'approver'] as const;
  const field: Field = {
    server,
    random,
    clients: [server, other],
    processes: [server.services, other.services],
    team: await newTeam(server),
    operators: [await newOperator(server, roles), await newOperator(server, roles)],
    failures: [],
    requests: 0,
  };
  const pool = createPool(server.databaseUrl, { max: 1 });
  const reader = startReader(pool);
  try {
    for (const [name, , race] of drawn(field)) {
      const failures = await race(field, random.int(2, WAYS_MAX));
      field.failures.push(...failures.map((line) => `${name}: ${line}`));
    }
  } finally {
    const snapshots = await reader.stop();
    await pool.end();
    await other.app.close();
    const failures = [...field.failures, ...reader.failures];
    const says = [`${field.requests} requests`, `${snapshots} snapshots of all sums`];
    report({ tries: Math.max(ROUNDS, races.length), failures, says });
  }
}, 7_200_000);
