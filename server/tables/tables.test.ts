// Tests exports of the back office's lists over HTTP as CSV and workbook: filters and audit rows.
import { beforeAll, describe, expect, test } from 'vitest';
import { csvLine, csvMark } from '#contract/core/csv.ts';
import { type Endpoint, type Role, roles } from '#contract/core/endpoint.ts';
import { officeTables } from '#contract/tables.ts';
import {
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
let admin: Person;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  admin = await newOperator(server, ['admin', 'auditor', 'finance']);
  for (const role of roles) tokens.set(role, (await newOperator(server, [role])).token);
});

const all = Object.entries(officeTables).flatMap(([feature, tables]) =>
  Object.entries<Endpoint>(tables).map(([name, table]): [string, Endpoint] => [
    `${feature}.${name}`,
    table,
  ]),
);
/** Inputs that some lists require. */
const needed: Record<string, object> = {
  'ledger.feesTable': { month: '2026-11' },
  'ledger.accountLedgerTable': { kind: 'trust_bank' },
  'ledger.incomeStatementTable': { month: '2026-11' },
  'ledger.balanceSheetTable': { entity: 'trust', on: '2026-11-21' },
  'servicing.holidaysTable': { year: 2026 },
  'reports.cashFlowMovesTable': { month: '2026-11', line: 'receipts' },
  'reports.vintageLoansTable': { month: '2026-11' },
  'reports.defaultLoansTable': { quarter: '2026-Q4' },
  'reports.incomeMovesTable': { month: '2026-11' },
  'reports.funnelMembersTable': { month: '2026-11', stage: 'registered' },
  'reports.serviceTasksTable': { kind: 'attention', set: 'open' },
};
/** Lists that belong to one subject, and the refusal if the subject does not exist. */
const ofOne: Record<string, string> = {
  'investing.caseOrdersTable': 'CASE_NOT_FOUND',
  'banking.paymentsTable': 'BATCH_NOT_FOUND',
  'banking.linesTable': 'STATEMENT_NOT_FOUND',
};
const text = (body: unknown) => Buffer.from(body as Uint8Array).toString();

describe('every list of the office', () => {
  test.each(all.filter(([name]) => !(name in ofOne)))(
    '%s is a CSV with its columns, and a workbook',
    async (name, table) => {
      const input = needed[name] ?? {};
      const csv = await server.ask(table, input, { token: admin.token });
      expect([csv.status, csv.headers.get('content-type')]).toEqual([
        200,
        'text/csv; charset=utf-8',
      ]);
      expect(text(csv.body).startsWith(csvMark)).toBe(true);
      expect(text(csv.body).split('\r\n')[0]?.split(',').length).toBeGreaterThan(3);
      const book = await server.ask(table, { ...input, format: 'xlsx' }, { token: admin.token });
      expect(book.status).toBe(200);
      expect(text(book.body).startsWith('PK')).toBe(true);
      // Tables do not accept paging.
      const paged = await server.ask(table, { ...input, offset: 1 }, { token: admin.token });
      expect(paged.code).toBe('INVALID_INPUT');
    },
  );
});

test.each(Object.entries(ofOne))('%s of what does not exist is refused %s', async (name, code) => {
  const table = all.find(([one]) => one === name)![1];
  expect(await server.refused(table, { id: '987654' }, { token: admin.token })).toBe(code);
});

describe('who may export a table', () => {
  test.each(all)(
    '%s: the roles of its list and no other, and never a member',
    async (name, table) => {
      const input = name in ofOne ? { id: '987654' } : (needed[name] ?? {});
      const member = await newMember(server);
      for (const role of roles) {
        const { code } = await server.ask(table, input, { token: tokens.get(role)! });
        if (!table.roles || table.roles.includes(role))
          expect(code, role).not.toBe('ROLE_REQUIRED');
        else expect(code, role).toBe('ROLE_REQUIRED');
      }
      expect((await server.ask(table, input, { token: member.token })).status).toBe(401);
      expect((await server.ask(table, input)).status).toBe(401);
    },
  );
});

test('a table longer than a page has every row of its filter once', async () => {
  const email = 'many@example.com';
  await server.rows(
    `insert into identity.operator_sign_in (at, email, address, agent, outcome)
     select '2026-11-21T15:59:59.5Z', $1, '10.0.0.1', '=cmd()', 'stopped'
     from generate_series(1, 2450)`,
    [email],
  );
  const ask = { outcome: 'stopped' as const };
  const { body } = await server.ask(officeTables.identity.signInsTable, ask, {
    token: admin.token,
  });
  const lines = text(body).trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(2450);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2450);
  // Instants are in Taipei time, and a spreadsheet does not interpret any cell as a formula.
  expect(lines[0]).toContain(',2026-11-21 23:59:59,');
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

describe('members', () => {
  const { membersTable } = officeTables.verification;
  const linesOf = (body: unknown) => text(body).trim().split('\r\n').slice(1);
  const phone = newPhone();
  let member: Person;
  beforeAll(async () => {
    member = await newVerifiedMember(server, { phone });
  });

  test('are exported as they were searched and filtered, masked', async () => {
    const ask = async (input: object) =>
      linesOf((await server.ask(membersTable, input, { token: admin.token })).body);
    const mine = (rows: readonly string[]) => rows.filter((row) => row.startsWith(`${member.id},`));
    for (const input of [{}, { q: phone }, { q: phone.slice(-4) }, { file: 'approved' }]) {
      expect(mine(await ask(input)), JSON.stringify(input)).toHaveLength(1);
    }
    expect(mine(await ask({ q: phone, standing: 'closed' }))).toEqual([]);
    expect(mine(await ask({ file: 'reviewing' }))).toEqual([]);
    const [row] = mine(await ask({ q: phone }));
    expect(row).toContain('王○明');
    expect(row).not.toContain(member.email);
    expect(row).not.toContain(phone);
  });

  test('leave a log entry without the search text', async () => {
    await server.ask(membersTable, { q: phone, file: 'approved' }, { token: admin.token });
    const [trail] = await server.rows<{ snapshot: object }>(
      `select snapshot from tasks.audit where action = 'table.exported' order by id desc limit 1`,
    );
    expect(trail?.snapshot).toEqual({
      table: '會員',
      format: 'csv',
      file: 'approved',
      direction: 'desc',
      searched: true,
    });
  });
});
