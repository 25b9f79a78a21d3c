// `npm run bench` measures every row of the benchmark, as ratios within one run, and writes
// docs/benchmarks.md. `npm run bench -- web` measures the pages with Lighthouse and under load, and
// only prints the results. So does `npm run bench -- office`, which measures the office's lists
// with much data: docs/benchmarks.md names only the rows that miss their aim.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Pool, createPool } from '../server/database/db.ts';
import { readOptions } from '../scripts/options.ts';
import { migrate } from '../server/database/migrate.ts';
import { distributionRows, proofRow, transferRows } from './books.ts';
import { pdfRow } from './documents.ts';
import { members } from './furnish.ts';
import { benchGrowth } from './growth.ts';
import { loginRows } from './logins.ts';
import { type Row, type Settings, table } from './measure.ts';
import { benchOffice, exportTable, officeTable } from './office.ts';
import { type Stage, listRow, orderRows } from './orders.ts';
import { serve, withCluster } from './scale/database.ts';

const { values, positionals } = readOptions({
  command: 'npm run bench --',
  purpose: 'Measures every row in turn, as ratios of one run, and writes docs/benchmarks.md.',
  words: {
    web: 'measures the pages, by Lighthouse and by load; prints only',
    office: "measures the office's lists with a large database; prints only",
    growth: 'measures how the main acts grow with the database; writes its part of the page',
    sizes: 'measures what rows and indexes take, for docs/scale.md; prints only',
  },
  options: {
    rounds: { type: 'string', default: '5', value: 'N', about: 'rounds of each measure' },
    seconds: { type: 'string', default: '10', value: 'N', about: 'seconds of a round' },
    loans: {
      type: 'string',
      default: '20000',
      value: 'N',
      about: 'loans of the nightly batch (row 3b), 50 investors each',
    },
    quick: { type: 'boolean', default: false, about: 'small sizes, to try the bench itself out' },
    only: {
      type: 'string',
      value: 'NAME',
      about:
        'only these rows: orders, logins, lists, distribution, transfers, proof, documents; ' +
        'of the office, calls whose name has this in it; of the web, paths (/,/about), or ' +
        'rendered: no Lighthouse',
    },
    keep: {
      type: 'string',
      value: 'FOLDER',
      about: 'of the office and growth: where the databases stay for the next time',
    },
    dry: { type: 'boolean', default: false, about: 'leaves docs/benchmarks.md as it is' },
  },
});
const settings: Settings = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  loans: Number(values.loans),
  quick: values.quick,
};
const say = (line: string) => void process.stdout.write(`${line}\n`);

// The pages are measured separately because they need a build and a browser.
if (positionals[0] === 'web') {
  const { benchWeb } = await import('./web.ts');
  await benchWeb(settings, values.only, say);
  process.exit(0);
}

if (positionals[0] === 'sizes') {
  const { benchSizes } = await import('./sizes.ts');
  await benchSizes(say);
  process.exit(0);
}

const PAGE = 'docs/benchmarks.md';
const written = readFileSync(PAGE, 'utf8');
/** A run of the main rows keeps all sections that have a heading. */
const parts = /^## [^]*/m.exec(written)?.[0] ?? '';

/** Replaces the section of docs/benchmarks.md that has this heading, or appends it. */
function writeSection(heading: string, text: string): void {
  const from = written.indexOf(`${heading}\n`);
  const before = from < 0 ? `${written}\n` : written.slice(0, from);
  const next = from < 0 ? -1 : written.indexOf('\n## ', from);
  const after = next < 0 ? '' : written.slice(next);
  writeFileSync(PAGE, `${before}${heading}\n\n${text.trimEnd()}\n${after}`);
}

if (positionals[0] === 'office') {
  const { keep, only, quick } = values;
  const told = await benchOffice(settings, { keep, only, quick, rounds: settings.rounds }, say);
  say(`\n${officeReport(told)}`);
  process.exit(0);
}

if (positionals[0] === 'growth') {
  const { keep, quick, dry } = values;
  const picture = quick || dry ? join(tmpdir(), 'growth.svg') : 'docs/pictures/growth.svg';
  const told = await benchGrowth({ rounds: settings.rounds, quick, keep, picture }, say);
  say(`\n${told}\n\nDrawn in ${picture}.`);
  if (!dry && !quick) writeSection('## How cost grows', growthReport(told));
  process.exit(0);
}

await withCluster({ durable: true }, async (postgres, folder) => {
  await migrate(postgres);
  const pool = createPool(postgres.url, { max: 48 });
  await pool.query(readFileSync(new URL('./yardsticks.sql', import.meta.url), 'utf8'));
  const server = await serve(postgres.programUrl, folder);
  try {
    const { port, barePort } = server;
    const rows = await measure({ port, barePort, pool, tokens: await furnish(pool) });
    say(`\n${table(rows)}`);
    if (!values.dry) writeFileSync(PAGE, `${report(rows)}\n${parts}`);
  } finally {
    await server.close();
    await pool.end();
  }
});

async function furnish(pool: Pool): Promise<string[]> {
  say('Furnishing …');
  const tokens = await members(pool, settings.quick ? 20_000 : 60_000);
  await pool.query('analyze');
  return tokens;
}

async function measure(stage: Stage): Promise<Row[]> {
  const { pool } = stage;
  const parts: [string, () => Promise<Row[]>][] = [
    ['orders', () => orderRows(stage, settings)],
    ['logins', () => loginRows(stage, settings)],
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

function commitNow(): string {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
}

function officeReport({ rows, handedOut, size }: Awaited<ReturnType<typeof benchOffice>>): string {
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    `Written by \`npm run bench -- office\` on ${new Date().toISOString().slice(0, 10)}, commit ` +
      `${commitNow()}: ${count(size.members)} members, ${count(size.loans)} loans in every ` +
      `status and ${count(size.orders)} orders with their postings, whose books hold, against a ` +
      'database a hundredth as large. Whole calls over HTTP by a signed-in operator (or the ' +
      'member with the most orders), large, small and a round trip in turn; medians with their ' +
      'range. The aim is a ratio of at most 2.5 and 50 ms, for reports 150 ms. Nothing here ' +
      'passes or fails by time; that no page walks through a large table is tested by its plans.',
    officeTable(rows),
    'Tables exported whole from the large database, one after the other, as CSV:',
    exportTable(handedOut),
    '',
  ].join('\n\n');
}

function growthReport(told: string): string {
  return [
    `Written by \`npm run bench -- growth\` on ${new Date().toISOString().slice(0, 10)}, commit ` +
      `${commitNow()}, by databases of four sizes whose books hold; all calls over HTTP, the ` +
      'sizes in turn, medians; the proof and the second night once each. "Last ×" is how much ' +
      'longer it takes with ten times as many orders, from the third size to the last: 1 is a ' +
      'cost that does not grow, 10 one in proportion to the database.',
    '![Time of the main acts over the number of orders, logarithmic](pictures/growth.svg)',
    told,
  ].join('\n\n');
}

function report(rows: readonly Row[]): string {
  const processor = cpus()[0]?.model.trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  const on = new Date().toISOString().slice(0, 10);
  return [
    '# Benchmarks',
    `Written by \`npm run bench\` on ${on}, commit ${commitNow()}, on ${cpus().length} × ` +
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
