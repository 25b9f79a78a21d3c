// `npm run chaos -- kills`: kills two servers and PostgreSQL with SIGKILL at random moments under
// load, then proves that nothing acknowledged was lost and nothing happened twice.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Random, randomOf } from '../../actors/random.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort } from '../../server/database/free-port.ts';
import { startPostgres } from '../../server/database/postgres.ts';
import { readOptions } from '../options.ts';
import { openFolder } from './drill.ts';
import { killAll } from './kill-all.ts';
import { problemsAfter } from './market/acknowledged.ts';
import { newLoad } from './market/load.ts';
import { furnish } from './market/market.ts';
import type { Sites } from './market/retries.ts';
import { startMarketServer } from './processes.ts';

const { values } = readOptions({
  command: 'npm run chaos -- kills',
  purpose:
    'Kills two servers and PostgreSQL under load, and proves that nothing is lost or doubled.',
  words: { kills: 'this drill' },
  options: {
    kills: { type: 'string', default: '20', value: 'N', about: 'kills of a server' },
    database: { type: 'string', default: '5', value: 'N', about: 'kills of PostgreSQL' },
    seed: { type: 'string', default: '1', value: 'N', about: 'draws the same moments again' },
  },
});
const random: Random = randomOf(Number(values.seed));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const CLIENTS = 24;
/** Time without any message sent after which those left are lost. */
const MESSAGES_MS = 15_000;
/** One kill in this many ends both servers at once. */
const BOTH_EACH = 5;
const kills = Number(values.kills);
const databaseKills = Number(values.database);
// A case has room for about 150 orders, and more cases are needed for a longer run.
const cases = 6 + 2 * (kills + databaseKills);
const SIZE = { investors: 400, cases, amountMin: 50, amountMax: 90 };

const { folder, remove } = openFolder();
let postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
const { programUrl: databaseUrl, port: databasePort } = postgres;
const newPorts = async (): Promise<Sites> => ({ site: await freePort(), office: await freePort() });
const ports = [await newPorts(), await newPorts()];
await migrate(postgres);
const market = await furnish(databaseUrl, folder, random, SIZE);
const load = newLoad(ports, market, random);
const { acks, paid } = load.acknowledged;

const servers: ChildProcess[] = [];
/** Milliseconds from the start of a process until it serves again. */
const waysBack = { server: [] as number[], database: [] as number[] };

try {
  await Promise.all(ports.map((_, turn) => startServer(turn)));
  waysBack.server.length = 0;
  say(
    `Seed ${values.seed}: ${CLIENTS} clients, ${kills} kills of a server, ` +
      `${databaseKills} of PostgreSQL`,
  );
  const clients = load.run(CLIENTS);
  await killInTurn();
  load.end();
  await clients;
  await prove();
} finally {
  load.end({ abandon: true });
  for (const server of servers) server.kill('SIGKILL');
  await postgres.stop();
  remove();
}

async function startServer(turn: number): Promise<void> {
  const began = performance.now();
  servers[turn] = await startMarketServer(databaseUrl, folder, ports[turn]!);
  waysBack.server.push(performance.now() - began);
}

async function killInTurn(): Promise<void> {
  const rounds = [
    ...Array.from({ length: kills }, () => 'server' as const),
    ...Array.from({ length: databaseKills }, () => 'database' as const),
  ].toSorted(() => random.next() - 0.5);
  for (const [n, what] of rounds.entries()) {
    await sleep(random.int(200, 2_500));
    if (what === 'server') {
      const both = random.int(1, BOTH_EACH) === 1;
      const turns = both ? [0, 1] : [random.int(0, 1)];
      for (const turn of turns) servers[turn]?.kill('SIGKILL');
      await Promise.all(turns.map(startServer));
    } else {
      killAll(postgres.pid);
      await postgres.ended;
      const began = performance.now();
      postgres = await startPostgres({
        folder: join(folder, 'cluster'),
        durable: true,
        port: databasePort,
      });
      waysBack.database.push(performance.now() - began);
    }
    say(`  kill ${n + 1} (${what}): ${acks.length} orders answered, ${paid.length} payments`);
  }
  await sleep(1_500);
}

/** Returns the longest time in ms in which no order was answered. */
function longestSilence(): number {
  const times = acks.map(({ answeredAt }) => answeredAt).toSorted((a, b) => a - b);
  return Math.max(0, ...times.map((at, n) => at - (times[n - 1] ?? at)));
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1000).toFixed(1);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `median ${seconds(median)} s, longest ${seconds(sorted.at(-1))} s`;
}

/** Waits while the servers send messages; returns how many they leave unsent. */
async function messagesLeft(): Promise<number> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  let [left, progressAt] = [Infinity, performance.now()];
  while (left > 0 && performance.now() - progressAt < MESSAGES_MS) {
    await sleep(500);
    const { rows } = await db.query(
      'select count(*)::int as n from notices.outbox where sent_at is null',
    );
    if (rows[0].n < left) progressAt = performance.now();
    left = rows[0].n as number;
  }
  await db.end();
  return left;
}

async function prove(): Promise<void> {
  const problems = await problemsAfter(databaseUrl, load.acknowledged);
  const waiting = await messagesLeft();
  if (waiting > 0) problems.push(`${waiting} messages were not resumed`);
  const orders = acks.filter(({ orderId }) => orderId !== null).length;
  const retried = load.repeated();
  say(
    `\n${orders} orders acknowledged (${acks.length} answered), ` +
      `${paid.length} payments booked; ${retried} requests were sent more than once`,
  );
  say(`a server is back: ${spread(waysBack.server)}; PostgreSQL: ${spread(waysBack.database)}`);
  say(`longest time without an answered order: ${(longestSilence() / 1000).toFixed(1)} s`);
  if (problems.length > 0) {
    for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
    process.exitCode = 1;
    return;
  }
  say('Nothing acknowledged was lost, nothing was doubled, every law of the books holds.');
}
