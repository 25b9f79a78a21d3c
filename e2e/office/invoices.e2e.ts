// Browser test of electronic invoices: finance enters numbers, follows invoices, voids, allowances
// and tax, and sends a refused message again; a member chooses a carrier, reads, prints and
// downloads invoices.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { InvoiceRefused } from '../../server/adapters/invoices/center.ts';
import { drain } from '../../server/worker.ts';
import {
  disburse,
  goTo,
  liveThrough,
  newTeam,
  signedLoan,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { closeCards, expectText, expectToast, follow, press, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

let isRefusing = false;
const server = useServer({
  pages: 'built',
  instead: ({ invoiceCenter }) => ({
    invoiceCenter: {
      async send(message) {
        if (isRefusing) throw new InvoiceRefused('the centre answered E_NUMBER: refused', false);
        await invoiceCenter!.send(message);
      },
    },
  }),
});
const pages = useBrowser();
const { enter } = visitsOf(server);
let loan: TestLoan;

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '電子發票' }).getByRole('link', { name, exact: true });
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Presses a button that downloads a file, and returns its text. */
async function downloaded(page: Page, name: string): Promise<string> {
  const file = page.waitForEvent('download');
  await press(page, name);
  return readFile(await (await file).path(), 'utf8');
}

test('finance enters numbers, and follows invoices, tax and messages', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/invoices');
  await title(page, '電子發票');
  await page.getByText('沒有符合的發票').waitFor();
  await tab(page, '字軌').click();
  await title(page, '電子發票字軌');
  await page.getByText('還沒有登錄字軌').waitFor();
  await press(page, '登錄字軌');
  const dialog = page.getByRole('dialog', { name: '登錄字軌' });
  await dialog.getByRole('textbox', { name: '字軌' }).fill('ab');
  await dialog.getByRole('textbox', { name: '起號' }).fill('00000050');
  await dialog.getByRole('textbox', { name: '迄號' }).fill('00000001');
  await dialog.getByRole('button', { name: '登錄', exact: true }).click();
  await dialog.getByText('迄號不可小於起號').first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: '迄號' }).fill('00000099');
  await dialog.getByRole('button', { name: '登錄', exact: true }).click();
  await expectToast(page, '已登錄字軌');
  await page.getByRole('row', { name: /AB 00000050 00000099/ }).waitFor();
  await expectAccessible(page);
  expect(await downloaded(page, '下載 CSV')).toContain('AB');

  const team = await newTeam(server);
  loan = await signedLoan(server);
  await disburse(server, loan, team);
  await liveThrough(server, 1);
  await tab(page, '發票').click();
  // The page shows what it loaded a moment ago.
  await page.reload();
  await page.getByRole('row', { name: /AB-00000050/ }).waitFor();
  await page.getByText('1 張，有效總額 $ 4,015').waitFor();
  await page.getByRole('textbox', { name: '發票號碼' }).fill('ZZ');
  await press(page, '篩選');
  await page.getByText('沒有符合的發票').waitFor();
  await page.getByRole('textbox', { name: '發票號碼' }).fill('AB-0000005');
  await press(page, '篩選');
  await page.getByRole('row', { name: /AB-00000050/ }).waitFor();
  await expectAccessible(page);
  expect(await downloaded(page, '下載 CSV')).toContain('AB-00000050');
  await follow(page, 'AB-00000050');
  await title(page, 'AB-00000050');
  await page.getByRole('row', { name: /AB-00000050 開立發票 已傳送/ }).waitFor();
  await expectAccessible(page);
  await follow(page, '電子發票');
  await title(page, '電子發票');

  await tab(page, '期別與稅額').click();
  await page.getByText('與帳上相符').waitFor();
  await expectAccessible(page);
  expect(await downloaded(page, '下載 CSV')).toContain('2026-11-01');
  expect(serious(complaints)).toEqual([]);
});

/** The bank sends the money of a disbursement back. */
async function sendBack({ id }: TestLoan): Promise<void> {
  const [last] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where purpose = 'disbursement' and subject_id = $1`,
    [id],
  );
  await server.services.demonstration!.bank.returnPayment(last!.reference);
  await liveThrough(server, 1);
}

test('a message that the centre refused is sent again, and a void follows', async () => {
  const other = await signedLoan(server);
  await disburse(server, other, await newTeam(server));
  isRefusing = true;
  await liveThrough(server, 1);
  isRefusing = false;
  const { page } = await operatorAt(server, pages, ['finance'], '/tasks?kind=attention');
  await follow(page, /F0401 AB00000051 遭加值中心退回/);
  await follow(page, '電子發票傳送');
  await title(page, '電子發票傳送');
  await page.getByRole('combobox', { name: '狀態' }).selectOption('refused');
  await press(page, '篩選');
  await page.getByText('E_NUMBER').waitFor();
  await expectAccessible(page);
  expect(await downloaded(page, '下載 CSV')).toContain('遭退回');
  await press(page, '重送 AB-00000051');
  await expectToast(page, '已排入重送');
  await page.getByText('沒有符合的訊息').waitFor();
  await drain(server.services);
  await sendBack(other);
  const auditor = await operatorAt(server, pages, ['auditor'], '/invoices?state=voided');
  await follow(auditor.page, 'AB-00000051');
  await title(auditor.page, 'AB-00000051');
  await auditor.page.getByText('費用已退還').waitFor();
  await auditor.page.getByRole('row', { name: /AB-00000051 開立發票 已傳送/ }).waitFor();
  await auditor.page.getByRole('row', { name: /AB-00000051 作廢發票 已傳送/ }).waitFor();
  await follow(auditor.page, String(other.borrower.id));
  await auditor.page.waitForURL((url) => url.pathname.startsWith('/members/'));
  await auditor.page.getByText(`會員編號 ${other.borrower.id}`).waitFor();
  await follow(auditor.page, '電子發票');
  await auditor.page.getByText('1 張，有效總額 $ 0').waitFor();
});

test('a fee that goes back in the next period is an allowance', async () => {
  await goTo(server, day('2027-01-04'));
  await sendBack(loan);
  const { page } = await operatorAt(server, pages, ['auditor'], '/invoices?state=allowed');
  await follow(page, 'AB-00000050');
  await page.getByRole('row', { name: /AB00000050-01.*費用已退還/ }).waitFor();
  await expectAccessible(page);
});

test('a borrower reads, prints and downloads the invoice', async () => {
  const { page } = await pages.open();
  await enter(page, loan.borrower, '/account/profile');
  await closeCards(page);
  await follow(page, '查看電子發票');
  await title(page, '電子發票');
  await page.getByText('2027 年沒有電子發票').waitFor();
  await page.getByLabel('年度').selectOption('2026');
  await page.getByRole('row', { name: /AB-00000050/ }).waitFor();
  await expectAccessible(page);
  expect(await downloaded(page, '下載 CSV')).toContain('AB-00000050');
  await follow(page, 'AB-00000050');
  await page.getByRole('heading', { name: '電子發票 AB-00000050' }).waitFor();
  await page.getByText('$ 4,015').first().waitFor();
  await page.getByText('$ 191').first().waitFor();
  await page.getByText('AB00000050-01').waitFor();
  await page.evaluate(() => {
    window.print = () => void document.body.setAttribute('data-printed', '');
  });
  await press(page, '列印');
  await page.locator('body[data-printed]').waitFor();
  await expectAccessible(page);
});

test('a member chooses how invoices are delivered', async () => {
  const { page } = await pages.open();
  await enter(page, await newMember(server), '/account/invoices');
  await page.getByText(/年沒有電子發票/).waitFor();
  const choose = (name: string) =>
    page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
  const save = () => press(page, '儲存');
  await choose('手機條碼載具');
  await page.getByRole('textbox', { name: '手機條碼' }).fill('/abc');
  await save();
  await expectText(page, /手機條碼是 \//);
  await page.getByRole('textbox', { name: '手機條碼' }).fill('/abc+123');
  await save();
  await expectToast(page, '已更新，從下一張發票開始適用');
  await page.reload();
  await hydrated(page);
  expect(await page.getByRole('textbox', { name: '手機條碼' }).inputValue()).toBe('/ABC+123');
  await choose('公司統一編號');
  await page.getByRole('textbox', { name: '統一編號' }).fill('04595258');
  await save();
  await expectText(page, /統一編號不正確/);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '統一編號' }).fill('04595257');
  await save();
  await expectToast(page, '已更新，從下一張發票開始適用');
});
