// Tests exports of the back office's lists over HTTP as CSV and workbook: filters and audit rows.
import { beforeAll, describe, expect, test } from 'vitest';
import { csvLine, csvMark } from '#contract/core/csv.ts';
import { type Endpoint, type Role, roles } from '#contract/core/endpoint.ts';
import { operatorList, signInList } from '#contract/identity/lists.ts';
import { office } from '#contract/index.ts';
import { memberList } from '#contract/verification/lists.ts';
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

/** Every file by the name of its call, with the key of the table if the call is no list. */
const all = Object.entries(office).flatMap(([feature, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, { tables }]) =>
    Object.values(tables ?? {}).map(({ key, file }): [string, Endpoint, object] => [
      ...([`${feature}.${name}`, file] as const),
      { format: 'csv', ...(key !== 'data' && { table: key }) },
    ]),
  ),
);
/** Inputs that some lists require. */
const needed: Record<string, object> = {
  'ledger.feeReport': { month: '2026-11' },
  'ledger.accountLedger': { kind: 'trust_bank' },
  'ledger.incomeStatement': { month: '2026-11' },
  'ledger.balanceSheet': { entity: 'trust', on: '2026-11-21' },
  'servicing.listHolidays': { year: 2026 },
  'reports.cashFlowMoves': { month: '2026-11', line: 'receipts' },
  'reports.vintageLoans': { month: '2026-11' },
  'reports.defaultLoans': { quarter: '2026-Q4' },
  'reports.incomeMoves': { month: '2026-11' },
  'reports.funnelMembers': { month: '2026-11', stage: 'registered' },
  'reports.serviceTasks': { kind: 'attention', set: 'open' },
};
/** Lists that belong to one subject, and the refusal if the subject does not exist. */
const ofOne: Record<string, string> = {
  'investing.caseOrders': 'CASE_NOT_FOUND',
  'banking.getBatch': 'BATCH_NOT_FOUND',
  'banking.statementLines': 'STATEMENT_NOT_FOUND',
};
const text = (body: unknown) => Buffer.from(body as Uint8Array).toString();

describe('every list of the office', () => {
  test.each(all.filter(([name]) => !(name in ofOne)))(
    '%s is a CSV with its columns, and a workbook',
    async (name, table, asked) => {
      const input = { ...asked, ...needed[name] };
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
  const [, table, asked] = all.find(([one]) => one === name)!;
  const input = { ...asked, id: '987654' };
  expect(await server.refused(table, input, { token: admin.token })).toBe(code);
});

describe('who may export a table', () => {
  test.each(all)(
    '%s: the roles of its list and no other, and never a member',
    async (name, table, asked) => {
      const input = { ...asked, ...(name in ofOne ? { id: '987654' } : needed[name]) };
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
  const ask = { outcome: 'stopped', format: 'csv' } as const;
  const { body } = await server.ask(signInList.tables.data.file, ask, {
    token: admin.token,
  });
  const lines = text(body).trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(2450);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2450);
  // Instants are in Taipei time, and a spreadsheet does not interpret any cell as a formula.
  expect(lines[0]).toContain(',2026-11-21 23:59:59,');
  expect(lines[0]).toContain(",'=cmd()");
  const mine = await server.ask(
    operatorList.tables.data.file,
    { format: 'csv' },
    { token: admin.token },
  );
  expect(text(mine.body)).toContain(csvLine([admin.email]).trim());
  const trail = await server.rows<{ snapshot: object }>(
    `select snapshot from tasks.audit where action = 'table.exported' and subject_id = $1
     order by id desc limit 2`,
    [admin.id],
  );
  expect(trail.map(({ snapshot }) => snapshot)).toMatchObject([
    { table: '同仁', format: 'csv' },
    { table: '登入紀錄', format: 'csv', outcome: 'stopped' },
  ]);
});

describe('members', () => {
  const { file: members } = memberList.tables.data;
  const linesOf = (body: unknown) => text(body).trim().split('\r\n').slice(1);
  const phone = newPhone();
  let member: Person;
  beforeAll(async () => {
    member = await newVerifiedMember(server, { phone });
  });

  test('are exported as they were searched and filtered, masked', async () => {
    const ask = async (input: object) =>
      linesOf(
        (await server.ask(members, { ...input, format: 'csv' }, { token: admin.token })).body,
      );
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
    await server.ask(
      members,
      { q: phone, file: 'approved', format: 'csv' },
      { token: admin.token },
    );
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

test('the address that a file had until 0.7.0 leads to the one of today', async () => {
  const headers = {
    'x-office': '1',
    'content-type': 'application/json',
    cookie: `office_session=${admin.token}`,
  };
  const asked = (path: string, more: RequestInit = {}) =>
    fetch(`${server.officeUrl}${path}`, { headers, redirect: 'manual', ...more });
  const moved = await asked('/ops/v1/payouts/table?state=sent&format=xlsx');
  expect([moved.status, moved.headers.get('location')]).toEqual([
    308,
    '/ops/v1/payouts?format=xlsx&state=sent',
  ]);
  const batch = await asked('/ops/v1/batches/12/table');
  expect(batch.headers.get('location')).toBe('/ops/v1/batches/12?format=csv&table=payments');
  const audit = await asked('/ops/v1/audit/export');
  expect(audit.headers.get('location')).toBe('/ops/v1/audit?format=csv');
  // A POST stays one, so that its filters stay out of addresses.
  const post = { method: 'POST', body: '{"file":"approved"}', redirect: 'follow' } as const;
  const members = await asked('/ops/v1/members/search/table', post);
  expect(members.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  // What such an address names besides the format, which is logged, is no filter and is dropped.
  const searched = await asked('/ops/v1/members/search/table?q=nobody@example.test', {
    ...post,
    redirect: 'manual',
  });
  expect(searched.headers.get('location')).toBe('/ops/v1/members/search?format=csv');
  expect(searched.headers.get('cache-control')).toBe('no-store');
  const unfiltered = await asked('/ops/v1/members/search?format=csv&q=nobody@example.test', {
    ...post,
    body: '{}',
  });
  expect((await unfiltered.text()).trim().split('\n').length).toBeGreaterThan(1);
  expect((await asked('/ops/v1/payouts?format=csv&table=payouts')).status).toBe(400);
  expect((await asked('/ops/v1/payouts?format=csv&table=constructor')).status).toBe(400);
});
