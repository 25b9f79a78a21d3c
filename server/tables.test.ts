// The office's lists handed out whole over HTTP: as CSV and as a workbook, narrowed, with a trace.
import { beforeAll, describe, expect, test } from 'vitest';
import { csvLine, csvMark } from '#contract/csv.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { officeTables } from '#contract/tables.ts';
import { newOperator, type Person } from '../tests/people.ts';
import { useServer } from '../tests/server.ts';

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await newOperator(server, ['admin', 'auditor', 'finance']);
});

const all = Object.entries(officeTables).flatMap(([feature, tables]) =>
  Object.entries<Endpoint>(tables).map(([name, table]): [string, Endpoint] => [
    `${feature}.${name}`,
    table,
  ]),
);
/** What some lists cannot be asked without. */
const needed: Record<string, object> = {
  'ledger.feesTable': { month: '2026-11' },
  'servicing.holidaysTable': { year: 2026 },
  'reports.cashFlowMovesTable': { month: '2026-11', line: 'receipts' },
  'reports.vintageLoansTable': { month: '2026-11' },
  'reports.defaultLoansTable': { quarter: '2026-Q4' },
  'reports.incomeMovesTable': { month: '2026-11' },
  'reports.funnelMembersTable': { month: '2026-11', stage: 'registered' },
  'reports.serviceTasksTable': { kind: 'attention', set: 'open' },
};
const text = (body: unknown) => Buffer.from(body as Uint8Array).toString();

describe('every list of the office', () => {
  test.each(all)('%s is a CSV with its columns, and a workbook', async (name, table) => {
    const input = needed[name] ?? {};
    const csv = await server.ask(table, input, { token: admin.token });
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text(csv.body).startsWith(csvMark)).toBe(true);
    expect(text(csv.body).split('\r\n')[0]?.split(',').length).toBeGreaterThan(3);
    const book = await server.ask(table, { ...input, format: 'xlsx' }, { token: admin.token });
    expect(book.status).toBe(200);
    expect(text(book.body).startsWith('PK')).toBe(true);
    // Pages are none of a table's concern.
    const paged = await server.ask(table, { ...input, offset: 1 }, { token: admin.token });
    expect(paged.code).toBe('INVALID_INPUT');
  });
});

test('a table longer than a page has every row once, as its filter leaves them', async () => {
  const email = 'many@example.com';
  await server.rows(
    `insert into identity.operator_sign_in (at, email, address, agent, outcome)
     select now(), $1, '10.0.0.1', '=cmd()', 'stopped' from generate_series(1, 450)`,
    [email],
  );
  const ask = { outcome: 'stopped' as const };
  const { body } = await server.ask(officeTables.identity.signInsTable, ask, {
    token: admin.token,
  });
  const lines = text(body).trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(450);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(450);
  // Nothing in it is a formula to a spreadsheet.
  expect(lines[0]).toContain(",'=cmd()");
  const mine = await server.ask(officeTables.identity.operatorsTable, {}, { token: admin.token });
  expect(text(mine.body)).toContain(csvLine([admin.email]).trim());
  const trail = await server.rows<{ snapshot: object }>(
    `select snapshot from tasks.audit where action = 'table.exported' and subject_id = $1
     order by id desc limit 2`,
    [admin.id],
  );
  expect(trail.map(({ snapshot }) => snapshot)).toMatchObject([
    { table: '同事', format: 'csv' },
    { table: '登入紀錄', format: 'csv', outcome: 'stopped' },
  ]);
});
