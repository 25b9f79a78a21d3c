// Tests of trial balance, account ledger, income statement and balance sheet: they agree with the
// ledger to the dollar, before and after the daily totals are calculated.
import {
  accountLedgerList,
  accountLedgerList as accountLedger,
  balanceSheetList as balanceSheet,
  incomeStatementList as incomeStatement,
  trialBalanceList as trialBalance,
} from '#contract/ledger/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { accounts, type Entity, isDebitAccount } from '#contract/ledger/chart.ts';
import { dayOf } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { disburse, EXAMPLE, newTeam, signedLoan } from '../../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { withTransaction } from '../../database/db.ts';
import { inWork } from '../../work.ts';
import { bookVatThrough } from '../vat.ts';
import { addUpDays } from '../queries.ts';

const server = useServer({ startsOn: '2026-11-23' });
let auditor: Person;
const today = () => dayOf(server.services.clock.now());
beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
  await disburse(server, await signedLoan(server, EXAMPLE), await newTeam(server));
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today()));
});

/** Adds up all entries that were recorded so far. */
const addUp = () => withTransaction(server.services.pool, (tx) => addUpDays(tx, -3_600));

async function expectTrialBalance() {
  const { data, from, to } = await server.ok(trialBalance, {}, auditor);
  expect([from, to]).toEqual([`${today().slice(0, 4)}-01-01`, today()]);
  const booked = await server.rows<{ kind: string; balance: number }>(
    `select kind, sum(balance)::float8 as balance from ledger.balance group by kind
     having sum(balance) <> 0 order by kind`,
  );
  const closings = data
    .filter(({ closing }) => closing !== 0)
    .map(({ kind, closing }) => ({ kind, balance: closing as number }));
  expect(closings.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(booked);
  for (const entity of ['trust', 'company'] satisfies Entity[]) {
    const own = await server.ok(trialBalance, { entity }, auditor);
    const sum = (of: (row: (typeof own.data)[number]) => number) =>
      own.data.reduce((total, row) => total + of(row), 0);
    expect(own.data.every(({ kind }) => accounts[kind].entity === entity)).toBe(true);
    expect(sum(({ debit }) => debit)).toBe(sum(({ credit }) => credit));
    expect(sum((row) => (isDebitAccount(row.kind) ? row.closing : -row.closing))).toBe(0);
    expect(sum(({ debit }) => debit)).toBeGreaterThan(0);
  }
  return data;
}

test('the trial balance is the ledger, as totals or as entries, balanced twice', async () => {
  const before = await expectTrialBalance();
  expect(await addUp()).toBeGreaterThan(0);
  expect(await expectTrialBalance()).toEqual(before);
  // This account moved in both directions on one day, which the net amount hides.
  const funds = before.find(({ kind }) => kind === 'order_funds');
  expect(funds).toMatchObject({ opening: 0, debit: 100_000, credit: 100_000, closing: 0 });
  const later = await server.ok(
    trialBalance,
    { from: '2027-01-01', to: '2027-01-31', entity: 'trust' },
    auditor,
  );
  expect(later.data.find(({ kind }) => kind === 'loan_receivable')).toEqual({
    kind: 'loan_receivable',
    opening: 100_000,
    debit: 0,
    credit: 0,
    closing: 100_000,
  });
});

test('the ledger of an account continues its balance from page to page', async () => {
  const all = await server.ok(accountLedger, { kind: 'trust_bank' }, auditor);
  expect(all).toMatchObject({ opening: 0, next: null });
  let balance = 0;
  for (const row of all.data) {
    balance += row.amount;
    expect(row.balance).toBe(balance);
  }
  const paged: typeof all.data = [];
  let after: string | undefined;
  do {
    const place = after === undefined ? {} : { after };
    const page = await server.ok(
      accountLedger,
      { kind: 'trust_bank', item_per_page: 1, ...place },
      auditor,
    );
    expect(page.opening).toBe(paged.at(-1)?.balance ?? 0);
    paged.push(...page.data);
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(paged).toEqual(all.data);
  expect(paged.length).toBeGreaterThan(2);
  const nowhere = { kind: 'trust_bank', after: '2026-02-30~1~a' } as const;
  expect(await server.refused(accountLedger, nowhere, auditor)).toBe('INVALID_INPUT');
  // A credit account grows by its credits.
  const due = await server.ok(accountLedger, { kind: 'platform_due' }, auditor);
  expect(due.data).toMatchObject([{ amount: -4_015, balance: 4_015 }]);
  const next = { kind: 'platform_due', from: '2027-01-01', to: '2027-01-31' } as const;
  expect(await server.ok(accountLedger, next, auditor)).toMatchObject({
    data: [],
    opening: 4_015,
    next: null,
  });
});

test('a file of an account ledger has all pages', async () => {
  const ask = server.ask(
    accountLedgerList.tables.data.file,
    { kind: 'trust_bank', format: 'csv' },
    auditor,
  );
  const lines = String((await ask).body)
    .trim()
    .split('\r\n');
  const all = await server.ok(accountLedger, { kind: 'trust_bank' }, auditor);
  expect(lines).toHaveLength(all.data.length + 1);
  expect(lines.at(-1)).toContain(`,${all.data.at(-1)?.balance}`);
});

test('income statement: the fees of the month without their VAT, and the year so far', async () => {
  const month = today().slice(0, 7);
  const { data } = await server.ok(incomeStatement, { month }, auditor);
  const fees = { month: 4_015 - 191, previous: 0, yearToDate: 4_015 - 191 };
  expect(data).toMatchObject([
    { kind: 'fee_income', name: '勞務收入—服務費收入', code: '4121-01', ...fees },
    { kind: null, name: '收入合計', ...fees },
    { name: '費用合計', month: 0 },
    { name: '本期損益', ...fees },
  ]);
  const next = await server.ok(incomeStatement, { month: '2027-01' }, auditor);
  expect(next.data.at(-1)).toMatchObject({ month: 0, previous: 0, yearToDate: 0 });
});

test('balance sheet: assets equal liabilities and equity, the open result included', async () => {
  const sheet = async (entity: Entity) => {
    const { data } = await server.ok(balanceSheet, { entity, on: today() }, auditor);
    return new Map(data.map(({ name, amount }) => [name, amount]));
  };
  const company = await sheet('company');
  expect(company.get('本期損益')).toBe(4_015 - 191);
  expect(company.get('資產總計')).toBe(4_015);
  expect(company.get('負債總計')).toBe(191);
  const trust = await sheet('trust');
  expect(trust.get('銀行存款—信託專戶')).toBe(4_015);
  for (const one of [company, trust]) {
    expect(one.get('資產總計')).toBe(one.get('負債及權益總計'));
  }
  const early = await server.ok(balanceSheet, { entity: 'trust', on: '2026-01-01' }, auditor);
  expect(early.data.every(({ amount }) => amount === money(0))).toBe(true);
});

test('only finance, auditors and admins read the statements, with valid filters', async () => {
  const reviewer = await newOperator(server, ['reviewer']);
  const month = today().slice(0, 7);
  const on = today();
  expect(await server.refused(trialBalance, {}, reviewer)).toBe('ROLE_REQUIRED');
  expect(await server.refused(accountLedger, { kind: 'suspense' }, reviewer)).toBe('ROLE_REQUIRED');
  expect(await server.refused(incomeStatement, { month }, reviewer)).toBe('ROLE_REQUIRED');
  expect(await server.refused(balanceSheet, { entity: 'trust', on }, reviewer)).toBe(
    'ROLE_REQUIRED',
  );
  const wrong = { kind: 'suspense', after: '2026-11-23~x~y' } as const;
  expect(await server.refused(accountLedger, wrong, auditor)).toBe('INVALID_INPUT');
  expect(await server.refused(incomeStatement, { month: '2026-13' }, auditor)).toBe(
    'INVALID_INPUT',
  );
});
