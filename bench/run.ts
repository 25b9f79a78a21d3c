// `npm run bench`: every row in turn, as ratios of one run; writes docs/benchmarks.md.
// `npm run bench -- web`: the pages, by Lighthouse and by load; prints only.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool, migrate } from '../server/db.ts';
import { startPostgres } from '../server/postgres.ts';
import { distributionRows, proofRow, transferRows } from './books.ts';
import { pdfRow } from './documents.ts';
import { members } from './furnish.ts';
import { type Row, type Settings, table } from './measure.ts';
import { type Stage, listRow, orderRows } from './orders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    /** Loans of the nightly batch (row 3b), 50 investors each. */
    loans: { type: 'string', default: '20000' },
    /** Small sizes, for trying the bench itself out. */
    quick: { type: 'boolean', default: false },
    /** Only these rows: orders, lists, distribution, transfers, proof, documents. */
    only: { type: 'string' },
    /** Leaves docs/benchmarks.md as it is. */
    dry: { type: 'boolean', default: false },
  },
});
const settings: Settings = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  loans: Number(values.loans),
  quick: values.quick,
};
const say = (line: string) => void process.stdout.write(`${line}\n`);

// The pages are measured apart: they need a build and a browser.
if (positionals[0] === 'web') {
  const { benchWeb } = await import('./web.ts');
  await benchWeb(settings, say);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'baixi-bench-'));
// PostgreSQL runs as a user of its own where we are root, and must get through.
chmodSync(folder, 0o711);
const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
await migrate(postgres.url);
const pool = createPool(postgres.url, { max: 48 });
await pool.query(readFileSync(new URL('./yardsticks.sql', import.meta.url), 'utf8'));

const server = spawn(process.execPath, ['bench/server.ts', postgres.url, folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const ports = JSON.parse(
    await new Promise<string>((ready, failed) => {
      server.stdout.once('data', (line: Buffer) => ready(line.toString()));
      server.once('exit', (code) => failed(new Error(`the measured server ended with ${code}`)));
    }),
  ) as { port: number; barePort: number };
  const rows = await measure({ ...ports, pool, tokens: await furnish() });
  say(`\n${table(rows)}`);
  if (!values.dry) writeFileSync('docs/benchmarks.md', report(rows));
} finally {
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function furnish(): Promise<string[]> {
  say('Furnishing …');
  const tokens = await members(pool, settings.quick ? 20_000 : 60_000);
  await pool.query('analyze');
  return tokens;
}

async function measure(stage: Stage): Promise<Row[]> {
  const parts: [string, () => Promise<Row[]>][] = [
    ['orders', () => orderRows(stage, settings)],
    ['lists', async () => [await listRow(stage, settings)]],
    ['transfers', () => transferRows(pool, settings)],
    ['proof', async () => [await proofRow(pool, settings)]],
    ['distribution', () => distributionRows(pool, settings)],
    ['documents', async () => [await pdfRow(settings)]],
  ];
  const rows: Row[] = [];
  for (const [name, part] of parts) {
    if (values.only && !values.only.split(',').includes(name)) continue;
    say(`Measuring ${name} …`);
    rows.push(...(await part()));
    say(table(rows).split('\n').slice(-3).join('\n'));
  }
  return rows.toSorted((a, b) => a.row.localeCompare(b.row));
}

function report(rows: readonly Row[]): string {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout;
  const processor = cpus()[0]?.model.trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  const on = new Date().toISOString().slice(0, 10);
  return [
    '# Benchmarks',
    `Written by \`npm run bench\` on ${on}, commit ${commit.trim()}, on ${cpus().length} × ` +
      `${processor}, ${memory} GiB, Node ${process.version}, PostgreSQL 18 with full durability.`,
    `${settings.rounds} rounds of ${settings.seconds} s each, ours and its yardstick in turn ` +
      '(A B A B …); medians with their range. The load generator, the server and the database ' +
      'share the machine, so take the ratios, not the absolutes. Every answer is checked, and ' +
      'the books are proven after each round. Nothing here passes or fails by time.',
    table(rows),
    'The yardsticks are our own equivalents (`bench/yardsticks.sql`); plain SQL and transfers ' +
      'run at the number of clients at which they were fastest in a sweep.',
    '',
  ].join('\n\n');
}
