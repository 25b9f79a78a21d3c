// A borrower compares plans, applies step by step, answers the offer, signs, and sees what is due.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import {
  applied,
  decide as decideOn,
  fund,
  funded,
  loanOf,
  newBorrower,
  newOffice,
  offered,
  proveIncome,
  terms,
} from '../../server/lending/testing/cases.ts';
import { drain } from '../../server/worker.ts';
import {
  decide,
  disburse,
  goTo,
  newTeam,
  pay,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import { codeSentTo, password, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, isKnown, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(server.siteUrl + path);
  await hydrated(page);
}

/** Signs in at the login page and lands on `path`. */
async function enter(page: Page, { email }: Person, path: string): Promise<void> {
  await visit(page, `/member/login?redirectTo=${encodeURIComponent(path)}`);
  await isKnown(page, server, email);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  await hydrated(page);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name }).first().click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name }).first().waitFor();
const said = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

/** What the browser complained about, but for refusals, which are answers too. */
const serious = (complaints: string[]) =>
  complaints.filter((what) => !/status of 4\d\d/.test(what));

async function fillNeed(page: Page): Promise<void> {
  const amount = page.getByLabel('借款金額', { exact: true });
  await amount.fill('105000');
  await press(page, '下一步');
  await said(page, '還有 1 個欄位需要修正');
  await expectAccessible(page);
  await amount.fill('100000');
  await page.getByRole('radio', { name: '12 期' }).check();
  await said(page, '總費用年百分率');
  await press(page, '下一步');
}

async function fillPurpose(page: Page): Promise<void> {
  await heading(page, '資金用途');
  await page.getByRole('radio', { name: /進修/ }).check();
  await page.getByRole('textbox', { name: /補充說明/ }).fill('證照課程的學費');
  await expectAccessible(page);
  await press(page, '下一步');
}

async function fillWork(page: Page): Promise<void> {
  await heading(page, '工作與收入');
  // What the profile says is there already.
  expect(await page.getByLabel('公司名稱').inputValue()).toBe('測試科技');
  await page.getByLabel('民國年').selectOption({ index: 7 });
  await page.getByLabel('月', { exact: true }).selectOption('3 月');
  await page.getByLabel('月收入', { exact: true }).fill('60000');
  await expectAccessible(page);
  await press(page, '下一步');
}

async function fillHome(page: Page): Promise<void> {
  await heading(page, '家庭與居住');
  await page.getByLabel('婚姻狀況').selectOption('未婚');
  await page.getByLabel('扶養人數').selectOption('無');
  await page.getByLabel('最高學歷').selectOption('大學');
  await page.getByLabel('居住狀況').selectOption('租賃');
  await press(page, '下一步');
}

async function fillFinance(page: Page): Promise<void> {
  await heading(page, '財務狀況');
  const cards = page.getByRole('group', { name: '是否持有信用卡' });
  await cards.getByRole('radio', { name: '有', exact: true }).check();
  await page.getByRole('combobox', { name: /發卡銀行/ }).fill('812');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: /^移除/ }).waitFor();
  await page.getByLabel('每月固定支出').fill('18000');
  const late = page.getByRole('group', { name: /是否曾遲繳/ });
  await late.getByRole('radio', { name: '沒有' }).check();
  await said(page, /每月還款約占收入 \d+%/);
  await expectAccessible(page);
  await press(page, '下一步');
}

async function fillContact(page: Page): Promise<void> {
  await heading(page, '聯絡人');
  await page.getByLabel('姓名').fill('林美華');
  await page.getByLabel('與您的關係').selectOption('父母');
  await page.getByLabel('手機號碼').fill('0922333444');
  await press(page, '下一步');
}

async function passDocuments(page: Page): Promise<void> {
  await heading(page, '文件');
  await said(page, '尚未提供，送件後也可以補');
  await expectAccessible(page);
  await press(page, '下一步');
}

test('a visitor compares plans and calculates one; an unknown plan is not found', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/loan/alllist');
  await heading(page, '找到適合您職業的方案');
  await page.getByRole('table', { name: '所有方案的比較' }).waitFor();
  await expectAccessible(page);
  const helper = page.getByRole('region', { name: '不確定哪個適合？' });
  for (const answer of ['科技工程', '10 萬元', '2 年']) {
    await helper.getByRole('radio', { name: answer }).click();
  }
  await helper.getByRole('link', { name: '申請科技工程師方案' }).waitFor();
  await expectAccessible(page);
  const work = page.getByRole('group', { name: '您的職業' });
  await work.getByRole('radio', { name: '科技工程' }).check();
  await follow(page, /^方案內容/);
  await heading(page, '費用一次看清');
  await page.getByRole('radio', { name: '12 期' }).check();
  await page.getByLabel('借款金額', { exact: true }).fill('100000');
  await said(page, /\$\s8,\d{3}–/);
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
  const missing = await page.goto(`${server.siteUrl}/loan/no-such-plan`);
  expect(missing?.status()).toBe(404);
});

test('from the first screen to the money: offered, funded, signed, disbursed', async () => {
  const borrower = await newBorrower(server);
  const office = await newOffice(server);
  const { page, complaints } = await pages.open();
  await enter(page, borrower, '/loan/engineer/apply');
  await heading(page, '您可以申貸');
  await expectAccessible(page);
  await press(page, '開始填寫');
  await fillNeed(page);
  await fillPurpose(page);
  await fillWork(page);
  // The next step shows once this one is saved; a reload before that would undo the click.
  await heading(page, '家庭與居住');
  await page.reload();
  await fillHome(page);
  await fillFinance(page);
  await fillContact(page);
  await passDocuments(page);
  await heading(page, '確認與送出');
  await said(page, '0922-***-444');
  await expectAccessible(page);
  await press(page, '送出申請');
  await heading(page, '請修正以下 3 個欄位');
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: '送出申請' }).dblclick();
  // One thing is left, said once, with one button that stands out.
  await heading(page, '已收到，還差一步');
  await page.getByRole('main').getByRole('link', { name: '提供財力證明' }).waitFor();
  expect(await page.getByRole('main').locator('[data-look="primary"]').count()).toBe(1);
  await expectAccessible(page);
  await follow(page, '查看進度');
  await heading(page, '還差一點就能開始審核');
  await said(page, '補齊上列項目後即可送出審核');
  await expectAccessible(page);
  await proveIncome(server, borrower, office.reviewer);
  await page.reload();
  await heading(page, '資料已備齊');
  await press(page, '送出審核');
  await said(page, '由兩位不同的審核人員確認條件');
  const { id, status } = await loanOf(server, borrower);
  expect(status).toBe(20);
  const decision = { ...terms, reason: '依收入核給' };
  expect(await decideOn(server, office.reviewer, 'loan_review', id, decision)).toBeNull();
  const approval = { decision: 'approve' };
  expect(await decideOn(server, office.approver, 'loan_approval', id, approval)).toBeNull();
  await page.reload();
  await page.getByRole('checkbox').check();
  await press(page, '同意條件並開始募集');
  await heading(page, '募集中');
  await fund(server, id, 100_000);
  await page.reload();
  await follow(page, '前往對保簽約');
  await signByName(page);
  await readWhole(page);
  await press(page, '取得驗證碼');
  await expect.poll(() => codeSentTo(server, borrower.phone)).toMatch(/^\d{6}$/);
  const code = await codeSentTo(server, borrower.phone);
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill(code);
  await press(page, '簽署契約');
  await heading(page, '契約簽署完成');
  const { maker, checker } = await newTeam(server);
  const loanId = Number(id);
  expect(await decide(server, maker, 'disbursement_release', loanId, 'release')).toBeNull();
  expect(await decide(server, checker, 'disbursement_check', loanId, 'approve')).toBeNull();
  await drain(server.services);
  await visit(page, '/account/loan');
  await said(page, '下期應還（第 1／12 期）');
  await visit(page, '/account/loan/protect');
  await heading(page, '契約簽署完成');
  await said(page, /已撥入/);
  expect(await page.getByText('將撥入').count()).toBe(0);
  await follow(page, '查看還款');
  await page.getByRole('button', { name: '複製虛擬帳號' }).waitFor();
  await expectAccessible(page);
  expect((await loanOf(server, borrower)).status).toBe(60);
  expect(serious(complaints)).toEqual([]);
}, 120_000);

test('whoever may not apply reads why', async () => {
  const { borrower } = await applied(server);
  const { page } = await pages.open();
  await enter(page, borrower, '/loan/apply');
  await heading(page, '目前還不能申貸');
  await said(page, '您有一筆進行中的申貸案');
  await expectAccessible(page);
});

test('an offer is agreed to once its terms are confirmed; another is declined', async () => {
  const office = await newOffice(server);
  const { borrower } = await offered(server, office);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/loan');
  await said(page, '每期應還');
  await expectAccessible(page);
  await press(page, '同意條件並開始募集');
  await said(page, '請先確認已了解以上條件');
  await page.getByRole('checkbox').check();
  await press(page, '同意條件並開始募集');
  await heading(page, '募集中');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);

  const other = await offered(server, office);
  const second = await pages.open();
  await enter(second.page, other.borrower, '/account/loan');
  await press(second.page, '放棄');
  const dialog = second.page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '確定放棄' }).click();
  await said(second.page, '目前沒有進行中的申貸案');
});

async function signByName(page: Page): Promise<void> {
  await heading(page, '確認條款');
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  await heading(page, '簽名式樣');
  await press(page, '輸入姓名產生簽名');
  await page.getByRole('textbox', { name: '輸入姓名產生簽名' }).fill('王小明');
  await press(page, '下一步');
}

async function readWhole(page: Page): Promise<void> {
  await heading(page, '閱讀契約');
  await press(page, '下一步');
  await said(page, '請閱讀到契約最後');
  await expectAccessible(page);
  await page.locator('#annex-2').evaluate((annex) => annex.scrollIntoView({ block: 'end' }));
  await page.mouse.wheel(0, 2_000);
  await said(page, '已閱讀全文');
  await press(page, '下一步');
}

test('a contract is signed by the typed name, read, and sealed with a code', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page, complaints } = await pages.open();
  await enter(page, borrower, '/account/loan');
  await follow(page, '前往對保簽約');
  await heading(page, '確認條款');
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  await heading(page, '簽名式樣');
  await press(page, '下一步');
  await said(page, '請先簽名，或輸入姓名產生簽名');
  await press(page, '輸入姓名產生簽名');
  await page.getByRole('textbox', { name: '輸入姓名產生簽名' }).fill('王小明');
  await expectAccessible(page);
  await press(page, '下一步');
  await readWhole(page);
  await press(page, '取得驗證碼');
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill('000000');
  await press(page, '簽署契約');
  await said(page, /驗證碼不正確/);
  await expectAccessible(page);
  const code = await codeSentTo(server, borrower.phone);
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill(code);
  await press(page, '簽署契約');
  await heading(page, '契約簽署完成');
  const hash = await page.getByText(/^[0-9a-f]{64}$/).textContent();
  const [row] = await server.rows<{ sha256: string }>(
    `select sha256 from lending.contract where kind = 'final' order by id desc limit 1`,
  );
  expect(hash).toBe(row?.sha256);
  const [pdf] = await Promise.all([page.waitForEvent('popup'), press(page, '契約 PDF')]);
  await pdf.waitForURL(/^blob:/);
  await pdf.close();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('a contract is signed by hand', async () => {
  const { borrower } = await funded(server, await newOffice(server));
  const { page } = await pages.open();
  await enter(page, borrower, '/account/loan/protect');
  await page.getByRole('checkbox').check();
  await press(page, '下一步');
  const box = await page.getByRole('group', { name: '簽名區' }).boundingBox();
  if (!box) throw new Error('nowhere to sign');
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  for (let i = 1; i <= 20; i += 1) {
    await page.mouse.move(box.x + 60 + i * 12, box.y + 60 + (i % 5) * 14);
  }
  await page.mouse.up();
  await press(page, '下一步');
  await heading(page, '閱讀契約');
});

test('what is due stands on the page, and paying early is quoted and instructed', async () => {
  const team = await newTeam(server);
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, team);
  const { page, complaints } = await pages.open();
  await enter(page, loan.borrower, '/account/loan');
  await said(page, '下期應還（第 1／12 期）');
  await page.getByRole('button', { name: '複製虛擬帳號' }).waitFor();
  await expectAccessible(page);
  await press(page, '我要提前清償');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('應轉帳金額').waitFor();
  await dialog.getByRole('radio', { name: /部分清償/ }).check();
  await dialog.getByLabel('提前清償的本金').fill('20500');
  await dialog.getByText('請以 $ 1,000 為單位').waitFor();
  await dialog.getByLabel('提前清償的本金').fill('20000');
  await dialog.getByText(/^每期 \$\s/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確認提前清償' }).click();
  await dialog.getByText('已收到您的指示').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '完成' }).click();
  // The page keeps saying what was instructed, how to pay and how to leave it.
  await said(page, /已指示提前清償：部分清償本金 \$\s20,000，縮短期數/);
  await said(page, /23:59 前一次轉入 \$\s/);
  await said(page, /若不想提前清償，不需取消/);
  await expectAccessible(page);
  // Too little comes on its day, and nothing is left to expect once the bank has closed it.
  await pay(server, account, 5_000);
  await goTo(server, addDays(today(server), 2));
  await page.goto(`${server.siteUrl}/account/notification`);
  await hydrated(page);
  await page.getByRole('button', { name: /的提前清償未能辦理/ }).click();
  await said(page, /當天 23:59 前沒有收到足額款項.*已收到的 \$\s5,000 留作預收款/);
  await expectAccessible(page);
  await follow(page, '立即前往');
  await page.waitForURL('**/account/loan');
  await said(page, /您有預收款/);
  await press(page, '申請退回');
  await dialog.getByText(/退回您的綁定帳戶，不收手續費/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^退回 \$\s5,000$/ }).click();
  await said(page, '預收款將退回您的綁定帳戶');
  await expect.poll(() => page.getByText(/您有預收款/).count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});
