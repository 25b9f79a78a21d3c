// `npm run bench -- office`: measures every office list and page with 100,000 members, 50,000 loans
// and 1,000,000 orders, against a database a hundredth as large and against a round trip; then the
// memory that a long export takes.
import { readFileSync } from 'node:fs';
import { requestOf } from '../actors/client.ts';
import type { Pool } from '../server/database/db.ts';
import { type Figure, type Settings, figureOf } from './measure.ts';
import { type Call, officeCalls, officeExports, siteCalls, subjectsIn } from './office-calls.ts';
import {
  type Filled,
  type Say,
  type Served,
  addressesOf,
  filled,
  served,
  sizes,
  withCluster,
} from './scale/database.ts';

type Options = { rounds: number; quick: boolean; keep: string | undefined; only?: string };
type Database = Served & { calls: Call[] };
export type OfficeRow = { name: string; large: Figure; small: Figure; roundTrip: Figure };

const ASKED_A_ROUND = 3;

/** Serves a database; the member is the one with the most orders. */
async function databaseOf(database: Filled, folder: string): Promise<Database> {
  const subjects = await subjectsIn(database.pool);
  const calls = [...officeCalls(subjects), ...siteCalls(subjects)];
  return { ...(await served(database, folder, subjects.member)), calls };
}

const requestBy = ({ tokens }: Database, { endpoint, input }: Call) =>
  requestOf(endpoint, input, {
    token: endpoint.access === 'operator' ? tokens.office : tokens.site,
  });

/** Makes one call over HTTP, reads and checks its answer; returns the time in ms. */
async function ask(database: Database, call: Call): Promise<number> {
  const request = requestBy(database, call);
  const since = performance.now();
  const { status, bytes } = await database.transport(request);
  const took = performance.now() - since;
  if (status !== 200) throw new Error(`${call.name} answered ${status} after ${took} ms: ${bytes}`);
  return took;
}

async function roundTrip(pool: Pool): Promise<number> {
  const since = performance.now();
  await pool.query('select 1');
  return performance.now() - since;
}

/**
 * Measures the large database, the small one and a round trip without work in turn; failed calls
 * are reported and left out.
 */
async function measured(large: Database, small: Database, rounds: number, only: string, say: Say) {
  const rows: OfficeRow[] = [];
  for (const [place, call] of large.calls.entries()) {
    const other = small.calls[place];
    if (!other || !call.name.includes(only)) continue;
    const taken = { large: [] as number[], small: [] as number[], trip: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (let k = 0; k < ASKED_A_ROUND; k += 1) {
          const one = [
            await ask(large, call),
            await ask(small, other),
            await roundTrip(small.pool),
          ];
          // The first round only warms up both servers.
          if (round === 0) continue;
          taken.large.push(one[0] ?? 0);
          taken.small.push(one[1] ?? 0);
          taken.trip.push(one[2] ?? 0);
        }
      }
      const [l, s, t] = [figureOf(taken.large), figureOf(taken.small), figureOf(taken.trip)];
      rows.push({ name: call.name, large: l, small: s, roundTrip: t });
      say(lineOf(rows.at(-1)!));
    } catch (error) {
      say(`${call.name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
  }
  return rows;
}

/** Returns the resident memory of a process in MiB, as Linux reports it. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** An export that takes longer than this is aborted and reported as such. */
const EXPORT_MAX_MS = 120_000;
export type ExportRow = {
  name: string;
  lines: number;
  mib: number;
  seconds: number;
  /** Resident MiB before the export, and the maximum while it was read. */
  before: number;
  most: number;
  whole: boolean;
};

/** Reads an export to its end as it streams in. */
async function exported(database: Database, call: Call): Promise<ExportRow> {
  const { server } = database;
  const { name } = call;
  const before = memoryOf(server.pid);
  let most = before;
  const look = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 100);
  const since = performance.now();
  const end = AbortSignal.timeout(EXPORT_MAX_MS);
  let bytes = 0;
  let lines = 0;
  try {
    const { path, headers } = requestBy(database, call);
    const answer = await fetch(addressesOf(server).office + path, { headers, signal: end });
    if (!answer.ok || !answer.body) throw new Error(`${name} answered ${answer.status}`);
    for await (const part of answer.body) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) lines += 1;
    }
  } catch (error) {
    if (!end.aborted) throw error;
  } finally {
    clearInterval(look);
  }
  const took = (performance.now() - since) / 1000;
  const whole = !end.aborted;
  return { name, lines, mib: bytes / 2 ** 20, seconds: took, before, most, whole };
}

/** Measures each export in turn; failed exports are reported and left out. */
async function exports(database: Database, only: string, say: Say): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const call of officeExports(await subjectsIn(database.pool))) {
    if (!call.name.includes(only)) continue;
    try {
      rows.push(await exported(database, call));
      say(exportLine(rows.at(-1)!));
    } catch (error) {
      say(`${call.name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
  }
  return rows;
}

const exportLine = ({ name, lines, mib, seconds: took, before, most, whole }: ExportRow) =>
  `| ${name} | ${lines.toLocaleString('en-US')}${whole ? '' : ', broken off'} | ` +
  `${mib.toFixed(1)} | ${took.toFixed(1)} | ${before.toFixed(0)} | ${most.toFixed(0)} |`;

/** Returns the exports as a Markdown table. */
export const exportTable = (rows: readonly ExportRow[]) =>
  [
    '| what | lines | MiB | s | MiB resident before | at most |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(exportLine),
  ].join('\n');

const ms = ({ median, min, max }: Figure) =>
  `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
const lineOf = ({ name, large, small, roundTrip: trip }: OfficeRow) =>
  `| ${name} | ${ms(large)} | ${ms(small)} | **${(large.median / small.median).toFixed(1)}** | ` +
  `${(large.median / trip.median).toFixed(0)} |`;

/** Returns the rows as a Markdown table. */
export const officeTable = (rows: readonly OfficeRow[]) =>
  [
    '| what | ms with the large database | ms with the small | ratio | × `select 1` |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(lineOf),
  ].join('\n');

/**
 * Measures and prints everything; starts and stops its own databases and servers. Returns the
 * tables.
 */
export async function benchOffice(settings: Settings, options: Options, say: Say) {
  const cluster = { keep: options.keep, durable: false };
  return withCluster(cluster, async (postgres, folder) => {
    const databases: Database[] = [];
    try {
      say('Seeding …');
      const name = settings.quick ? 'tenth' : 'large';
      const large = await filled(postgres, folder, { name, say });
      const small = await filled(postgres, folder, { name: 'small', say });
      databases.push(await databaseOf(large, folder));
      databases.push(await databaseOf(small, folder));
      const [one, other] = databases as [Database, Database];
      say('Measuring …');
      const rows = await measured(one, other, settings.rounds, options.only ?? '', say);
      const handedOut = await exports(one, options.only ?? '', say);
      return { rows, handedOut, size: sizes[name] };
    } finally {
      for (const { server, pool } of databases) {
        await server.close();
        await pool.end();
      }
    }
  });
}
