// Draws docs/loan-states.md and docs/order-states.md from the tables of state transitions in the
// contract, and docs/schema/ from the database.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  loanMoves,
  loanStatuses,
  loanWords,
  type StatusWords,
} from '../../contract/lending/loan-status.ts';
import {
  fundedOrderStatus,
  orderMoves,
  orderStatuses,
  orderWords,
  storedOrderStatusOf,
} from '../../contract/investing/order-status.ts';
import { migrate } from '../../server/database/migrate.ts';
import { startPostgres } from '../../server/database/postgres.ts';
import { readOptions } from '../options.ts';
import { schemaPages } from './schema-pages.ts';

type Life = {
  title: string;
  source: string;
  about: string;
  statuses: readonly number[];
  wordsOf: (status: number) => StatusWords;
  movesOf: (status: number) => readonly number[];
  /**
   * An additional column of the table: its heading, and a function that returns its text for a
   * status.
   */
  extra?: { heading: string; of: (status: number) => string };
};

const loan: Life = {
  title: 'The life of a loan',
  source: 'contract/lending/loan-status.ts',
  about: 'A move that is not drawn is refused. A written-off loan is still pursued.',
  statuses: loanStatuses,
  wordsOf: (status) => loanWords(status as never),
  movesOf: (status) => loanMoves[status as keyof typeof loanMoves],
};

const order: Life = {
  title: 'The life of an order',
  source: 'contract/investing/order-status.ts',
  about: 'A move that is not drawn is refused. 15–40 are stored as `funded` and follow the loan.',
  statuses: orderStatuses,
  wordsOf: (status) => orderWords(status as never),
  movesOf: (status) => orderMoves[status as keyof typeof orderMoves],
  extra: { heading: 'while the loan is', of: (status) => loansOf(status).join(', ') || '–' },
};

function loansOf(status: number): number[] {
  return storedOrderStatusOf(status as never) === 'funded'
    ? loanStatuses.filter((of) => fundedOrderStatus[of] === status)
    : [];
}

/** Returns the page of one life cycle: the diagram, then the same state transitions as a table. */
function pageOf({ title, source, about, statuses, wordsOf, movesOf, extra }: Life): string {
  const drawn = statuses.flatMap((from) => {
    const ends = movesOf(from);
    return ends.length === 0 ? [`  s${from} --> [*]`] : ends.map((to) => `  s${from} --> s${to}`);
  });
  const heads = ['#', 'code', '顯示', 'may go to', ...(extra ? [extra.heading] : [])];
  const rows = statuses.map((status) => {
    const { code, text } = wordsOf(status);
    const ends = movesOf(status).join(', ') || '–';
    return [String(status), `\`${code}\``, text, ends, ...(extra ? [extra.of(status)] : [])];
  });
  return [
    `# ${title}`,
    '',
    `Drawn by \`node scripts/diagrams/diagrams.ts\` from \`${source}\`; do not edit. ${about}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...statuses.map((status) => `  state "${status} ${wordsOf(status).text}" as s${status}`),
    `  [*] --> s${statuses[0]}`,
    ...drawn,
    '```',
    '',
    ...[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}

/** Every page, keyed by its path in the repository. */
export const pages: Readonly<Record<string, string>> = {
  'docs/loan-states.md': pageOf(loan),
  'docs/order-states.md': pageOf(order),
};

/** Draws the diagrams of the schemas from a temporary database. */
async function readSchemas(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-diagrams-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false });
  const client = new Client({ connectionString: postgres.url });
  try {
    await migrate(postgres);
    await client.connect();
    return await schemaPages(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
  } finally {
    await client.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  readOptions({
    command: 'npm run diagrams --',
    purpose:
      'Draws docs/loan-states.md and docs/order-states.md from the tables of moves, and ' +
      'docs/schema/ from a freshly migrated database.',
  });
  const schemas = await readSchemas();
  rmSync(new URL('../../docs/schema/', import.meta.url), { recursive: true, force: true });
  mkdirSync(new URL('../../docs/schema/', import.meta.url));
  for (const [path, text] of Object.entries({ ...pages, ...schemas })) {
    writeFileSync(new URL(`../../${path}`, import.meta.url), text);
  }
}
