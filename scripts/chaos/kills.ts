// `npm run chaos -- kills`: kills the server and PostgreSQL with SIGKILL at random moments under
// load, then proves that nothing acknowledged was lost and nothing happened twice.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Random, randomOf } from '../../actors/random.ts';
import { createPool } from '../../server/database/db.ts';
import { brokenInvariants } from '../../server/database/invariants.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort, startPostgres } from '../../server/database/postgres.ts';
import { readOptions } from '../options.ts';
import { compareAcknowledged } from './acknowledged.ts';
import { killAll } from './kill-all.ts';
import { furnish, newLoad } from './market.ts';

const { values } = readOptions({
  command: 'npm run chaos -- kills',
  purpose:
    'Kills the server and PostgreSQL under load, and proves that nothing is lost or doubled.',
  words: { kills: 'this drill' },
  options: {
    kills: { type: 'string', default: '20', value: 'N', about: 'kills of the server' },
    database: { type: 'string', default: '5', value: 'N', about: 'kills of PostgreSQL' },
    seed: { type: 'string', default: '1', value: 'N', about: 'draws the same moments again' },
  },
});
const random: Random = randomOf(Number(values.seed));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const CLIENTS = 24;
const SIZE = { investors: 400, cases: 6, amountMin: 20, amountMax: 50 };

const folder = mkdtempSync(join(tmpdir(), 'baixi-chaos-'));
// If the script runs as root, PostgreSQL runs as a separate user, which must be able to enter the
// folder.
chmodSync(folder, 0o711);
let postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
const { programUrl: databaseUrl, port: databasePort } = postgres;
const ports = { site: await freePort(), office: await freePort() };
await migrate(postgres);
const market = await furnish(databaseUrl, folder, random, SIZE);
const load = newLoad(ports, market, random);
const { acks, paid } = load.acknowledged;

let server = null as ChildProcess | null;
const gaps: number[] = [];

try {
  await startServer();
  say(
    `Seed ${values.seed}: ${CLIENTS} clients, ${values.kills} kills of the server, ` +
      `${values.database} of PostgreSQL`,
  );
  const clients = load.run(CLIENTS);
  await kill();
  load.end();
  await clients;
  await sleep(2_000);
  await prove();
} finally {
  load.end();
  server?.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function startServer(): Promise<void> {
  const began = performance.now();
  const place = ['--database', databaseUrl, '--folder', folder];
  const addresses = ['--port', String(ports.site), '--office-port', String(ports.office)];
  const args = ['scripts/chaos/server.ts', ...place, ...addresses];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  server = child;
  await new Promise<void>((ready, failed) => {
    child.stdout?.once('data', () => ready());
    child.once('exit', (code) => failed(new Error(`the server ended with ${code} at its start`)));
  });
  child.removeAllListeners('exit');
  gaps.push(performance.now() - began);
}

async function kill(): Promise<void> {
  const rounds = [
    ...Array.from({ length: Number(values.kills) }, () => 'server' as const),
    ...Array.from({ length: Number(values.database) }, () => 'database' as const),
  ].toSorted(() => random.next() - 0.5);
  for (const [n, what] of rounds.entries()) {
    await sleep(random.int(200, 2_500));
    if (what === 'server') {
      server?.kill('SIGKILL');
      await startServer();
    } else {
      killAll(postgres.pid);
      await postgres.ended;
      const began = performance.now();
      postgres = await startPostgres({
        folder: join(folder, 'cluster'),
        durable: true,
        port: databasePort,
      });
      gaps.push(performance.now() - began);
    }
    say(`  kill ${n + 1} (${what}): ${acks.length} orders answered, ${paid.length} payments`);
  }
  await sleep(1_500);
}

async function prove(): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    const problems = await compareAcknowledged(db, load.acknowledged);
    const broken = await brokenInvariants(pool);
    for (const { name } of broken) problems.push(`broken: ${name}`);
    const waiting = await db.query(
      'select count(*)::int as n from notices.outbox where sent_at is null',
    );
    if (waiting.rows[0].n > 0) problems.push(`${waiting.rows[0].n} messages were not resumed`);
    const accepted = acks.filter(({ orderId }) => orderId !== null).length;
    say(
      `\n${accepted} orders acknowledged (${acks.length} answered), ${paid.length} payments booked`,
    );
    say(`longest way back to service: ${(Math.max(...gaps) / 1000).toFixed(1)} s`);
    if (problems.length > 0) {
      for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
      process.exitCode = 1;
      return;
    }
    say('Nothing acknowledged was lost, nothing was doubled, every law of the books holds.');
  } finally {
    await db.end();
    await pool.end();
  }
}
