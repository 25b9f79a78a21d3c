// A day of the company in the back office: reviewers, approvers and finance do its work through
// their pages alone, and at the end books, pages, files and the bank agree to the dollar.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, dayOf } from '#contract/core/day.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { drain, runDay } from '../../server/worker.ts';
import { withoutReserve } from '../../tests/actors/settings.ts';
import { balanceOf, statusOf } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, isDecided, pressAnywhere } from '../kit/acts.ts';
import { useBrowser } from '../kit/browser.ts';
import { clerksOn, decideIt, downloadRows, takeNext } from '../kit/day/clerks.ts';
import {
  type Company,
  foundCompany,
  newApplications,
  newMembers,
  newReceipts,
  submitApplications,
} from '../kit/day/company.ts';
import { numbers } from '../kit/day/numbers.ts';
import { fillStatement, statementFile } from '../kit/day/statement.ts';

const environment = { BANK_STATEMENT_BANKS: '812' };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();
const { clerk, account } = clerksOn(server, pages);

let company: Company;
let byNumber: string[];
let day: Day;
beforeAll(async () => {
  company = await foundCompany(server, numbers);
  await newMembers(server, numbers.members);
  ({ byNumber } = await newReceipts(server, numbers));
  day = dayOf(server.services.clock.now());
}, 120_000);
afterAll(() => void process.stderr.write(`\n${account()}\n`));

const openCount = async (kind: string) =>
  (await server.rows(`select from tasks.task where kind = $1 and status = 'open'`, [kind])).length;

test('reviewers identify the members', async () => {
  const reviewer = await clerk('reviewer', 'identities');
  const { page } = reviewer;
  await takeNext(reviewer, 'identity_review');
  for (let left = numbers.members; left > 0; left -= 1) {
    await page.getByRole('button', { name: '顯示完整號碼' }).click();
    await page.getByRole('button', { name: '顯示完整號碼' }).waitFor({ state: 'detached' });
    for (const _group of ['基本資料', '身分證件', '銀行帳戶']) await page.keyboard.press('Shift+Y');
    await page.getByText('已核對 12／12 項').waitFor();
    const task = page.url();
    await page.keyboard.press('a');
    await page.waitForURL((url) => url.href !== task);
  }
  await expect.poll(() => openCount('identity_review')).toBe(0);
  await reviewer.done();
});

test('reviewers and approvers decide the applications', async () => {
  const borrowers = await newApplications(server, numbers.applications);
  const reviewer = await clerk('reviewer', 'applications');
  const { page } = reviewer;
  await takeNext(reviewer, 'financial_review');
  for (let left = numbers.applications; left > 0; left -= 1) {
    const task = page.url();
    await page.getByRole('button', { name: '財力證明整組相符' }).click();
    await page.keyboard.press('a');
    await page.waitForURL((url) => url.href !== task);
  }
  await expect.poll(() => openCount('financial_review')).toBe(0);
  await submitApplications(server, borrowers);

  for (let left = numbers.applications; left > 0; left -= 1) {
    await takeNext(reviewer, 'loan_review');
    await page.getByText(/÷ 月收入/).waitFor();
    await page.keyboard.press('a');
    await page.getByLabel('核准金額').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 2, name: '已提出核准條件' }).waitFor();
  }
  await reviewer.done();

  const approver = await clerk('approver', 'applications');
  for (let left = numbers.applications; left > 0; left -= 1) {
    await takeNext(approver, 'loan_approval');
    await approver.page.keyboard.press('a');
    await approver.page.getByText('送出即表示您已核對').waitFor();
    await approver.page.keyboard.press('a');
    await approver.page.getByRole('heading', { level: 2, name: '已核准' }).waitFor();
  }
  await approver.done();
  expect(await openCount('loan_approval')).toBe(0);
});

test('reviewers call the late borrowers', async () => {
  const reviewer = await clerk('reviewer', 'late loans');
  const { page, go } = reviewer;
  await go('/collections');
  for (let left = numbers.lateLoans; left > 0; left -= 1) {
    await page
      .getByRole('button', { name: /^撥打給 / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: /^09\d{8}$/ }).waitFor();
    await dialog.getByText('已聯絡上', { exact: true }).click();
    await dialog.getByRole('button', { name: /^3 個營業日/ }).click();
    await dialog.getByRole('button', { name: '記錄', exact: true }).click();
    await expectText(page, '已記錄通話與承諾');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(
    await server.rows(`select from servicing.promise where loan_id = any ($1)`, [
      company.late.map(({ id }) => id),
    ]),
  ).toHaveLength(numbers.lateLoans);
  await reviewer.done();
});

test('finance and approvers settle the receipts that found no owner in one lot', async () => {
  const { stray } = numbers;
  const finance = await clerk('finance', 'odd receipts');
  const { page } = finance;
  const total = stray.exact + stray.byPayer + stray.byNumber + stray.returned;
  await finance.go('/money/receipts/lot');
  await page.getByText(`${total} 筆`, { exact: true }).waitFor();
  const rowOf = (amount: number) =>
    page.getByRole('row').filter({ hasText: `$ ${amount.toLocaleString('en')}` });
  for (const [n, orderId] of byNumber.entries()) {
    const row = rowOf(5_500 + n);
    await row.getByRole('combobox').selectOption('輸入訂單編號或案號');
    await row.getByLabel('訂單編號或案號').fill(orderNoOf(orderId));
    await row.getByLabel('訂單編號或案號').press('Enter');
    await row.getByLabel('為何仍然入帳').fill('會員來電，由家人代付');
  }
  await pressAnywhere(page, `其餘 ${stray.returned} 筆都退回`);
  await pressAnywhere(page, '第三人款項，退回原付款帳戶');
  const matched = stray.byPayer + stray.byNumber;
  await page.getByText(new RegExp(`^入帳 ${matched} 筆.*退回 ${total - matched} 筆`)).waitFor();
  await pressAnywhere(page, '送出覆核');
  await page.getByText('沒有待比對的入帳').waitFor();
  await finance.done();
  expect(await openCount('unmatched_payment')).toBe(0);

  const approver = await clerk('approver', 'odd receipts');
  await takeNext(approver, 'matches_check');
  await decideIt(approver.page, /^覆核入帳/, '覆核入帳', /^已整批入帳/);
  await approver.done();
  expect(await openCount('matches_check')).toBe(0);
});

/** Two persons release the newest batch of a kind of payment, and the bank carries it out. */
async function checkPayments(what: string) {
  const approver = await clerk('approver', what);
  await takeNext(approver, 'payment_check');
  await decideIt(approver.page, /^覆核付款/, '覆核付款', /^已覆核付款/);
  await approver.done();
  await drain(server.services);
}

/** Has the bank send a disbursement back, and finance note what the office has to do about it. */
async function returnDisbursement(reference: string, says: string) {
  const { data } = await server.ok(demonstration.bankReturn, { reference });
  expect(data.returned).toBe(true);
  const finance = await clerk('finance', 'returned payments');
  const { page } = finance;
  await finance.go('/tasks?kind=attention&order=newest');
  await page.locator('[data-row]').first().click();
  await page.getByText(says).first().waitFor();
  await pressAnywhere(page, '確認完成');
  await isDecided(page, '已確認');
  await finance.done();
}

/** The bank sends a payout back, and two persons let it go to the same account again. */
async function returnPayout(reference: string) {
  const { data } = await server.ok(demonstration.bankReturn, { reference });
  expect(data.returned).toBe(true);
  const finance = await clerk('finance', 'returned payments');
  const { page } = finance;
  await finance.go('/tasks?kind=returned_account&order=newest');
  await page.locator('[data-row]').first().click();
  await page.getByText('會員還沒有申請更換帳戶').waitFor();
  await page.getByLabel('原因').fill('銀行回覆當日系統維護，帳戶可以收款');
  await decideIt(page, /^同一帳戶再付/, '同一帳戶再付', /^已送同一帳戶再付覆核/);
  await finance.done();
  const approver = await clerk('approver', 'returned payments');
  await takeNext(approver, 'returned_account');
  await approver.page.getByText('銀行回覆當日系統維護，帳戶可以收款').first().waitFor();
  await decideIt(approver.page, /^通過/, '通過', /^已通過/);
  await approver.done();
  expect(await openCount('returned_account')).toBe(0);
}

test('two persons release a loan and the payouts; the bank returns one of each', async () => {
  const finance = await clerk('finance', 'payments');
  const { page } = finance;
  await takeNext(finance, 'disbursement_release');
  await page.keyboard.press('a');
  await page.getByText('送出即表示您已核對金額').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 2, name: /^已放行/ }).waitFor();
  await takeNext(finance, 'payout_release');
  await decideIt(page, /^放行撥付/, '放行撥付', /^已放行撥付/);
  await finance.go('/money/refunds');
  await pressAnywhere(page, '選取本頁全部');
  await pressAnywhere(page, '放行成一個批次');
  await page.getByRole('heading', { level: 1, name: /^退款批次/ }).waitFor();
  await finance.done();

  const approver = await clerk('approver', 'payments');
  await takeNext(approver, 'disbursement_check');
  await approver.page.keyboard.press('a');
  await approver.page.getByText('送出即表示您已核對金額').waitFor();
  await approver.page.keyboard.press('a');
  await approver.page.getByRole('heading', { level: 2, name: /^已覆核/ }).waitFor();
  await approver.done();
  for (let left = await openCount('payment_check'); left > 0; left -= 1) {
    await checkPayments('payments');
  }
  await drain(server.services);

  expect((await statusOf(server, company.signedId)).status).toBe(60);
  await returnDisbursement(`disbursement-${company.signedId}-1`, '撥款已取消');
  expect((await statusOf(server, company.signedId)).status).toBe(50);
  const [payout] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where purpose = 'payout' and status = 'confirmed'
     order by id limit 1`,
  );
  await returnPayout(payout!.reference);
});

test('finance brings in the statement, whose wrong lines are written again', async () => {
  const { accounts, order, paid } = await fillStatement(server, numbers);
  await server.ok(demonstration.bankLine, { amount: -30 });
  const finance = await clerk('finance', 'statement');
  const { page, go } = finance;
  await go('/money/statements');
  await pressAnywhere(page, '對帳單格式');
  await page.getByLabel('格式名稱').fill('信託銀行日報');
  await page.getByLabel('我方付款參考編號').fill('備註');
  await pressAnywhere(page, '儲存格式');
  await page.getByText('信託銀行日報').first().waitFor();
  await page.keyboard.press('Escape');
  const approver = await clerk('approver', 'statement');
  for (const [name, wrong] of [
    ['wrong.csv', numbers.wrongLines],
    ['right.csv', 0],
  ] as const) {
    const buffer = await statementFile(server, { day, accounts, wrong });
    await go('/money/statements');
    await pressAnywhere(page, '匯入對帳單');
    await page.getByLabel('檔案').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('dialog').getByRole('button', { name: '匯入', exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await drain(server.services);
    await page.getByText('這個檔案尚未入帳，待另一位同仁核定').waitFor();
    if (wrong > 0) await page.getByText(`${wrong} 行有錯，核定後不會入帳`).waitFor();
    await takeNext(approver, 'statement_check');
    await decideIt(approver.page, /^核定入帳/, '核定入帳', /^已核定入帳/);
    await drain(server.services);
    await page.reload();
    await page
      .getByText(wrong > 0 ? `已讀取，${wrong} 行未入帳` : '已讀取')
      .first()
      .waitFor();
  }
  await approver.done();
  await go('/tasks?kind=attention&order=newest');
  await page.getByRole('link', { name: `wrong.csv ${numbers.wrongLines} 行未入帳` }).click();
  await pressAnywhere(page, '確認完成');
  await isDecided(page, '已確認');
  await finance.done();
  const [row] = await server.rows<{ paid: number }>(
    'select paid_amount::int as paid from investing."order" where id = $1',
    [order.orderId],
  );
  expect(row!.paid, 'each line of the statement counted once').toBe(paid);
});

test('two persons sweep the fees, book the bank’s charge and close the days', async () => {
  await withoutReserve(server);
  const finance = await clerk('finance', 'bookings');
  const { page, go } = finance;
  await go('/money/bookings/new');
  await page.getByRole('textbox', { name: '金額' }).fill('1000');
  await page.getByLabel('事由').fill('服務費');
  await pressAnywhere(page, '送覆核');
  await page.getByRole('heading', { level: 1, name: /^服務費撥入公司帳戶/ }).waitFor();
  await checkPayments('bookings');

  await server.advance(1);
  await runDay(server.services);
  await drain(server.services);
  await go(`/money/reconciliation/${day}`);
  await pressAnywhere(page, '由我承辦 1 件差異');
  await page.getByText('尚無人承辦').waitFor({ state: 'detached' });
  const unowned = `select from tasks.task where kind = 'bank_difference' and status = 'open'
    and assignee_id is null`;
  expect(await server.rows(unowned), 'each difference has an owner').toEqual([]);
  await go('/tasks?kind=bank_difference');
  await page
    .getByRole('link', { name: /銀行有、帳上無/ })
    .first()
    .click();
  await page.getByRole('link', { name: '記為銀行手續費或其他支出' }).click();
  await page.getByLabel('事由').fill('帳戶管理費');
  await pressAnywhere(page, '送覆核');
  await page.getByRole('heading', { level: 1, name: /^專戶銀行手續費/ }).waitFor();
  const approver = await clerk('approver', 'bookings');
  await takeNext(approver, 'booking_check');
  await decideIt(approver.page, /^覆核入帳/, '覆核入帳', /^已覆核入帳/);
  expect(await openCount('bank_difference')).toBe(0);

  const month = `${Number(day.slice(0, 4)) - 1}-12-31`;
  for (const closed of [month, day]) {
    await go(`/money/reconciliation/${closed}`);
    await page.getByText('相符', { exact: true }).waitFor();
    await page.getByLabel('說明').fill('無差額');
    await pressAnywhere(page, '簽核這一天');
    await page.getByText('請由另一位同仁覆簽').waitFor();
    await approver.go(`/money/reconciliation/${closed}`);
    await approver.page.getByLabel('說明').fill('已核對');
    await pressAnywhere(approver.page, '覆簽並關帳');
    await approver.page.getByText('已由兩人簽核並關帳').waitFor();
  }
  await finance.done();
  await approver.done();
});

test('books, overview, files and the bank agree to the dollar', async () => {
  const bank = server.services.demonstration!.bank;
  const { lines, closing } = await bank.statementOf!(day);
  expect(await balanceOf(server, 'trust_bank')).toBe(closing);
  const finance = await clerk('finance', 'agreement');
  const { page, go } = finance;
  await go('/');
  await expectText(page, new RegExp(closing.toLocaleString('en')));
  await go(`/money/receipts?state=all&from=${day}&to=${day}`);
  await page.locator('tbody tr').first().waitFor();
  const receipts = await downloadRows(page);
  const received = receipts.reduce((sum, row) => sum + Number(row['金額']), 0);
  const told = lines.filter(({ amount, reference }) => amount > 0 && reference === null);
  expect(received).toBe(told.reduce((sum, { amount }) => sum + amount, 0));
  await go('/reports/cash-flow');
  const row = page.getByRole('row', { name: new RegExp(closing.toLocaleString('en')) });
  await row.first().waitFor();
  await go('/books/trial-balance');
  await page.getByRole('row', { name: /1113-01 銀行存款—信託專戶/ }).waitFor();
  const trial = await downloadRows(page);
  const trust = trial.find((row) => Object.values(row).includes('1113-01'));
  expect(Object.values(trust ?? {}), JSON.stringify(trust)).toContain(String(closing));
  await finance.done();
});
