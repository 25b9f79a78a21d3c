// Test of every export of the office's lists and reports: file name, headings and rows.
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { csvMark } from '#contract/core/csv.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { type Role, roles } from '#contract/core/endpoint.ts';
import { identityImpersonationOffice } from '#contract/identity/impersonation.ts';
import { broadcastsOffice } from '#contract/messages/broadcasts.ts';
import { calculateReturns } from '../../server/reports/money/returns.ts';
import { drain } from '../../server/worker.ts';
import { newPartner } from '../../tests/actors/api.ts';
import { rent } from '../../tests/actors/bookings.ts';
import {
  commitStatements,
  EXAMPLE,
  disburse,
  goTo,
  liveThrough,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { placed, pay: payOrder } = paymentsOn(server);

let lentIn = '';
let defaultedIn = '';
let caseId = 0;
let batch = '';
let statement = '';
const month = (on: Day) => on.slice(0, 7);

/**
 * Creates a settled loan, a loan that is 31 days overdue, a loan to be disbursed, and a case with a
 * paid order.
 */
async function livedThrough(): Promise<void> {
  const team = await newTeam(server);
  const good = await signedLoan(server, { ...EXAMPLE, installments: 1 });
  const bad = await signedLoan(server);
  lentIn = month(today(server));
  const account = await disburse(server, good, team);
  await disburse(server, bad, team);
  const [first] = await schedule(server, good.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await drain(server.services);
  // Investors are paid on business days, and the longest holidays last nine days.
  await liveThrough(server, 10);
  await goTo(server, addDays(first!.payableUntil, 31));
  await calculateReturns(server.services);
  const [year, at] = month(today(server)).split('-');
  defaultedIn = `${year}-Q${Math.ceil(Number(at) / 3)}`;
  await signedLoan(server);
  const order = await placed(5_000);
  await payOrder(order, 5_900);
  caseId = order.loanId;
  const [row] = await server.rows<{ id: string }>('select min(id) as id from banking.batch');
  batch = row!.id;
}

/** Imports a bank statement with a single line, which is a bank fee. */
async function newStatement(): Promise<void> {
  const finance = await newOperator(server, ['finance']);
  const mapping = {
    bank: '812',
    columns: { date: '交易日', seq: '序號', credit: '存入', debit: '支出', virtualAccount: '帳號' },
  };
  const layout = { name: '信託銀行日報', mapping };
  const { data } = await server.ok(bankingOffice.saveLayout, layout, finance);
  const text = `交易日,序號,存入,支出,帳號\r\n${today(server)},S-9,,15,\r\n`;
  const bytes = new Uint8Array(Buffer.from(text));
  const files = [{ name: 'file', filename: 'day.csv', type: 'text/csv', bytes }];
  const how = { token: finance.token, files };
  statement = (await server.ok(bankingOffice.importStatement, { layout: data.id }, how)).data.id;
  await drain(server.services);
  await commitStatements(server, await newOperator(server, ['approver']));
}

beforeAll(async () => {
  await livedThrough();
  await newStatement();
  const editor = await newOperator(server, ['editor', 'finance']);
  const sendAt = server.services.clock.now().toISOString();
  const words = { title: '維護', body: '本週日維護。', link: '/', category: 'other' } as const;
  const broadcast = { ...words, audience: { group: 'all' as const }, sendAt };
  await server.ok(broadcastsOffice.saveBroadcast, broadcast, editor);
  await server.ok(bankingOffice.proposeBooking, rent(server), editor);
  const { id } = await newVerifiedMember(server);
  const impersonation = { id: String(id), reason: '會員來電詢問' };
  await server.ok(identityImpersonationOffice.startImpersonation, impersonation, editor);
  const admins = [
    await newOperator(server, ['admin']),
    await newOperator(server, ['admin']),
  ] as const;
  await newPartner(server, admins, { redirectUris: ['https://partner.example/back'] });
});

/** Expected export of a list: URL, file name without extension, and some of the file's headings. */
type Line = [path: string, name: string, heads: string];

const lists = (): Line[] => [
  ['/tasks', '待辦', '編號,類型,對象,狀態'],
  ['/members', '會員', '會員編號,姓名,電子郵件'],
  ['/loans', '申貸案', '案號,會員編號,借款人,方案'],
  ['/orders', '出資訂單', '訂單,案號,會員編號,出資人'],
  ['/operators', '同仁', '編號,姓名,電子郵件,角色'],
  ['/sign-ins', '登入紀錄', '編號,時間,帳號'],
  ['/impersonations', '代看紀錄', '編號,建立時間,同仁編號'],
  ['/partners', '合作應用程式', '編號,名稱,用戶端代號'],
  ['/audit', '稽核紀錄', '編號,發生時間,動作'],
  ['/security', '資安紀錄', '編號,首次時間,最後時間,事件'],
  ['/settings', '設定', '代號,類別,設定,現行'],
  ['/plans', '方案', '代號,方案,受理,額度下限'],
  ['/cases', '募集案件', '案號,方案,評等'],
  [`/cases/${caseId}`, '案件訂單', '訂單,出資人,金額'],
  ['/collections', '催收', '案號,借款人,狀態,逾期天數'],
  ['/holidays', '假日', '日期,名稱,類型'],
  ['/polls', '違約投票', '編號,案號,狀態'],
  ['/money/disbursements', '待撥款', '案號,借款金額,實撥金額'],
  ['/money/refunds', '退款', '編號,訂單,會員編號'],
  ['/money/payouts', '撥付日', '彙整日,待放行筆數'],
  ['/money/payouts?view=list', '收益撥付', '編號,會員編號,類型'],
  ['/money/batches', '付款批次', '批次,類型,狀態'],
  [`/money/batches/${batch}`, `付款明細-${batch}`, '編號,參考編號,對象編號'],
  ['/money/receipts?state=all', '入帳', '編號,銀行日,入帳時間'],
  ['/money/statements', '對帳單', '編號,檔名,格式'],
  [`/money/statements/${statement}`, `對帳單明細-${statement}`, '行號,日期,時間'],
  ['/money/reconciliation', '每日對帳', '日期,銀行餘額,帳上餘額'],
  ['/money/bookings', '撥轉與調整', '編號,日期,類型,狀態,金額,事由,經辦'],
  ['/books', '帳務', '代號,科目,類別'],
  ['/books/ledger', '帳務明細', '交易編號,類別,日期'],
  ['/books/ledger?view=accounts', '科目帳戶', '編號,科目'],
  [`/books/fees?month=${lentIn}`, '費用與營業稅', '類別,筆數,含稅金額'],
  ['/books/trial-balance', '試算表', '帳簿,代號,會計項目,餘額方向,期初餘額,借方,貸方,期末餘額'],
  [`/books/accounts?from=${lentIn}-01`, '分類帳', '日期,銀行日期,交易,交易編號'],
  [`/books/income-statement?month=${lentIn}`, '損益表', '代號,會計項目,本月,上月,本年累計'],
  ['/books/balance-sheet', '資產負債表-公司', '代號,會計項目,金額'],
  ['/articles', '文章', '編號,類型,分類,標題'],
  ['/questions', '常見問題', '代號,對象,分類,問題'],
  ['/policies', '政策', '代號,名稱'],
  ['/ads', '廣告', '編號,標題'],
  ['/images', '圖片', '編號,來源'],
  ['/wordings', '通知範本', '代號,通知,分類'],
  ['/broadcasts', '群發', '編號,標題,分類'],
  ['/deliveries', '寄送紀錄', '編號,收件者,產生時間'],
];

/**
 * Expected exports of a report: the report's own, and that of the rows behind one of its figures.
 */
type ReportLine = [path: string, name: RegExp, heads: string, rows: RegExp, rowHeads: string];
const reports = (): ReportLine[] => {
  const loans = '申貸案,案號,方案,評等';
  const moves = '交易編號,日期,交易';
  return [
    ['outstanding?rows=loans', /^在貸餘額-/, '方案,等級,狀態', /^在貸案件/, loans],
    [`vintages?month=${lentIn}`, /^逾期-/, '', /月/, loans],
    [`defaults?quarter=${defaultedIn}`, /^違約與回收-/, '違約季別,案件數', /違約的案件$/, loans],
    [`cash-flow?month=${lentIn}&line=receipts`, /^現金流量-/, '月份,期初餘額', /的/, moves],
    [`income?month=${lentIn}`, /^收入-/, '月份', /的收入$/, moves],
    [`returns?month=${lentIn}`, /^出資報酬-/, '撥款月,案件數', /已結束的案件$/, loans],
    [`funnel?month=${lentIn}&stage=registered`, /^申貸漏斗-/, '註冊月', /的會員$/, '會員,註冊日'],
    [
      'service?kind=disbursement_release&set=done',
      /^處理時效-/,
      '待辦種類',
      /^撥款放行/,
      '待辦,對象類型',
    ],
  ];
};

/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !what.includes('401'));

type Saved = { name: string; bytes: Buffer };

async function savedBy(page: Page, button: Locator): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/**
 * Exports a table as CSV; fails if a heading or all rows are missing, or if a row does not fit the
 * headings.
 */
async function expectTable(page: Page, nth: number, name: RegExp, heads: string): Promise<void> {
  const button = page.getByRole('button', { name: '下載 CSV', exact: true }).nth(nth);
  const saved = await savedBy(page, button);
  expect(saved.name).toMatch(/\.csv$/);
  expect(saved.name.slice(0, -4)).toMatch(name);
  expect.soft(saved.bytes.toString().startsWith(csvMark), saved.name).toBe(true);
  const [found = [], ...rows] = parse(saved.bytes, { bom: true });
  const wanted = heads === '' ? [] : heads.split(',');
  expect.soft(found, saved.name).toEqual(expect.arrayContaining(wanted));
  expect.soft(rows.length, saved.name).toBeGreaterThan(0);
}

const atDesk = (of: readonly Role[], path?: string) => operatorAt(server, pages, of, path);

test('every list is exported with its button, with headings and rows', async () => {
  const { page, complaints } = await atDesk(roles);
  for (const [path, name, heads] of lists()) {
    await page.goto(server.officeUrl + path);
    await expectTable(page, 0, new RegExp(`^${name}$`), heads);
  }
  expect(own(complaints)).toEqual([]);
});

test('every report is exported, and so are the rows behind its figures', async () => {
  const { page, complaints } = await atDesk(roles);
  for (const [path, name, heads, rows, rowHeads] of reports()) {
    await page.goto(`${server.officeUrl}/reports/${path}`);
    await expectTable(page, 0, name, heads);
    await expectTable(page, 1, rows, rowHeads);
  }
  // Printing is recorded like an export, because the printout leaves the office too.
  await page.evaluate(() => (window.print = () => dispatchEvent(new Event('beforeprint'))));
  const noted = page.waitForResponse((one) => one.url().endsWith('/reports/printed'));
  await page.getByRole('button', { name: '列印' }).click();
  expect((await noted).status()).toBe(200);
  expect(own(complaints)).toEqual([]);
});

test('a list is exported as a workbook too, and the ledger has other exports', async () => {
  const { page, complaints } = await atDesk(['finance'], '/books');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const book = await savedBy(page, button('下載 Excel'));
  expect(book.name).toBe('帳務.xlsx');
  // A workbook is a ZIP file, which begins with these two letters.
  expect(book.bytes.subarray(0, 2).toString()).toBe('PK');
  await page.goto(`${server.officeUrl}/books/fees?month=${lentIn}`);
  const fees = await savedBy(page, button('下載逐筆明細 CSV'));
  expect(fees.name).toBe(`fees-${lentIn}.csv`);
  expect(parse(fees.bytes, { bom: true }).length).toBeGreaterThan(1);
  await page.goto(`${server.officeUrl}/books/ledger?from=${lentIn}-01`);
  const journal = await savedBy(page, button('匯出日記帳'));
  expect(journal.name).toMatch(new RegExp(`^journal-${lentIn}-01-.+\\.journal$`));
  expect(journal.bytes.toString()).toContain('trust_bank');
  expect(own(complaints)).toEqual([]);
});
