// A session that ends while a form is half filled in, and a logout in another tab.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newBorrower } from '../../server/lending/testing/cases.ts';
import { newMember, password, type Person } from '../../tests/actors/people.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, heading, press, pressOnly } from '../kit/acts.ts';
import { hydrated, isKnown, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { memberAt } = stepsOn(server);
const { enter, visit } = visitsOf(server);

const endSessionOf = ({ id }: Person) =>
  server.rows('update identity.session set ends_at = now() where member_id = $1', [id]);
const isLogin = (url: URL) => url.pathname === '/member/login';
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

/** Signs in again at the login page to which the page was led, and ends on `path`. */
async function signInAgain(page: Page, { email }: Person, path: string): Promise<void> {
  await page.waitForURL(isLogin);
  await hydrated(page);
  await page.getByText('登入已逾時，請重新登入').waitFor();
  await isKnown(page, server, email);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '登入');
  await page.waitForURL((url) => url.pathname + url.search === path);
  await hydrated(page);
}

const BANK = '/member/profile/bank';
async function fillAccount(page: Page, account: string): Promise<void> {
  await page.getByRole('combobox', { name: '銀行' }).fill('台新');
  await page.getByRole('option', { name: /812/ }).click();
  await page.getByLabel('帳號', { exact: true }).fill(account);
}

test('the step of the bank account has what was typed before the session ended', async () => {
  const member = await memberAt(3);
  const { page } = await pages.open();
  await enter(page, member, BANK);
  await fillAccount(page, '11112222333344');
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();
  await endSessionOf(member);
  // The page notices the end of the session at its next call, here because the tab is shown again.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await signInAgain(page, member, BANK);
  await expectText(page, '已帶回您先前填寫的內容，請確認後送出');
  const bank = page.getByRole('combobox', { name: '銀行' });
  await expect.poll(() => bank.inputValue()).toMatch(/^812/);
  const account = await page.getByLabel('帳號', { exact: true }).inputValue();
  expect(account.replaceAll(/\D/g, '')).toBe('11112222333344');
});

test('the application is at the same step after the session ended, as it was typed', async () => {
  const borrower = await newBorrower(server);
  const { page } = await pages.open({ mobile: true });
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '開始填寫');
  await page.getByRole('radio', { name: '12 期' }).check();
  await press(page, '下一步');
  await heading(page, '資金用途');
  await expectText(page, /^已儲存/);
  await endSessionOf(borrower);
  await page.getByRole('radio', { name: /進修/ }).check();
  await page.getByRole('textbox', { name: /補充說明/ }).fill('證照課程的學費');
  await signInAgain(page, borrower, '/loan/engineer/apply?step=2');
  const note = page.getByRole('textbox', { name: /補充說明/ });
  expect(await note.inputValue()).toBe('證照課程的學費');
  expect(await page.getByRole('radio', { name: /進修/ }).isChecked()).toBe(true);
  await expectText(page, /^已儲存/);
  await press(page, '下一步');
  await heading(page, '工作與收入');
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '會員選單' }).click();
  await page.locator('.disclosure').getByRole('button', { name: '登出' }).click();
  await page.waitForFunction(() => document.documentElement.dataset['session'] === 'out');
}

test('a logout sends the application and leaves nothing of it in the browser', async () => {
  const borrower = await newBorrower(server);
  const { page } = await pages.open();
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '開始填寫');
  await page.getByRole('radio', { name: '12 期' }).check();
  await press(page, '下一步');
  await heading(page, '資金用途');
  await page.getByRole('radio', { name: /進修/ }).check();
  await page.getByRole('textbox', { name: /補充說明/ }).fill('證照課程的學費');
  expect(await stored(page)).toContain('證照課程的學費');
  await logOut(page);
  await page.waitForURL((url) => url.pathname === '/');
  await hydrated(page);
  expect(await stored(page)).not.toMatch(/loan-draft|證照課程的學費/);
  await enter(page, borrower, '/loan/engineer/apply');
  await press(page, '繼續填寫');
  const note = page.getByRole('textbox', { name: /補充說明/ });
  await expect.poll(() => note.inputValue()).toBe('證照課程的學費');
});

test('a logout in one tab leaves nothing of the member in the others', async () => {
  const member = await memberAt(3);
  const { page } = await pages.open();
  await enter(page, member, '/account/profile');
  const [form, home] = [await page.context().newPage(), await page.context().newPage()];
  await visit(form, BANK);
  await fillAccount(form, '11112222333344');
  await visit(home, '/');
  await home.locator('html[data-session="in"]').waitFor();
  await expect.poll(() => stored(form)).toContain('11112222333344');
  let asked = false;
  form.on('dialog', (dialog) => {
    asked = true;
    void dialog.dismiss();
  });
  await logOut(page);
  await form.waitForURL(isLogin);
  await home.locator('html[data-session="out"]').waitFor();
  expect(asked).toBe(false);
  expect(await stored(form)).not.toContain('11112222333344');
  for (const tab of [page, form, home]) {
    expect(await tab.evaluate(() => document.body.textContent)).not.toContain(member.email);
  }
});

test('a tab of one member shows the other one who signs in in another tab', async () => {
  const [one, other] = [await newMember(server), await newMember(server)];
  const { page } = await pages.open();
  await enter(page, one, '/account/profile');
  await expectText(page, one.email);
  const second = await page.context().newPage();
  await visit(second, '/');
  // The login page sends members away, so the second tab logs out first.
  await logOut(second);
  await page.waitForURL(isLogin);
  await enter(second, other, '/account/profile');
  await page.waitForURL((url) => url.pathname === '/account/profile');
  await expectText(page, other.email);
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(one.email);
});
