// Browser test of the money pages: a statement is imported, an unmatched receipt is assigned to its
// order, two persons release a refund as one file, and the day agrees with the bank to the dollar.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { type Day, dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../../server/worker.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const environment = { BANK_STATEMENT_BANKS: '812' };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();
const { placed, pay, orderOf } = paymentsOn(server);

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles);

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const head = '交易日,序號,存入,支出,虛擬帳號,餘額\r\n';

/**
 * Uploads a file with the form; `through` is the last day that the operator states for the file.
 */
async function bringIn(page: Page, name: string, buffer: Buffer, through?: Day) {
  await page.goto(`${server.officeUrl}/money/statements`);
  await pressAnywhere(page, '匯入對帳單');
  await page.getByLabel('檔案').setInputFiles({ name, mimeType: 'text/csv', buffer });
  if (through) await page.getByLabel(/^涵蓋截止日/).fill(through);
  await page.getByRole('dialog').getByRole('button', { name: '匯入', exact: true }).click();
  await title(page, name);
  await drain(server.services);
  await page.getByText('這個檔案尚未入帳，待另一位同仁核定').waitFor();
}

/** The second person approves the file and sees the result of the file's only line. */
async function commit(page: Page, statement: string, result: string) {
  await page.goto(statement);
  await page.getByRole('link', { name: '前往核定' }).click();
  await page.getByText('SHA-256', { exact: true }).waitFor();
  await page.getByRole('cell', { name: result }).waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^核定入帳/ }).check();
  await page.getByRole('checkbox', { name: /已向銀行核對.*存入 .*6,000/ }).check();
  await pressAnywhere(page, '核定入帳');
  await page.getByRole('heading', { level: 2, name: '已核定入帳' }).waitFor();
  await drain(server.services);
}

test('a day at the money desk', async () => {
  const today = dayOf(server.services.clock.now());
  const [order, refunded] = [await placed(6_000), await placed(5_000)];
  await pay(refunded, 5_900);
  const { page, complaints, operator } = await atWork('finance');
  await server.ok(bankingOffice.askBank, { day: today }, operator);

  // Defines the format of the bank's statements once, then uploads a file with a payment to an
  // unknown virtual account.
  await page.goto(`${server.officeUrl}/money/statements`);
  await pressAnywhere(page, '對帳單格式');
  await page.getByLabel('格式名稱').fill('信託銀行日報');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存格式');
  await page.getByText('信託銀行日報').first().waitFor();
  await page.keyboard.press('Escape');
  const bytes = Buffer.from(`${head}${today},S-1,6000,,99999999999999,11900\r\n昨天,S-2,1,,,\r\n`);
  await bringIn(page, 'day.csv', bytes);
  await page.getByText('不是日期：昨天').last().waitFor();
  await page.getByText('1 行有錯，核定後不會入帳').waitFor();
  await expectAccessible(page);
  // Withdraws the file, uploads it again with the last day that it covers, and has it read again.
  await pressAnywhere(page, '撤回這個檔案');
  await page.getByText('已撤回', { exact: true }).waitFor();
  await bringIn(page, 'day.csv', bytes, today);
  await page.getByText('經辦填寫的涵蓋截止日').waitFor();
  await pressAnywhere(page, '依目前的格式重新讀取');
  await page.getByText('重新讀取中').first().waitFor();
  await drain(server.services);

  // The second person sees what booking the file would do and approves it; only then is it booked.
  const second = await atWork('approver');
  await commit(second.page, page.url(), '將列入待比對');
  await page.reload();
  await page.getByText('已讀取，1 行未入帳').waitFor();
  await page.getByText('核定', { exact: true }).waitFor();
  await expectAccessible(page);

  // For the unmatched payment an order is suggested by its amount, and a person assigns the
  // payment.
  await page.getByRole('link', { name: '前往待比對的入帳' }).click();
  await page.getByText('找不到這個虛擬帳號').waitFor();
  await expectAccessible(page);
  await page.locator('[data-row]').first().click();
  await page.getByRole('radio', { name: /^比對入帳/ }).check();
  const candidate = page.getByRole('button', { name: /金額相符/ });
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const [panel, button] = [page.locator('.office-decision'), candidate];
    const [outer, inner] = [(await panel.boundingBox())!, (await button.boundingBox())!];
    expect(inner.x + inner.width, `at ${width}`).toBeLessThanOrEqual(outer.x + outer.width);
    const over = await button.evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await candidate.click();
  await pressAnywhere(page, '比對入帳');
  await page.getByRole('heading', { level: 2, name: '已送比對覆核' }).waitFor();
  expect(await orderOf(order)).toMatchObject({ status: 0 });

  // The second person sees the proposed order and what assigning the receipt would do, and
  // approves.
  await second.page.goto(`${server.officeUrl}/money/receipts`);
  await second.page.locator('[data-row]').first().click();
  await second.page.getByText('提議記入', { exact: true }).waitFor();
  await second.page.getByText('記入出資款', { exact: true }).waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^覆核入帳/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對付款人與對象/ }).check();
  await pressAnywhere(second.page, '覆核入帳');
  await second.page.getByRole('heading', { level: 2, name: '已比對入帳' }).waitFor();
  expect(await orderOf(order)).toMatchObject({ status: 10 });

  // One person releases the refund, another approves it, and the result is one payment file.
  await page.goto(`${server.officeUrl}/money/refunds`);
  await pressAnywhere(page, '選取本頁全部');
  await expectAccessible(page);
  await pressAnywhere(page, '放行成一個批次');
  await title(page, /^退款批次/);
  await expectAccessible(page);
  await second.page.goto(page.url());
  await second.page.getByText(/^覆核通過後，每筆付款/).waitFor();
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  const payees = second.page.getByRole('region', { name: '付款明細' });
  await payees
    .getByText(/\*{4}\d{4}$/)
    .first()
    .waitFor();
  await payees.getByText('首次匯入此帳戶').first().waitFor();
  await second.page.getByRole('radio', { name: /^覆核付款/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '覆核付款');
  await second.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();
  await drain(server.services);
  await page.reload();
  await page.getByText('已送銀行').waitFor();
  const download = page.waitForEvent('download');
  await pressAnywhere(page, '下載付款檔');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain('"00400000000099"');

  // Imports the bank's own lines of the day, then the file with its closing balance.
  await server.ok(bankingOffice.askBank, { day: today }, operator);
  const end = Buffer.from(`${head}${today},S-1,6000,,99999999999999,11015\r\n`);
  await bringIn(page, 'end.csv', end);
  await commit(second.page, page.url(), '已入帳');
  await page.reload();
  await page.getByText('已讀取', { exact: true }).waitFor();
  await page.goto(`${server.officeUrl}/money/reconciliation/${today}`);
  await page.getByText('相符', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.goto(`${server.officeUrl}/books/ledger?kind=suspense`);
  await page.getByRole('cell', { name: '待比對入帳' }).first().waitFor();
  await expectAccessible(page);
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

test('a bank that writes ISO 20022', async () => {
  const today = dayOf(server.services.clock.now());
  const order = await placed(7_000);
  const { page, complaints } = await atWork('finance');

  // The format needs no columns, but is bound to the trust account.
  await page.goto(`${server.officeUrl}/money/statements`);
  await pressAnywhere(page, '對帳單格式');
  await pressAnywhere(page, '新增格式');
  await page.getByLabel('格式名稱').fill('信託銀行 ISO');
  await page.getByRole('radio', { name: /^ISO 20022/ }).check();
  await page.getByLabel(/^信託帳戶帳號/).fill('20001234567890');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存格式');
  await page.getByText('信託銀行 ISO').first().waitFor();
  await page.keyboard.press('Escape');

  const text =
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>20001234567890</Id></Othr></Id></Acct>` +
    `<Ntry><Amt Ccy="TWD">7000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>` +
    `${today}</Dt></BookgDt><AcctSvcrRef>ISO-1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties>` +
    `<CdtrAcct><Id><Othr><Id>${order.account}</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls>` +
    `</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
  await pressAnywhere(page, '匯入對帳單');
  const form = page.getByRole('form', { name: '匯入對帳單' });
  await form.getByLabel('對帳單格式').selectOption('信託銀行 ISO');
  const file = { name: 'day.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
  await form.getByLabel('檔案').setInputFiles(file);
  await form.getByRole('button', { name: '匯入', exact: true }).click();
  await title(page, 'day.xml');
  await drain(server.services);
  await page.getByRole('cell', { name: '將入帳' }).waitFor();

  // Afterwards the format can be changed as it was made.
  await page.goto(`${server.officeUrl}/money/statements`);
  await pressAnywhere(page, '對帳單格式');
  await page.getByRole('button', { name: '修改' }).first().click();
  await page.getByRole('radio', { name: /^ISO 20022/, checked: true }).waitFor();
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});
