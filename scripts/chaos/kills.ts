// `npm run chaos -- kills`: kills the server and PostgreSQL with SIGKILL at random moments under
// load, then proves that nothing acknowledged was lost and nothing happened twice.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { demo } from '#contract/index.ts';
import { investing } from '#contract/investing/calls.ts';
import { type Answer, type CallOptions, createClient } from '../../actors/client.ts';
import { type Random, randomOf } from '../../actors/random.ts';
import { overHttp } from '../../actors/transport.ts';
import { readConfig } from '../../server/config/config.ts';
import { createPool } from '../../server/database/db.ts';
import { startApp } from '../../server/app.ts';
import { brokenInvariants } from '../../server/database/invariants.ts';
import { migrate } from '../../server/database/migrate.ts';
import { freePort, startPostgres } from '../../server/database/postgres.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import type { TestServer } from '../../tests/server.ts';
import { readOptions } from '../options.ts';

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
const CASES = 6;
const ANSWER_MAX_MS = 20_000;

type Ack = { key: string; status: number; orderId: string | null; account: string | null };
type Paid = { seq: string; amount: number };

const folder = mkdtempSync(join(tmpdir(), 'baixi-chaos-'));
// If the script runs as root, PostgreSQL runs as a separate user, which must be able to enter the
// folder.
chmodSync(folder, 0o711);
let postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
const { programUrl: databaseUrl, port: databasePort } = postgres;
const ports = { site: await freePort(), office: await freePort() };
await migrate(postgres);
const calls = createClient(
  overHttp(
    { site: `http://127.0.0.1:${ports.site}`, office: `http://127.0.0.1:${ports.office}` },
    ANSWER_MAX_MS,
  ),
);
const { tokens, cases } = await furnish();

let server = null as ChildProcess | null;
let over = false;
const acks: Ack[] = [];
const paid: Paid[] = [];
const gaps: number[] = [];

try {
  await startServer();
  say(
    `Seed ${values.seed}: ${CLIENTS} clients, ${values.kills} kills of the server, ` +
      `${values.database} of PostgreSQL`,
  );
  const clients = Array.from({ length: CLIENTS }, client);
  await kill();
  over = true;
  await Promise.all(clients);
  await sleep(2_000);
  await prove();
} finally {
  over = true;
  server?.kill('SIGKILL');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates investors with sessions and oversized cases before anything is killed. */
async function furnish() {
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  const rows = async <Row>(sql: string, parameters?: unknown[]) =>
    (await app.services.pool.query(sql, parameters)).rows as Row[];
  const stage = { services: app.services, rows } as unknown as TestServer;
  const investors = await newInvestors(stage, 400);
  const made: number[] = [];
  for (let k = 0; k < CASES; k += 1) {
    made.push(await newCase(stage, { amount: random.int(20, 50) * 10_000 }));
  }
  await app.close();
  return { tokens: investors.map(({ token }) => token), cases: made };
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

/** Repeats the request until it gets a definite answer: any status below 500. */
async function ask<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  options: CallOptions,
): Promise<Answer<E>> {
  for (;;) {
    try {
      const answer = await calls.ask(endpoint, input, options);
      if (answer.status < 500) return answer;
    } catch {
      // The connection broke; retrying with the same key shows whether the request was carried out.
    }
    await sleep(60);
  }
}

/**
 * Investors reserve orders one after another. They always retry with the same key, and pay with the
 * same seq.
 */
async function client(): Promise<void> {
  while (!over) {
    const key = randomUUID();
    const token = random.pick(tokens);
    const amount = random.int(1, 9) * 1000;
    const order = {
      id: String(random.pick(cases)),
      invest_amount: amount,
      payment_mode: 1 as const,
    };
    const { status, body } = await ask(investing.quickApply, order, { token, key });
    const placed = status === 200 ? body.data : null;
    const account = placed?.virtualAccount?.account ?? null;
    acks.push({ key, status, orderId: placed?.id ?? null, account });
    if (!account || random.int(1, 3) === 1) continue;
    const seq = randomUUID().slice(0, 30);
    const sum = random.pick([amount, 500, amount + 700]);
    const transfer = { virtualAccount: account, amount: sum, seq, at: new Date().toISOString() };
    const answer = await ask(demo.demonstration.bankTransfer, transfer, { key: null });
    if (answer.status === 200) paid.push({ seq, amount: sum });
  }
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
      killPostgres();
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

/** Kills the postmaster and its backends at once, as in a power failure. */
function killPostgres(): void {
  const { pid } = postgres;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [pid, ...children.filter(Boolean).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has already ended by itself.
    }
  }
}

async function prove(): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const pool = createPool(databaseUrl, { max: 2 });
  try {
    const problems: string[] = [];
    const orders = await db.query<{ id: string; key: string }>(
      `select id::text, idempotency_key as key from investing."order"`,
    );
    const byKey = new Map<string, string[]>();
    for (const { id, key } of orders.rows) byKey.set(key, [...(byKey.get(key) ?? []), id]);
    for (const { key, orderId } of acks) {
      const found = byKey.get(key) ?? [];
      if (orderId && (found.length !== 1 || found[0] !== orderId)) {
        problems.push(`order ${orderId} was acknowledged, found ${found.join() || 'none'}`);
      }
      if (!orderId && found.length > 0) problems.push(`key ${key} was refused, found ${found}`);
    }
    const receipts = await db.query<{ seq: string; n: number; amount: number }>(
      `select seq, count(*)::int as n, sum(amount)::int as amount
       from banking.receipt group by seq`,
    );
    const bySeq = new Map(receipts.rows.map((row) => [row.seq, row]));
    for (const { seq, amount } of paid) {
      const row = bySeq.get(seq);
      if (row?.n !== 1 || row.amount !== amount)
        problems.push(`payment ${seq} is booked ${row?.n}×`);
    }
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
