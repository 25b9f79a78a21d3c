// Tests that PostgreSQL can prepare every statement of the server, and that the columns match the
// row type. Nothing is executed: the functions are called with stand-ins, and PostgreSQL describes
// the statements that they send.
import { globSync, readFileSync } from 'node:fs';
import { Client, type DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reader, proveChain } from '../../server/chains/chain.ts';
import { measuredSources } from '../../server/tasks/security/security-queries.ts';
import { fieldOf } from '../../server/database/db.ts';
import { encryptedFields } from '../../server/keys/encrypted-fields.ts';
import { hashedFields, passkeyHandles } from '../../server/keys/hashed-fields.ts';
import * as keyQueries from '../../server/keys/key-queries.ts';
import { retentionRules } from '../../server/retention/periods.ts';
import { deleteBefore } from '../../server/retention/retention-queries.ts';
import { useServer } from '../server.ts';
import type { Source } from '../tidy/source.ts';
import { collect } from './collect.ts';
import { type Column, type Described, describe } from './describe.ts';
import { type Kind, rowType } from './rows.ts';
import { type Site, contains, sitesIn, sitesOf, wordsIn } from './sites.ts';
import { type Statements, standIn } from './stand-in.ts';

const server = useServer();

/**
 * Only functions that do nothing but send statements are called. The templates of other files are
 * complete without a call, and so are those that run at the server's start.
 */
const isCalled = (path: string) => /queries\.ts$|^server\/chains\/chain\.ts$/.test(path);

/** Templates that are completed only at run time: path and first words. */
const incomplete = new Set([
  // The names of all tables come from the database's catalogue.
  'server/files/orphans.ts select sought.file_key',
  // The conditions come from the jobs.
  'server/jobs/due.ts greatest(least( ),',
  'server/servicing/job-queries.ts select ::date',
]);

const sources: Source[] = globSync('server/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts') && path !== 'server/database/sql.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const sites = sources.flatMap(sitesIn);

/** For each file, the statements that its functions send, and PostgreSQL's description of each. */
const sent = new Map<string, Statements>();
const described = new Map<string, Described>();
let client: Client;

beforeAll(async () => {
  client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  for (const source of sources) {
    if (!isCalled(source.path)) continue;
    const module = (await import(/* @vite-ignore */ `../../${source.path}`)) as Record<
      string,
      unknown
    >;
    sent.set(source.path, await collect(module, wordsIn(source)));
  }
  await sendExamples((path) => sent.get(path) ?? new Map());
  const texts = [...sent.values()].flatMap((statements) => [...statements.keys()]);
  for (const text of new Set([...texts, ...sites.map((site) => site.text)])) {
    described.set(text, await describe(client, text));
  }
});
afterAll(() => client.end());

/**
 * Calls the functions with further examples: two of the words that choose between statements at
 * once, or one word while queries find nothing.
 */
async function sendExamples(of: (path: string) => Statements): Promise<void> {
  const events = standIn(of('server/tasks/security/security-queries.ts')) as never;
  const now = new Date();
  const rule = {
    name: '',
    kinds: [],
    by: 'address',
    least: 1,
    since: now,
    toldSince: now,
  } as const;
  for (const measure of ['times', 'accounts', 'addresses'] as const) {
    await measuredSources(events, { ...rule, measure });
  }
  const keys = standIn(of('server/keys/key-queries.ts')) as never;
  for (const field of encryptedFields) {
    await keyQueries.countByVersion(keys, field);
    await keyQueries.anyRow(keys, field, 1);
    await keyQueries.lockOlder(keys, field, { current: 2, after: 0, limit: 1 });
    await keyQueries.replaceEncrypted(keys, field, []);
  }
  for (const field of hashedFields) {
    await keyQueries.anyHashed(keys, field, 1);
    await keyQueries.lockOlderHashes(keys, field, { current: 2, after: 0, limit: 1 });
    await keyQueries.replaceHashes(keys, field, []);
  }
  for (const field of [...hashedFields, passkeyHandles]) {
    await keyQueries.countByVersion(keys, field);
    await keyQueries.needsVersion(keys, field, 1);
  }
  await keyQueries.passkeysWithoutHandle(keys, passkeyHandles);
  await keyQueries.setHandles(keys, passkeyHandles, []);
  const deleting = standIn(of('server/retention/retention-queries.ts')) as never;
  for (const rule of retentionRules) await deleteBefore(deleting, rule, now, 1);
  const empty = standIn(of('server/chains/chain.ts'), { isEmpty: true }) as Reader;
  for (const chain of ['audit', 'ledger'] as const) await proveChain(empty, chain);
}

const placeOf = ({ path, line }: Site) => `${path}:${line}`;
const nameOf = ({ path, parts }: Site) =>
  `${path} ${parts.join(' ').trim().split(/\s+/).slice(0, 2).join(' ')}`;

test('PostgreSQL prepares every statement', () => {
  expect(sites.length).toBeGreaterThan(1000);
  const prepared = [...described].filter(([, one]) => 'columns' in one).map(([text]) => text);
  const missed = sites.filter((site) => !prepared.some((text) => contains(text, site)));
  const refusals = missed
    .filter((site) => !incomplete.has(nameOf(site)))
    .map((site) => `${placeOf(site)} ${refusalOf(site)}`);
  expect(refusals).toEqual([]);
  expect(new Set(missed.map(nameOf))).toEqual(incomplete);
});

test('the role of the program may run every statement', async () => {
  const program = new Client({ connectionString: server.programUrl });
  await program.connect();
  const refusals: string[] = [];
  let planned = 0;
  for (const [text, one] of described) {
    if ('refusal' in one) continue;
    // PostgreSQL checks the rights on tables and columns when it explains a statement.
    const code = await program.query(`explain (generic_plan) ${text}`).then(
      () => 'planned',
      (error: DatabaseError) => error.code,
    );
    if (code === 'planned') planned++;
    if (code === '42501') refusals.push(text.trim());
  }
  await program.end();
  expect(refusals).toEqual([]);
  expect(planned).toBeGreaterThan(1000);
});

function refusalOf(site: Site): string {
  for (const [text, one] of described) {
    if ('refusal' in one && contains(text, site)) return one.refusal;
  }
  return 'was not reached';
}

/**
 * JavaScript types that node-postgres returns for PostgreSQL types; types that are not listed may
 * be anything.
 */
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'bytes',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  701: 'number',
  1082: 'string',
  1184: 'Date',
  1700: 'string',
};

test('the columns of every statement are those of its row type', () => {
  const problems = new Set<string>();
  let compared = 0;
  for (const [path, statements] of sent) {
    const own = sites.filter((site) => site.path === path);
    for (const [text, { values }] of statements) {
      const columns = described.get(text);
      // Skips statements with a missing value: if the word that chooses a fragment is missing, a
      // parameter takes the place of the fragment.
      if (!columns || 'refusal' in columns || values.includes(undefined)) continue;
      const found = sitesOf(text, own).map((site) => differences(site, columns.columns));
      if (found.length === 0 || found.some((one) => one === null)) continue;
      compared++;
      if (found.some((one) => one?.length === 0)) continue;
      for (const problem of found[0] ?? []) problems.add(problem);
    }
  }
  expect([...problems]).toEqual([]);
  expect(compared).toBeGreaterThan(600);
});

/**
 * Returns the differences between a statement and its row type; null if the row type cannot be
 * read.
 */
function differences(site: Site, columns: readonly Column[]): string[] | null {
  const row = site.row && rowType({ path: site.path, type: site.row });
  if (!row) return null;
  const say = (what: string) => `${placeOf(site)} ${what}`;
  const fields = columns.map(({ name, type }) => ({ name: fieldOf(name), type }));
  const missing = [...row]
    .filter(([name, { isOptional }]) => !isOptional && !fields.some((one) => one.name === name))
    .map(([name]) => say(`the row has ${name}, the statement has not`));
  const wrong = fields.flatMap(({ name, type }) => {
    const said = row.get(name);
    if (!said) return [say(`the statement has ${name}, the row has not`)];
    const is = kinds[type];
    return is && said.kind && is !== said.kind ? [say(`${name} is ${is}, not ${said.kind}`)] : [];
  });
  return [...missing, ...wrong];
}

test('a column that does not exist and a row of another type are found', async () => {
  const text = `
    export const planted = (tx) =>
      tx.many<{ id: number; at: Date; none: string }>(sql\`select id, at::text from tasks.audit\`);
    export const wrong = (tx) => tx.run(sql\`select nothing from tasks.audit\`);`;
  const [planted, wrong] = sitesIn({ path: 'planted.ts', text });
  if (!planted || !wrong) throw new Error('both statements should have been found');
  expect(await describe(client, wrong.text)).toEqual({
    refusal: expect.stringContaining('nothing'),
  });
  const columns = await describe(client, planted.text);
  expect('columns' in columns && differences(planted, columns.columns)).toEqual([
    'planted.ts:3 the row has none, the statement has not',
    'planted.ts:3 at is string, not Date',
  ]);
});
