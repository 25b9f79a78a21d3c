// Tests the rules for the structure of the code, each with a planted violation.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { overfullOf } from '../scripts/shape.ts';
import { banProblems } from './tidy/bans.ts';
import { circleProblems } from './tidy/circles.ts';
import { importProblems } from './tidy/imports.ts';
import { moneyProblems } from './tidy/money.ts';
import { unroutedPaths } from './tidy/promises.ts';
import { shapeProblems } from './tidy/shape.ts';
import type { Problem, Source } from './tidy/source.ts';
import { type Reads, readProblems } from './tidy/reads.ts';
import { readerProblems } from './tidy/readers.ts';
import { conversionProblems } from './tidy/codecs.ts';
import { sqlProblems, untemplatedStatements } from './tidy/sql.ts';
import { styleProblems } from './tidy/styles.ts';
import { wordProblems } from './tidy/words.ts';

/** Written by "npm run sdk"; `scripts/sdk/sdk.test.ts` compares it with the contract. */
const generated = 'sdk/typescript/src/generated.ts';

/** Returns every source file that git tracks or would track, except a generated one. */
function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => /\.(tsx?|js|css|sql|html)$/.test(path) && existsSync(path))
    .filter((path) => path !== generated)
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

const sources = readSources();
const specified = JSON.parse(readFileSync('tests/data/routes.json', 'utf8')) as string[];
/** Pairs of file and table; lowered with the list. */
const READS_MAX = 88;
/** Made by `readsOfLater`; entries are only taken off. */
const laterReads = JSON.parse(readFileSync('tests/data/later-reads.json', 'utf8')) as Reads;
const told = (problems: Problem[]) =>
  problems.map(({ path, line, says }) => `${path}:${line} ${says}`);

/**
 * Returns one planted file; its first line is a valid description unless the test is about that.
 */
const plant = (path: string, text: string): Source[] => [
  { path, text: `// A planted violation.\n${text}\n` },
];

describe('the code as it stands', () => {
  test('the files to look at were found', () => {
    for (const folder of ['contract', 'server', 'web', 'actors', 'db/schema', 'tests', 'scripts']) {
      const found = sources.filter(({ path }) => path.startsWith(`${folder}/`));
      expect(found.length, folder).toBeGreaterThan(1);
    }
    expect(specified.length).toBeGreaterThan(50);
  });
  test('imports have allowed directions (1 to 5, 7, 8)', () => {
    expect(told(importProblems(sources))).toEqual([]);
  });
  test('no imports go in a circle', () => {
    expect(told(circleProblems(sources))).toEqual([]);
  });
  test('every table has one writer (6)', () => {
    expect(told(sqlProblems(sources))).toEqual([]);
  });
  test('tables of later features are read only where the list says so', () => {
    expect(told(readProblems(sources, laterReads))).toEqual([]);
    expect(Object.values(laterReads).flat().length).toBeLessThanOrEqual(READS_MAX);
  });
  test('every statement is a template, and the database composes none', () => {
    expect(told(untemplatedStatements(sources))).toEqual([]);
  });
  test('tests read audit log, books and messages by one reader each', () => {
    expect(told(readerProblems(sources))).toEqual([]);
  });
  test('no feature converts ids and instants by hand', () => {
    expect(told(conversionProblems(sources))).toEqual([]);
  });
  test('money is added by its own functions only', () => {
    expect(told(moneyProblems(sources))).toEqual([]);
  });
  test('nothing forbidden is used (9)', () => {
    expect(told(banProblems(sources))).toEqual([]);
  });
  test('files are short, narrow, named by the rules, and have comments (10)', () => {
    expect(told(shapeProblems(sources))).toEqual([]);
  });
  test('no folder has too many files: split it by a second level', () => {
    // A test in scripts/shape.test.ts proves that a folder with too many files is found.
    expect(overfullOf(sources)).toEqual([]);
  });
  test('a feature has one short stylesheet at most, or is on the list', () => {
    expect(told(styleProblems(sources))).toEqual([]);
  });
  test('a state has its words in one table, in the contract', () => {
    expect(told(wordProblems(sources))).toEqual([]);
  });
  test('every route of the specification is in the snapshot (12)', () => {
    expect(told(unroutedPaths(specified, sources))).toEqual([]);
  });
});

const imports: [sentence: string, path: string, text: string][] = [
  ['1 contract, packages', 'contract/a.ts', `import fs from 'node:fs';`],
  ['1 contract, server', 'contract/a.ts', `import { b } from '../server/b.ts';`],
  ['1 contract, types too', 'contract/a.ts', `import type { b } from '../web/b.ts';`],
  ['1 contract, late', 'contract/a.ts', `const b = import('../server/b.ts');`],
  ['1 contract, in a type', 'contract/a.ts', `type B = import('../server/b.ts').B;`],
  ['2 server, web', 'server/a.ts', `import { b } from '../web/b.ts';`],
  ['2 web, server', 'web/lending/A.tsx', `export { b } from '../../server/b.ts';`],
  ['2 the seam', 'server/worker.ts', `const b = import('../build/site/server/x.js');`],
  ['3 rules, queries', 'server/lending/rules.ts', `import { b } from './queries.ts';`],
  ['3 rules, async', 'server/lending/rules.ts', `export async function b() {}`],
  ['4 queries, actions', 'server/lending/queries.ts', `import { b } from './actions.ts';`],
  ['5 its own front', 'server/lending/actions.ts', `import { b } from './front.ts';`],
  ['5 another’s actions', 'server/lending/actions.ts', `import { b } from '../ledger/actions.ts';`],
  ['4 queries, pg', 'server/lending/queries.ts', `import pg from 'pg';`],
  ['5 another queries', 'server/lending/actions.ts', `import { b } from '../ledger/queries.ts';`],
  ['5 a later one', 'server/lending/actions.ts', `import { b } from '../investing/front.ts';`],
  ['5 a later rule', 'server/tasks/actions.ts', `import { b } from '../lending/rules.ts';`],
  ['5 the top', 'server/lending/jobs.ts', `import { b } from '../demonstration/front.ts';`],
  ['7 fastify', 'server/lending/actions.ts', `import fastify from 'fastify';`],
  ['7 its plugins', 'server/worker.ts', `import type { b } from '@fastify/static';`],
  ['8 ui, contract', 'web/ui/A.tsx', `import { b } from '#contract/core/day.ts';`],
  ['8 ui, site', 'web/ui/A.tsx', `import { b } from '../site/paths.ts';`],
  ['8 form', 'web/form/A.tsx', `import { b } from '../site/paths.ts';`],
  ['8 office, site', 'web/lending/office/A.tsx', `import { b } from '../../site/api.ts';`],
  ['tasks, panels', 'web/tasks/office/A.tsx', `import { b } from '../../banking/office/B.tsx';`],
  ['tasks, types', 'web/tasks/office/a.ts', `import type { b } from '../../content/office/b.ts';`],
  ['tasks, late', 'web/tasks/office/a.ts', `const b = import('../../ledger/office/b.ts');`],
  ['adapters', 'server/adapters/a.ts', `import { b } from '../demonstration/b.ts';`],
  ['8 pages of a later feature', 'web/lending/A.tsx', `import { b } from '../content/B.tsx';`],
  ['8 kit, feature', 'web/office/kit/A.tsx', `import { b } from '../../tasks/office/B.tsx';`],
  ['actors, server', 'actors/a.ts', `import { b } from '../server/b.ts';`],
  ['server, actors', 'server/lending/a.ts', `import { b } from '../../actors/b.ts';`],
  ['8 site, office', 'web/lending/A.tsx', `import { b } from './office/B.tsx';`],
];

describe('circles of imports', () => {
  const of = (...files: [path: string, text: string][]) =>
    circleProblems(files.flatMap(([path, text]) => plant(path, text)));
  test('are refused, also if only types go round', () => {
    const one = of(
      ['server/a.ts', `import { c } from './c.ts';`],
      ['server/b.ts', `import type { A } from './a.ts';`],
      ['server/c.ts', `export { b } from './b.ts';`],
      ['server/d.ts', `import { a } from './a.ts';`],
    );
    expect(one).toMatchObject([
      { path: 'server/a.ts', says: 'in a circle with server/b.ts, server/c.ts' },
    ]);
  });
  test('are not seen where two ways lead to one file', () => {
    const none = of(
      ['server/a.ts', `import { b } from './b.ts';\nimport { c } from './c.ts';`],
      ['server/b.ts', `import { c } from './c.ts';`],
      ['server/c.ts', `export const c = 1;`],
    );
    expect(none).toEqual([]);
  });
});

describe('reads of later features', () => {
  const reading = plant('server/lending/queries.ts', 'sql`select 1 from servicing.payout p`');
  test('are refused if they are not on the list, and off the list if they are gone', () => {
    expect(readProblems(reading, {})).toHaveLength(1);
    expect(readProblems(reading, { 'server/lending/queries.ts': ['servicing.payout'] })).toEqual(
      [],
    );
    const gone = { 'server/lending/queries.ts': ['servicing.payout', 'investing.refund'] };
    expect(readProblems(reading, gone)).toMatchObject([{ path: 'server/lending/queries.ts' }]);
  });
  test('go by the owner of a table, whatever its schema', () => {
    const early = 'sql`select name from identity.operator`';
    expect(readProblems(plant('server/tasks/queries.ts', early), {})).toEqual([]);
    const late = 'sql`select 1 from investing.statement`';
    expect(readProblems(plant('server/investing/queries.ts', late), {})).toHaveLength(1);
  });
  test('are neither calls of functions nor reads of earlier features', () => {
    const text = 'sql`select * from servicing.is_closed(1) join identity.member m on true`';
    expect(readProblems(plant('server/lending/queries.ts', text), {})).toEqual([]);
  });
});

describe('imports that are refused', () => {
  test.each(imports)('%s', (_sentence, path, text) => {
    expect(importProblems(plant(path, text))).toMatchObject([{ path, line: expect.any(Number) }]);
  });
  test.each([
    ['server/investing/actions.ts', `import { b } from '../ledger/front.ts';`],
    ['server/investing/rules.ts', `import { b } from '#contract/core/money.ts';`],
    ['server/routes.ts', `import { b } from './investing/jobs.ts';`],
    ['web/lending/A.tsx', `import { b } from '../ui/Button.tsx';`],
    ['web/tasks/office/A.tsx', `import { b } from '../../office/kit/Desk.tsx';`],
    ['web/office/pages/A.tsx', `import { b } from '../../tasks/office/B.tsx';`],
    ['server/lending/actions.test.ts', `import { b } from '../investing/queries.ts';`],
    ['server/lending/testing/a.ts', `import { b } from '../../../actors/b.ts';`],
    ['actors/a.ts', `import type { b } from '../server/b.ts';`],
  ])('but not those of %s', (path, text) => {
    expect(importProblems(plant(path, text))).toEqual([]);
  });
});

describe('statements past the templates that are refused', () => {
  test.each([
    ['server/lending/queries.ts', 'const rows = await pool.query(text);'],
    ['server/lending/queries.ts', 'const rows = await tx.planned<Row>(statement);'],
    ['server/lending/queries.ts', 'const rows = await tx.many<Row>(trusted(text));'],
    ['db/migrations/0099.do.x.sql', `execute 'select ' || name;`],
    ['db/migrations/0099.do.x.sql', `execute format('select %s', name) into found;`],
    ['server/lending/queries.ts', 'sql`select member_id as "memberId" from lending.loan`;'],
  ])('%s %s', (path, text) => {
    expect(untemplatedStatements(plant(path, text))).toHaveLength(1);
  });
  test.each([
    ['server/database/db.ts', 'await client.query(text);'],
    ['server/lending/queries.ts', 'sql`select created_at as "on" from lending.loan`;'],
    ['db/migrations/0099.do.x.sql', 'for each row execute function door.keep();'],
  ])('but not %s %s', (path, text) => {
    expect(untemplatedStatements(plant(path, text))).toEqual([]);
  });
  test('a test that reads the audit log by itself is found, and a list that is out of date', () => {
    const own = 'server/tasks/a.test.ts';
    const other = 'server/lending/a.test.ts';
    const text = "await rows('select action from tasks.audit');";
    expect(readerProblems(plant(own, text), [])).toEqual([]);
    expect(readerProblems(plant(other, text), [])).toHaveLength(1);
    expect(readerProblems(plant(other, text), [other])).toEqual([]);
    expect(readerProblems(plant(other, ''), [other])).toHaveLength(1);
  });
});

describe('conversions by hand that are refused', () => {
  test.each(['const b = String(row.id);', 'const b = Number(input.loanId);', 'at.toISOString();'])(
    '%s',
    (text) => {
      expect(conversionProblems(plant('server/lending/actions.ts', text))).toHaveLength(1);
    },
  );
  test.each([
    ['server/lending/actions.ts', 'const b = String(row.count);'],
    ['server/lending/actions.test.ts', 'const b = String(row.id);'],
    ['server/http/api.ts', 'const b = String(row.id);'],
  ])('but not those of %s: %s', (path, text) => {
    expect(conversionProblems(plant(path, text))).toEqual([]);
  });
});

describe('writes that are refused (6)', () => {
  test.each([
    'insert into ledger.entry (id) values (1)',
    'UPDATE ledger.account set balance = 0',
    'delete  from\n ledger.entry',
    'with x as (delete from ledger.entry returning *) select 1',
    'insert into entry (id) values (1)',
  ])('%s', (sql) => {
    const problems = sqlProblems(plant('server/lending/queries.ts', `const s = \`${sql}\`;`));
    expect(problems).toHaveLength(1);
  });
  test('a table in the own schema that belongs to another feature', () => {
    const sql = `update identity.operator set name = ''`;
    expect(sqlProblems(plant('server/identity/queries.ts', `sql\`${sql}\``))).toHaveLength(1);
    expect(sqlProblems(plant('server/operators/queries.ts', `sql\`${sql}\``))).toEqual([]);
  });
  test('a table whose name is quoted', () => {
    const sql = `update investing."order" set amount = 1`;
    expect(sqlProblems(plant('server/lending/queries.ts', `sql\`${sql}\``))).toHaveLength(1);
  });
  test('its own schema, and reading that of others, is not', () => {
    const sql = `insert into lending.loan select * from ledger.entry for update
      on conflict (id) do update set a = 1`;
    expect(sqlProblems(plant('server/lending/queries.ts', `const s = \`${sql}\`;`))).toEqual([]);
  });
});

describe('what is forbidden (9)', () => {
  test.each([
    ['web/lending/a.ts', 'const b = Math.round(1.5);'],
    ['server/lending/a.ts', `const b = (1.5).toFixed(2);`],
    ['contract/a.ts', `const b = parseFloat('1');`],
    ['contract/a.ts', `const b = Number.parseFloat('1');`],
    ['server/lending/a.ts', 'const b = new Date();'],
    ['contract/a.ts', 'const b = Date.now();'],
    ['server/lending/a.ts', `const b = process.env['B'];`],
    ['web/lending/a.ts', `const b = fetch('/b');`],
    ['server/lending/a.ts', `const b = globalThis.fetch('/b');`],
    ['server/lending/a.ts', `console.log('b');`],
    ['web/lending/a.ts', 'let b: any;'],
    ['tests/a.test.ts', 'const b = [] as any[];'],
    ['server/a.ts', 'const b = { ...{ c, d } };'],
    ['e2e/a.ts', 'f(...[1, 2]);'],
    ['web/a.css', 'p { animation-timeline: view(); }'],
    ['db/a.sql', `-- ${'FIX'}${'ME'} later`],
    ['docs/a.ts', `const b = '${'/wo' + 'rk/'}main/b';`],
  ])('%s: %s', (path, text) => {
    expect(banProblems(plant(path, text))).toHaveLength(1);
  });
  test('but not where it belongs', () => {
    expect(banProblems(plant('contract/core/money.ts', 'const b = Math.round(1.5);'))).toEqual([]);
    expect(banProblems(plant('server/lending/a.ts', 'const b = new Date(1);'))).toEqual([]);
    expect(banProblems(plant('web/api.ts', `const b = fetch('/b');`))).toEqual([]);
  });
});

describe('arithmetic with money that is refused', () => {
  test.each([
    ['server/lending/a.ts', 'const b = order.amount - order.paidAmount;'],
    ['server/lending/a.ts', 'const b = rows.reduce((all, { fee }) => all + fee, 0);'],
    ['server/lending/a.ts', 'line.total += (row.interest ?? 0);'],
    ['contract/a.ts', 'const b = outstandingPrincipal! * 2;'],
    ['web/lending/A.tsx', 'const b = <Money amount={row.lateInterest + row.total} />;'],
    ['contract/a.ts', 'const b = z.object({ amount: z.number().nullable() });'],
    ['contract/a.ts', 'const b = z.object({ refundFee: z.int().min(0) });'],
  ])('%s: %s', (path, text) => {
    expect(moneyProblems(plant(path, text))).toHaveLength(1);
  });
  test.each([
    ['contract/core/money.ts', 'const b = amount + amount;'],
    ['server/lending/a.test.ts', 'const b = amount + 1;'],
    ['server/lending/a.ts', `const b = amount + ' NT$';`],
    ['server/lending/a.ts', 'const b = rows.toSorted((a, b) => a.amount - b.amount);'],
    ['server/lending/a.ts', 'const b = days + 1;'],
    ['contract/a.ts', 'const b = z.object({ amount: moneySchema.nullable() });'],
  ])('but not %s: %s', (path, text) => {
    expect(moneyProblems(plant(path, text))).toEqual([]);
  });
});

describe('shapes that are refused (10)', () => {
  const long = (lines: number) => Array.from({ length: lines }, () => '  b();').join('\n');
  test.each([
    ['too long', 'server/a.ts', long(500)],
    ['too wide', 'server/a.ts', `const b = '${'長'.repeat(100)}';`],
    ['a long function', 'server/a.ts', `function b() {\n${long(70)}\n}`],
    ['a long arrow', 'web/A.tsx', `const b = () => {\n${long(70)}\n};`],
    ['a vague name', 'server/lending/utils.ts', ''],
    ['a vague folder', 'server/helpers/a.ts', ''],
    ['an index', 'server/lending/index.ts', ''],
    ['camel case', 'server/lending/signContract.ts', ''],
    ['a participle', 'server/a.ts', `export const casesShown = 5;`],
    ['a participle alone', 'web/A.tsx', `type Asked = { id: string };`],
  ])('%s', (_what, path, text) => {
    expect(shapeProblems(plant(path, text))).toHaveLength(1);
  });
  test.each(['server/a.ts', 'web/ui/A.tsx', 'web/a.css', 'db/a.sql'])('silent %s', (path) => {
    expect(shapeProblems([{ path, text: 'b\n' }])).toHaveLength(1);
  });
});

describe('stylesheets that are refused', () => {
  const sheet = (path: string, lines: number): Source => ({ path, text: 'x\n'.repeat(lines) });
  test.each([
    ['a long one', [sheet('web/lending/a.css', 121)], {}],
    ['a second one', [sheet('web/lending/a.css', 9), sheet('web/lending/b/c.css', 9)], {}],
    ['one that grew', [sheet('web/lending/a.css', 131)], { 'web/lending/a.css': 130 }],
    ['one that is gone', [], { 'web/lending/a.css': 130 }],
  ])('%s', (_what, sheets, allowed) => {
    expect(styleProblems(sheets, allowed)).toHaveLength(1);
  });
  test('but not those of web/ui, nor where a build begins', () => {
    const sheets = [sheet('web/ui/a.css', 300), sheet('web/ui/b.css', 9)];
    const begins = [sheet('web/site/site.css', 9), sheet('web/site/members.css', 9)];
    expect(styleProblems([...sheets, ...begins], {})).toEqual([]);
  });
});

describe('second tables of words that are refused', () => {
  const states = plant('contract/banking/office.ts', `const all = ['sent', 'void'] as const;`);
  test.each([
    ['server/tables/a.ts', `const words = { sent: '匯款中', void: '已取消' };`],
    [
      'web/a.ts',
      `const words: Record<State, Word> = { sent: { text: '匯款中' }, void: { text: '無' } };`,
    ],
    [
      'web/A.tsx',
      `const tags = { sent: ['匯款中', 'progress'], void: ['已取消', 'neutral'] } as const;`,
    ],
  ])('%s %s', (path, text) => {
    expect(wordProblems([...states, ...plant(path, text)])).toHaveLength(1);
  });
  test.each([
    ['contract/banking/words.ts', `const words = { sent: '匯款中', void: '已取消' };`],
    ['web/a.ts', `const abouts = { sent: '銀行已付出，回報尚未入帳', void: '沒有付款。' };`],
    ['web/a.ts', `const names = { title: '標題', body: '內文' };`],
  ])('but not %s %s', (path, text) => {
    expect(wordProblems([...states, ...plant(path, text)])).toEqual([]);
  });
});

describe('broken references', () => {
  test('a route that is not in the snapshot (12)', () => {
    const kept = plant('web/site/kit/paths.test.ts', `const all = ['/about'];`);
    expect(unroutedPaths(['/about', '/loan/success'], kept)).toHaveLength(1);
  });
});
