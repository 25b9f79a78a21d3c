// Tests of the ledger pages and exports: everything that they show adds up to the ledger.
import {
  accountList,
  accountList as accounts,
  entryList as entries,
  feeList as feeReport,
} from '#contract/ledger/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { ledgerOffice } from '#contract/ledger/calls.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { dayOf } from '#contract/core/day.ts';
import { disburse, EXAMPLE, newTeam, signedLoan, type TestLoan } from '../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { journalFile, feeReportFile } = ledgerOffice;
let auditor: Person;
let loan: TestLoan;
beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
  loan = await signedLoan(server, EXAMPLE);
  await disburse(server, loan, await newTeam(server));
});
const today = () => dayOf(server.services.clock.now());
const text = async (asked: ReturnType<typeof server.ask>) =>
  Buffer.from((await asked).body as never).toString();

test('accounts and entries are found by kind, loan, transfer and date', async () => {
  const own = await server.ok(accounts, { loan: String(loan.id) }, auditor);
  const receivable = own.data.find(({ kind }) => kind === 'loan_receivable');
  expect(receivable).toMatchObject({ balance: 100_000, loanId: loan.id });
  const page = await server.ok(accounts, { kind: 'investor_claim', item_per_page: 2 }, auditor);
  expect(page).toMatchObject({ total: 3, data: [{ kind: 'investor_claim' }, {}] });
  const of = { account: receivable?.id ?? '' };
  const { data, total } = await server.ok(entries, of, auditor);
  expect(total).toBe(1);
  const whole = await server.ok(entries, { transfer: data[0]?.transferId ?? '' }, auditor);
  expect(whole.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  const never = await server.ok(entries, { ...of, to: '2020-01-01' }, auditor);
  expect(never).toMatchObject({ data: [], total: 0 });
  const fees = await server.ok(entries, { kind: 'fee_income', from: today() }, auditor);
  expect(fees.data.map(({ account }) => account)).toEqual(['fee_income']);
});

test('the accounts and entries of a case are those of its loan and of its orders', async () => {
  const caseNo = 'A20261123-901';
  await server.rows('update lending.loan set case_no = $2 where id = $1', [loan.id, caseNo]);
  const { data } = await server.ok(accounts, { caseNo }, auditor);
  const kinds = new Set(data.map(({ kind }) => kind));
  expect(kinds).toContain('loan_receivable');
  expect(kinds).toContain('order_funds');
  const orders = await server.rows<{ id: number }>(
    'select id::integer as id from investing."order" where loan_id = $1',
    [loan.id],
  );
  const own = new Set(orders.map(({ id }) => id));
  for (const row of data) expect(row.caseNo).toBe(row.loanId === 0 ? null : caseNo);
  for (const { loanId, orderId } of data) {
    expect(loanId === loan.id || own.has(orderId)).toBe(true);
  }
  const found = await server.ok(entries, { caseNo: caseNo.toLowerCase() }, auditor);
  expect(new Set(found.data.map(({ account }) => account))).toEqual(kinds);
  // A file has the numbers that pages show, and no ids.
  const csv = await text(
    server.ask(accountList.tables.data.file, { caseNo, format: 'csv' }, auditor),
  );
  expect(csv).toContain(`,${caseNo},${orderNoOf(orders[0]!.id)},`);
  const kind = 'order_funds';
  const funds = await server.ok(entries, { caseNo: caseNo.replace('A', 'C'), kind }, auditor);
  expect(funds.total).toBe(found.data.filter(({ account }) => account === kind).length);
  const nobody = { caseNo: 'A20200101-001' };
  expect(await server.ok(entries, nobody, auditor)).toMatchObject({ data: [], total: 0 });
  expect(await server.ok(accounts, nobody, auditor)).toMatchObject({ data: [], total: 0 });
});

test('the journal of a period is streamed as it is generated', async () => {
  const journal = await text(server.ask(journalFile, { from: today(), to: today() }, auditor));
  expect(journal).toMatch(/^commodity 1000\. TWD\n\n/);
  expect(journal).toContain(`loan-${loan.id}`);
  const none = await text(
    server.ask(journalFile, { from: '2020-01-01', to: '2020-01-02' }, auditor),
  );
  expect(none.trim()).toBe('commodity 1000. TWD');
});

test('fees and VAT of a month: the sums, and every line of them', async () => {
  const month = today().slice(0, 7);
  const { data } = await server.ok(feeReport, { month }, auditor);
  // The fees are 4,000 for service and 15 for remittance, all booked as income until the VAT is
  // taken out at the day's close.
  expect(data).toEqual([{ kind: 'disbursement', transfers: 1, gross: 4_015, net: 4_015, vat: 0 }]);
  const file = await text(server.ask(feeReportFile, { month }, auditor));
  const lines = file.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(',撥款,');
  expect(lines[1]).toMatch(/,4015,0$/);
  expect((await server.ok(feeReport, { month: '2020-01' }, auditor)).data).toEqual([]);
  expect(await server.refused(feeReport, { month: '2020-13' }, auditor)).toBe('INVALID_INPUT');
});

test('the audit log says who exported a ledger file, and for which period', async () => {
  const taker = await newOperator(server, ['finance']);
  const days = { from: today(), to: today() };
  const month = today().slice(0, 7);
  await server.ask(journalFile, days, taker);
  await server.ask(feeReportFile, { month }, taker);
  const reviewer = await newOperator(server, ['reviewer']);
  expect(await server.refused(journalFile, days, reviewer)).toBe('ROLE_REQUIRED');
  const trail = await server.rows<{ snapshot: object }>(
    `select snapshot from tasks.audit where action = 'table.exported' and actor_id = any ($1)
     order by id`,
    [[taker.id, reviewer.id]],
  );
  expect(trail.map(({ snapshot }) => snapshot)).toEqual([
    { table: '帳務日記', format: 'journal', ...days },
    { table: '費用與營業稅明細', format: 'csv', month },
  ]);
});
