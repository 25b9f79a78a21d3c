// A borrower applies step by step, agrees to the offer, signs, and gets the money.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loanOf } from '../../actors/loan.ts';
import { decide as decideOn, decide } from '../../tests/actors/tasks.ts';
import {
  fund,
  newBorrower,
  newOffice,
  proveIncome,
  terms,
} from '../../server/lending/testing/cases.ts';
import { drain } from '../../server/worker.ts';
import { newTeam } from '../../tests/actors/loans.ts';
import { codeSentTo } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, heading, press, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { readWhole, signByName } from '../kit/signing.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

async function fillNeed(page: Page): Promise<void> {
  const amount = page.getByLabel('借款金額', { exact: true });
  await amount.fill('105000');
  await press(page, '下一步');
  await expectText(page, '還有 1 個欄位需要修正');
  await expectAccessible(page);
  await amount.fill('100000');
  await page.getByRole('radio', { name: '12 期' }).check();
  await expectText(page, '總費用年百分率');
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
  // Fields known from the profile are already filled in.
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
  const summary = page.getByRole('complementary', { name: '申請摘要' });
  const share = () => summary.getByRole('meter').getAttribute('aria-valuenow');
  const before = Number(await share());
  expect(before).toBeGreaterThan(0);
  // The gauge follows what is typed: another loan takes its share of the income.
  await press(page, '新增一筆貸款');
  await page.getByLabel('類型').selectOption('車輛貸款');
  await page.getByRole('textbox', { name: '每月還款' }).fill('40000');
  await page.getByLabel('餘額', { exact: true }).fill('400000');
  await expect.poll(async () => Number(await share())).toBeGreaterThan(before + 50);
  await expectText(page, '負擔偏高，可能影響審核');
  await expectAccessible(page);
  await press(page, '移除第 1 筆貸款');
  await expect.poll(async () => Number(await share())).toBe(before);
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
  await expectText(page, '尚未提供，送件後也可以補');
  await expectAccessible(page);
  await press(page, '下一步');
}

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
  // The next step appears only after this one is saved; an earlier reload would lose the click.
  await heading(page, '家庭與居住');
  await page.reload();
  await fillHome(page);
  await fillFinance(page);
  await fillContact(page);
  await passDocuments(page);
  await heading(page, '確認與送出');
  // The answers are in closed groups, each with its first answers in short.
  await expectText(page, '林美華・父母');
  expect(await page.getByText('0922-***-444').isVisible()).toBe(false);
  await page.getByText('林美華・父母').click();
  await page.getByText('0922-***-444').waitFor();
  await expectAccessible(page);
  await press(page, '送出申請');
  await heading(page, '請修正以下 3 個欄位');
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: '送出申請' }).dblclick();
  // The page names the one remaining step once, with one prominent button.
  await heading(page, '已收到，還差一步');
  await page.getByRole('main').getByRole('link', { name: '提供財力證明' }).waitFor();
  expect(await page.getByRole('main').locator('[data-look="primary"]').count()).toBe(1);
  await expectAccessible(page);
  await follow(page, '查看進度');
  await heading(page, '申貸案已收到，還差一步');
  await expectText(page, /到齊後我們會直接開始審核/);
  expect(await page.getByRole('button', { name: '送出審核' }).count()).toBe(0);
  await expectAccessible(page);
  await proveIncome(server, borrower, office.reviewer);
  await page.reload();
  await expectText(page, '由兩位不同的審核人員確認條件');
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
  await follow(page, '前往簽約');
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
  await expectText(page, '下期應還（第 1／12 期）');
  await visit(page, '/account/loan/protect');
  await heading(page, '契約簽署完成');
  await expectText(page, /已撥入/);
  expect(await page.getByText('將撥入').count()).toBe(0);
  await follow(page, '前往還款');
  await page.getByRole('button', { name: '複製虛擬帳號' }).waitFor();
  await expectAccessible(page);
  expect((await loanOf(server, borrower)).status).toBe(60);
  expect(serious(complaints)).toEqual([]);
}, 120_000);
