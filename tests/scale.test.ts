// Runs the benchmarks' large data set at a small size: the invariants hold for the generated data,
// and no page of the office reads more rows of a table than it can show, however long the table is.
import { auditList } from '#contract/tasks/lists.ts';
import { memberList } from '#contract/verification/lists.ts';
import { payoutList } from '#contract/servicing/lists.ts';
import { receiptList, reconciledDayList as listDays } from '#contract/banking/lists.ts';
import { accountList, entryList, books } from '#contract/ledger/lists.ts';
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { beforeAll, expect, test, vi } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import { loanStatuses } from '#contract/lending/loan-status.ts';
import { type Call, officeCalls, siteCalls, subjectsIn } from '../bench/office-calls.ts';
import { seedDatabase } from '../bench/scale/seed.ts';
import { inTransactionsOf, proveChain } from '../server/chains/chain.ts';
import { createPool, db, withTransaction } from '../server/database/db.ts';
import { brokenInvariants } from '../server/database/invariants.ts';
import { feesAfter, feeTotals } from '../server/ledger/fee-queries.ts';
import { addUpDays, history } from '../server/ledger/queries.ts';
import { servicingJobs } from '../server/servicing/jobs.ts';
import { newOperator } from './actors/people.ts';
import { useServer } from './server.ts';

const server = useServer({ schedules: false });
const size = { members: 2_500, loans: 1_000, orders: 22_000 };

beforeAll(async () => {
  const { secrets, clock } = server.services;
  const at = clock.now();
  // The data is written directly into the ledger's tables, which only the database owner may do.
  const pool = createPool(server.databaseUrl, { max: 4 });
  await seedDatabase(pool, secrets, size, { at, today: dayOf(at), say: () => {} });
  await pool.end();
});

test('the large data set keeps its invariants, has every status, and a whole chain', async () => {
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
  const [counts] = await server.rows<Record<string, number>>(
    `select (select count(*)::int from identity.member) as members,
       (select count(*)::int from lending.loan) as loans,
       (select count(*)::int from investing."order") as orders`,
  );
  expect(counts).toEqual(size);
  const found = await server.rows<{ status: number }>(
    'select distinct status from lending.loan order by 1',
  );
  expect(found.map(({ status }) => status)).toEqual(loanStatuses.filter((status) => status > 0));
  // The data has no leaves, so the proof log must begin after it, whatever the day of the test.
  const [log] = await server.rows<{ after: boolean }>(
    `select at > (select max(recorded_at) from ledger.transfer) as after from proofs.beginning`,
  );
  expect(log).toEqual({ after: true });
  for (const chain of ['audit', 'ledger'] as const) {
    const proof = await proveChain(inTransactionsOf(server.services.pool), chain);
    expect(proof.broken, chain).toBeNull();
    expect(proof.rows, chain).toBeGreaterThan(size.members + size.orders);
  }
});

test('movements are summed by day, once, and every balance stays the same', async () => {
  const { pool } = server.services;
  const { token } = await newOperator(server, ['auditor']);
  const before = await server.ok(listDays, {}, { token });
  expect(before.data.some(({ books }) => books > 0)).toBe(true);
  expect(await withTransaction(pool, (tx) => addUpDays(tx, 0))).toBeGreaterThan(100);
  expect(await withTransaction(pool, (tx) => addUpDays(tx, 0))).toBe(0);
  expect(await server.ok(listDays, {}, { token })).toEqual(before);
  expect(await brokenInvariants(pool)).toEqual([]);
});

test('one kind has the same entries by its accounts as by the days', async () => {
  const tx = db(server.services.pool);
  for (const kind of ['fee_income', 'loan_receivable', 'platform_bank']) {
    for (const offset of [0, 450]) {
      const page = { limit: 100, offset };
      const byAccounts = await history(tx, { kind }, { ...page, few: true });
      expect(await history(tx, { kind }, { ...page, few: false }), kind).toEqual(byAccounts);
      expect(byAccounts.length > 0, kind).toBe(kind !== 'platform_bank');
    }
  }
});

test('the fees of a period are those of its transfers, one by one', async () => {
  const tx = db(server.services.pool);
  const [from, to] = ['1900-01-01', '9999-12-31'];
  const lines: Awaited<ReturnType<typeof feesAfter>> = [];
  for (let after = { on: from, id: '' }; ;) {
    const page = await feesAfter(tx, { from, to }, after, 500);
    lines.push(...page);
    const last = page.at(-1);
    if (!last) break;
    after = last;
  }
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const totals = await feeTotals(tx, from, to);
  expect(totals.length).toBeGreaterThan(1);
  for (const { kind, transfers, gross, net, vat } of totals) {
    const own = lines.filter((line) => line.kind === kind);
    const sum = (of: 'net' | 'vat') => own.reduce((all, line) => all + line[of], 0);
    expect({ transfers: own.length, net: sum('net'), vat: sum('vat') }).toEqual({
      transfers,
      net,
      vat,
    });
    expect(gross).toBe(net + vat);
  }
});

type Statement = { name?: string; text: string; values: unknown[] };

/** Returns every `select` statement sent while `work` runs. */
async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls
      .map(([query]) => query as unknown as Statement)
      .filter(({ text }) => /^\s*(select|with)\b/i.test(text ?? ''));
  } finally {
    sent.mockRestore();
  }
}

/** End of the name of a monthly partition; its rows count as rows of its table. */
const monthly = /_(before_)?\d{4}_\d{2}$|_default$/;

type Node = Record<string, unknown> & { Plans?: Node[] };

/**
 * Returns the number of rows read from each table, shown or discarded, according to the executed
 * plan.
 */
function rowsRead(node: Node, into = new Map<string, number>()): Map<string, number> {
  const relation = node['Relation Name'];
  if (typeof relation === 'string') {
    const table = relation.replace(monthly, '');
    const each = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
      .map((name) => Number(node[name] ?? 0))
      .reduce((sum, rows) => sum + rows, 0);
    into.set(table, (into.get(table) ?? 0) + each * Number(node['Actual Loops']));
  }
  for (const child of node.Plans ?? []) rowsRead(child, into);
  return into;
}

/** Number of rows of an exported table that are read at once. */
const PAGE = 1_000;
/**
 * Maximum number of rows that a page may read: the count of the list, which is limited, one page of
 * rows, and the look-ups for that page.
 */
const READ_MAX = COUNTED_MAX + 2_000;

async function planOf({ text, values }: Statement): Promise<Node> {
  const [row] = await server.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return row!['QUERY PLAN'][0]!.Plan;
}

const literal = (value: unknown) => {
  const sent = prepareValue(value);
  if (sent === null) return 'null';
  return pg.escapeLiteral(Buffer.isBuffer(sent) ? `\\x${sent.toString('hex')}` : String(sent));
};

/**
 * The plan for any values, which PostgreSQL may choose once a connection has sent a statement five
 * times; null if the statement is planned for its values each time.
 */
async function planForAny({ name, text, values }: Statement): Promise<Node | null> {
  if (name === undefined) return null;
  const given = (values ?? []).map(literal);
  await server.rows(`prepare often as ${text}`);
  try {
    const explained = `explain (analyze, timing off, format json) execute often
      ${given.length > 0 ? `(${given.join(', ')})` : ''}`;
    await server.rows('set plan_cache_mode = force_generic_plan');
    const [row] = await server.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(explained);
    return row!['QUERY PLAN'][0]!.Plan;
  } finally {
    await server.rows('deallocate often');
  }
}

/** The callers: an operator in the office, and the member with the most orders on the site. */
async function askers() {
  const { pool } = server.services;
  const { token } = await newOperator(server, ['reviewer', 'finance', 'auditor', 'admin']);
  const subjects = await subjectsIn(pool);
  const bearer = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into identity.session (token_hash, member_id, created_at, used_at, ends_at, address,
       agent) values ($1, $2, $3, $3, $3::timestamptz + interval '1 day', '', '')`,
    [
      createHash('sha256').update(bearer).digest(),
      subjects.member,
      server.services.clock.realNow(),
    ],
  );
  return { token, bearer, calls: [...officeCalls(subjects), ...siteCalls(subjects)] };
}
type Askers = Awaited<ReturnType<typeof askers>>;

/** Returns the `select` statements that a call sends. */
async function readsBehind(
  { name, endpoint, input }: Call,
  { token, bearer }: Askers,
): Promise<Statement[]> {
  const statements = await readsOf(async () => {
    const how = { token: endpoint.access === 'operator' ? token : bearer };
    const { status, body } = await server.ask(endpoint, input, how);
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
  });
  expect(statements.length, name).toBeGreaterThan(0);
  return statements;
}

async function longReads(call: Call, by: Askers, long: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const statement of await readsBehind(call, by)) {
    const plans = [await planOf(statement), await planForAny(statement)];
    for (const [table, rows] of plans.flatMap((plan) => [...(plan ? rowsRead(plan) : [])])) {
      // A short table may be read completely for each row of the page, so only long tables are
      // checked.
      if (rows > READ_MAX && long.has(table))
        found.push(`${call.name} reads ${rows} rows of ${table}: ${statement.text}`);
    }
  }
  return found;
}

test('no page of the office or of the site scans a long table', async () => {
  const tables = await server.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${READ_MAX}`,
  );
  const long = new Set(tables.map(({ name }) => name.replace(monthly, '')));
  expect(long).toContain('notice');
  expect([...long]).toEqual(
    expect.arrayContaining(['order', 'receipt', 'entry', 'transfer', 'account', 'audit', 'share']),
  );
  await withTransaction(server.services.pool, (tx) => addUpDays(tx, 0));
  const by = await askers();
  const found: string[] = [];
  for (const call of by.calls) found.push(...(await longReads(call, by, long)));
  expect(found).toEqual([]);
});

/**
 * For some calls: maximum number of rows that a page reads from a table other than its main one,
 * namely only those that belong to the rows on the page.
 */
const cutFirst: [call: string, table: string, most: number][] = [
  ['site: his orders, 20 of them', 'loan', 40],
  ['site: his holdings, 20 of them', 'loan', 40],
  ['site: his holdings, 20 of them', 'share', 40],
  ['member, timeline', 'loan', 50],
  ['cases, ended', 'funding', 100],
  ['ledger, newest', 'transfer', 200],
  ['report: returns', 'share', 0],
  ['collections, one loan', 'loan', 40],
];

test('a page is cut before the related rows are read', async () => {
  const by = await askers();
  const [his] = await server.rows<{ orders: number }>(
    'select count(*)::int as orders from investing."order" group by member_id order by 1 desc',
  );
  expect(his!.orders).toBeGreaterThan(100);
  for (const [name, table, most] of cutFirst) {
    const call = by.calls.find((one) => one.name === name)!;
    for (const statement of await readsBehind(call, by)) {
      const rows = rowsRead(await planOf(statement)).get(table) ?? 0;
      expect(rows, `${name}: ${statement.text}`).toBeLessThanOrEqual(most);
    }
  }
});

/** Lists that are exported completely, and the table that contains their rows. */
const handedOut: [name: string, table: Endpoint, input: object, rows: string][] = [
  ['entries', entryList.tables.data.file, {}, 'ledger.entry'],
  [
    'entries of a kind',
    entryList.tables.data.file,
    { kind: 'fee_income' },
    `ledger.entry e join ledger.account a on a.id = e.account_id where a.kind = 'fee_income'`,
  ],
  ['accounts', accountList.tables.data.file, {}, 'ledger.account'],
  ['receipts', receiptList.tables.data.file, {}, 'banking.receipt'],
  ['payouts', payoutList.tables.data.file, {}, 'servicing.payout'],
  ['members', memberList.tables.data.file, {}, 'identity.member'],
  [
    'audit',
    auditList.tables.data.file,
    { subject: 'order' },
    `tasks.audit
    where subject_type = 'order'`,
  ],
];

test.each(handedOut)(
  '%s are exported by their key, page after page',
  async (_, table, input, of) => {
    const { token } = await newOperator(server, ['reviewer', 'finance', 'auditor', 'admin']);
    const [there] = await server.rows<{ rows: number }>(`select count(*)::int as rows from ${of}`);
    let body: unknown;
    const statements = await readsOf(async () => {
      body = (await server.ask(table, { ...input, format: 'csv' }, { token })).body;
    });
    const lines = Buffer.from(body as Uint8Array)
      .toString()
      .trim()
      .split('\r\n')
      .slice(1);
    expect(lines).toHaveLength(there!.rows);
    const pages = statements.filter(({ values }) => values?.includes(PAGE));
    expect(pages.length).toBeGreaterThan(there!.rows / PAGE);
    expect(pages.length).toBeLessThan(there!.rows / PAGE + 3);
    // The last full page reads only the rows that it shows, not all rows before them.
    const read = rowsRead(await planOf(pages.at(-3) ?? pages[0]!));
    // The same limit applies to joined tables, but a short table may be read completely.
    for (const [name, rows] of read) {
      expect(rows, name).toBeLessThan(of.includes(`.${name}`) ? 4 * PAGE : READ_MAX);
    }
  },
);

test('a ledger too long to be checked at once shows the nightly result', async () => {
  const { token } = await newOperator(server, ['auditor']);
  const before = await server.ok(books, {}, { token });
  expect(before.data).toEqual({ provenAt: null, balances: [], invariants: [], shortfall: null });
  await servicingJobs.find(({ name }) => name === 'reconcile')?.run(server.services);
  const { data } = await server.ok(books, {}, { token });
  expect(data.provenAt).not.toBeNull();
  expect(data.invariants.length).toBeGreaterThan(20);
  expect(data.invariants.filter(({ broken }) => broken > 0)).toEqual([]);
  const trust = data.balances.find(({ kind }) => kind === 'trust_bank');
  expect(trust?.balance).toBeGreaterThan(0);
});
