// A new user registers, opens the mail, signs in and completes the four verification steps.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  codeSentTo,
  newEmail,
  newIdNumber,
  newPhone,
  newPicture,
  password,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { arrive, choosePurpose, fillLogin, linkMailedTo } from '../kit/registering.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit } = visitsOf(server);

async function chooseFile(page: Page, field: string): Promise<void> {
  const { filename, type, bytes } = await newPicture(field);
  const file = { name: filename, mimeType: type, buffer: Buffer.from(bytes) };
  await page.locator(`#field-${field}`).setInputFiles(file);
  await page.getByRole('button', { name: `移除「${filename}」` }).waitFor();
}

async function chooseDate(page: Page, year: string, month: string, date: string): Promise<void> {
  await page.getByLabel('民國年').selectOption(year);
  await page.getByLabel('月', { exact: true }).selectOption(month);
  await page.getByLabel('日', { exact: true }).selectOption(date);
}

async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/member/register');
  await expectAccessible(page);
  await pressOnly(page, '下一步');
  await page.getByRole('heading', { name: '請修正以下 2 個欄位' }).waitFor();
  await expectAccessible(page);
  await choosePurpose(page, /我要申貸/);
  await expectAccessible(page);
  await fillLogin(page, email, 'password123');
  await pressOnly(page, '註冊');
  await page.getByText('這組密碼太常見，請換一組').waitFor();
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '顯示密碼');
  expect(await page.getByRole('textbox', { name: '密碼' }).getAttribute('type')).toBe('text');
  // A draft of the form is stored in this tab, without the passwords.
  const draft = await page.evaluate(() => sessionStorage.getItem('registerDraft') ?? '');
  expect(JSON.parse(draft)).toMatchObject({ email, interest: 'borrow' });
  expect(draft).not.toContain(password);
  await pressOnly(page, '註冊');
  await arrive(page, '/member/verifyStatus', '請驗證您的電子郵件');
  await page.getByText(email).waitFor();
}

async function givePhone(page: Page): Promise<void> {
  const phone = newPhone();
  await arrive(page, '/member/profile/phone', '手機驗證');
  await page.getByLabel('手機號碼', { exact: true }).fill('0212345678');
  await pressOnly(page, '取得驗證碼');
  await page.getByText('請輸入 09 開頭的 10 碼手機號碼').waitFor();
  await page.getByLabel('手機號碼', { exact: true }).fill(phone);
  await pressOnly(page, '取得驗證碼');
  const code = page.getByLabel('簡訊驗證碼');
  await code.waitFor();
  const right = await codeSentTo(server, phone);
  await code.fill(right === '000000' ? '111111' : '000000');
  await page.getByText('驗證碼不正確，還可嘗試 4 次').waitFor();
  await expectAccessible(page);
  // Typing the last digit submits the form.
  await code.fill(right);
}

async function giveBasic(page: Page): Promise<void> {
  await arrive(page, '/member/profile/basic', '基本資料');
  // On a phone the form has four screens, each checked before the next is shown.
  await pressOnly(page, '下一頁');
  await page.getByText('請選擇出生日期').waitFor();
  await page.getByLabel('中文姓名').fill('林美玲');
  await page.getByLabel('身分證字號／居留證號').fill(newIdNumber().toLowerCase());
  await chooseDate(page, '1990', '5', '20');
  await pressOnly(page, '下一頁');
  await page.getByLabel('縣市').selectOption('新北市');
  await page.getByLabel('鄉鎮市區').selectOption('板橋區');
  await page.getByLabel('路段門牌').fill('中山路一段１００號');
  await pressOnly(page, '下一頁');
  await page.getByLabel('職業類別').selectOption({ label: '科技工程' });
  await page.getByLabel('職業', { exact: true }).selectOption({ label: '軟體工程師' });
  await page.getByLabel('年收入').selectOption({ label: '80–120萬元' });
  await pressOnly(page, '下一頁');
  await pressOnly(page, '送出基本資料');
  await page.getByRole('heading', { name: '請修正以下 2 個欄位' }).waitFor();
  await page.getByRole('checkbox', { name: '薪資所得' }).check();
  await page.getByRole('radio', { name: '否' }).check();
  await pressOnly(page, '送出基本資料');
}

async function giveId(page: Page): Promise<void> {
  await arrive(page, '/member/profile/id', '身分證件');
  for (const field of ['idFront', 'idBack', 'secondId', 'selfie']) await chooseFile(page, field);
  await chooseDate(page, '2015', '7', '1');
  await page.getByLabel('發證地點').selectOption('北市');
  await page.getByRole('radio', { name: '換發' }).check();
  // Leaving a filled form asks for confirmation first.
  await page.getByRole('link', { name: '身分驗證' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '返回編輯' }).click();
  await pressOnly(page, '送出證件');
}

async function giveBank(page: Page): Promise<void> {
  await arrive(page, '/member/profile/bank', '銀行帳戶');
  await page.getByRole('combobox', { name: '銀行' }).fill('台新');
  await page.getByRole('option', { name: /812/ }).click();
  await page.getByLabel('帳號', { exact: true }).fill('28880012345678');
  expect(await page.getByLabel('戶名').inputValue()).toBe('林美玲');
  await chooseFile(page, 'image');
  await page.getByRole('checkbox', { name: /我確認此帳戶為本人所有/ }).check();
  await pressOnly(page, '送出並開始審核');
}

test('a visitor registers, opens the mail, is signed in and completes the four steps', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  const email = newEmail('stranger');
  await register(page, email);
  const link = await linkMailedTo(server, email);
  const token = /token=([\w-]+)/.exec(link)?.[1] ?? '';
  expect(token).toHaveLength(43);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  await visit(page, link);
  // In the browser that registered, the link signs in and goes on.
  await arrive(page, '/member/profile', '身分驗證');
  // The token is in no request to the server, and the page removes it from the address.
  expect(sent.filter((one) => one.includes(token))).toEqual([]);
  expect(page.url()).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token);
  await page.getByText('已完成 0／4').waitFor();
  await page.getByRole('link', { name: '開始：手機號碼' }).click();
  await givePhone(page);
  await giveBasic(page);
  await giveId(page);
  await giveBank(page);
  await arrive(page, '/member/profile', '身分驗證');
  await page.getByRole('heading', { name: '身分驗證審核中' }).waitFor();
  const refusals = complaints.filter((what) => !/status of (4\d\d)/.test(what));
  expect(refusals).toEqual([]);
});
