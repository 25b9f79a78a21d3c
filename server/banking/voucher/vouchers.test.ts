// Tests of vouchers: numbers without gaps, sums equal to the trial balance, and a file with the
// columns that the accountant's package wants.
import { voucherList, voucherList as listVouchers } from '#contract/banking/lists.ts';
import { trialBalanceList } from '#contract/ledger/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { type VoucherLine } from '#contract/banking/vouchers.ts';
import { addDays, day } from '#contract/core/day.ts';
import { settingsOffice } from '#contract/settings/calls.ts';
import { listSettings } from '#contract/settings/values.ts';
import { type Desk, newDesk, rent, signThrough } from '../../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, signedLoan, today } from '../../../tests/actors/loans.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { setting } from '../../../tests/actors/settings.ts';
import { useServer } from '../../../tests/server.ts';
import { bookVatThrough } from '../../ledger/front.ts';
import { inWork } from '../../work.ts';

const server = useServer({ startsOn: '2026-11-23' });
const vouchersTable = voucherList.tables.data.file;
type Filter = Pick<Parameters<typeof server.ok<typeof listVouchers>>[1], 'entity' | 'account'>;
let desk: Desk;

/** Reads all pages of a few lines each. */
async function allLines(filter: Filter = {}): Promise<VoucherLine[]> {
  const lines: VoucherLine[] = [];
  let after: string | undefined;
  do {
    const more = after === undefined ? {} : { after };
    const page = await server.ok(
      listVouchers,
      { ...filter, item_per_page: 3, ...more },
      desk.auditor,
    );
    lines.push(...page.data);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return lines;
}

async function fileLines(filter: Filter = {}): Promise<string[]> {
  const { status, body } = await server.ask(
    vouchersTable,
    { ...filter, format: 'csv' },
    desk.auditor,
  );
  expect(status).toBe(200);
  return String(body)
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
}

const sumOf = (lines: readonly VoucherLine[], side: 'debit' | 'credit') =>
  lines.reduce((sum, line) => sum + line[side], 0);

beforeAll(async () => {
  desk = await newDesk(server);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await inWork(server.services, ({ tx }) => bookVatThrough(tx, today(server)));
  await server.advance(1);
  expect(await desk.check(await desk.propose(rent(server)))).toBeNull();
});

test('a page after a day that does not exist is refused', async () => {
  const nowhere = { after: '2026-13-01~trust~1~1~repay:1:1' };
  expect(await server.refused(listVouchers, nowhere, desk.auditor)).toBe('INVALID_INPUT');
});

test('vouchers are numbered by day and book without gaps, and each balances', async () => {
  const lines = await allLines();
  const whole = await server.ok(listVouchers, { item_per_page: 200 }, desk.auditor);
  expect(lines).toEqual(whole.data);
  expect(whole.next).toBeNull();
  const books = Map.groupBy(lines, ({ on, entity }) => `${on} ${entity}`);
  expect([...books.keys()]).toEqual([
    '2026-11-23 trust',
    '2026-11-23 company',
    '2026-11-24 company',
  ]);
  for (const own of books.values()) {
    const vouchers = [...Map.groupBy(own, ({ no }) => no)];
    expect(vouchers.map(([no]) => no)).toEqual(vouchers.map((_, at) => at + 1));
    for (const [, parts] of vouchers) {
      expect(parts.map(({ line }) => line)).toEqual(parts.map((_, at) => at + 1));
      expect(new Set(parts.map(({ transferId }) => transferId)).size).toBe(1);
      expect(sumOf(parts, 'debit')).toBe(sumOf(parts, 'credit'));
      expect(sumOf(parts, 'debit')).toBeGreaterThan(0);
    }
  }
  // The two shares of the loan are paid from two orders, which the voucher adds up.
  const disbursed = lines.filter(({ transfer, entity }) => {
    return transfer === 'disbursement' && entity === 'trust';
  });
  expect(disbursed.map(({ account }) => account)).toContain('investor_claim');
  expect(new Set(disbursed.map(({ account, debit }) => `${account}${debit > 0}`)).size).toBe(
    disbursed.length,
  );
});

test('their sums are those of the trial balance, account by account', async () => {
  const lines = await allLines();
  const { data, from, to } = await server.ok(
    trialBalanceList,
    { from: day('2026-11-01') },
    desk.auditor,
  );
  const shown = await server.ok(listVouchers, {}, desk.auditor);
  expect(shown).toMatchObject({ from, to });
  for (const { kind, debit, credit } of data) {
    const own = lines.filter(({ account }) => account === kind);
    expect({ kind, debit: sumOf(own, 'debit'), credit: sumOf(own, 'credit') }).toEqual({
      kind,
      debit,
      credit,
    });
    const one = await server.ok(listVouchers, { account: kind }, desk.auditor);
    expect(one).toMatchObject({ debit, credit, data: own });
  }
  expect(shown.debit).toBe(sumOf(lines, 'debit'));
  expect(shown.credit).toBe(sumOf(lines, 'credit'));
  const company = await allLines({ entity: 'company' });
  expect(company).toEqual(lines.filter(({ entity }) => entity === 'company'));
});

test('a number is final once its day is closed, and later records take later numbers', async () => {
  const signed = addDays(today(server), -1);
  const before = await allLines();
  expect(before.some(({ isFinal }) => isFinal)).toBe(false);
  await signThrough(server, desk, signed);
  const after = await allLines();
  expect(after.filter(({ on }) => on === signed).every(({ isFinal }) => isFinal)).toBe(true);
  expect(await desk.check(await desk.propose({ ...rent(server), day: signed }))).toBeNull();
  const late = await allLines();
  expect(late.slice(0, after.length)).toEqual(after);
  expect(late.at(-1)).toMatchObject({ on: today(server), entity: 'company', no: 2 });
});

test('the file has the columns of the setting, in its order and words', async () => {
  const lines = await allLines();
  const [head, ...rows] = await fileLines();
  expect(head).toBe(
    '傳票號碼,傳票日期,行次,會計項目代號,會計項目名稱,摘要,借方金額,貸方金額,來源交易,帳簿,編號狀態',
  );
  expect(rows).toHaveLength(lines.length);
  expect(rows.at(-1)).toMatch(
    /^C20261124-0002,2026-11-24,2,1113-02,銀行存款—公司帳戶,調整分錄 .*,,1200,booking:\d+,公司,暫編$/,
  );

  const initial = listSettings.voucherColumns.initial;
  const item = (id: string) => initial.find((one) => one.id === id)!;
  const first = ['code', 'debit', 'credit'];
  const map = [
    { ...item('code'), text: '科目' },
    { ...item('debit'), text: 'DR' },
    { ...item('credit'), text: 'CR' },
    ...initial.filter(({ id }) => !first.includes(id)).map((one) => ({ ...one, enabled: false })),
  ];
  await setting(server, 'voucherColumns', map);
  const [mapped, ...mappedRows] = await fileLines({ entity: 'company' });
  expect(mapped).toBe('科目,DR,CR');
  expect(mappedRows.at(-1)).toBe('1113-02,,1200');
  const sum = (at: number) =>
    mappedRows.reduce((total, row) => total + Number(row.split(',')[at] ?? 0), 0);
  expect(sum(1)).toBe(sum(2));
  const book = await server.ask(vouchersTable, { format: 'xlsx' }, desk.auditor);
  expect(book.status).toBe(200);

  const admin = await newOperator(server, ['admin']);
  const name = 'voucherColumns';
  const { version } = (await server.ok(settingsOffice.getSetting, { name }, admin)).data;
  const value = [...map, { id: '+1', text: '部門', enabled: true }];
  const change = { name, value, effectiveOn: null, reason: '新增', version } as const;
  expect(await server.refused(settingsOffice.changeSetting, change, admin)).toBe('SETTING_VALUE');
});

test('only those who read the books see vouchers', async () => {
  const reviewer = await newOperator(server, ['reviewer']);
  expect(await server.refused(listVouchers, {}, reviewer)).toBe('ROLE_REQUIRED');
  expect(await server.refused(vouchersTable, { format: 'csv' }, reviewer)).toBe('ROLE_REQUIRED');
  const wrong = { after: '2026-11-23~nobody~1~1' } as const;
  expect(await server.refused(listVouchers, wrong, desk.auditor)).toBe('INVALID_INPUT');
});
