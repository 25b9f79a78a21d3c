// Browser test of bookings: finance sweeps fees, books a charge of the bank from its difference and
// the company's payment from suspense, and writes a journal; another person approves each.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { nextDay } from '../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { newPicture } from '../../tests/actors/people.ts';
import { withoutReserve } from '../../tests/actors/settings.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../../server/worker.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Opens the task of the booking that the page shows, as the second person, and approves it. */
async function approve(second: Page, booking: string) {
  await second.goto(booking);
  await second.getByRole('link', { name: '前往覆核' }).click();
  await second.getByRole('radio', { name: /^覆核入帳/ }).check();
  await second.getByRole('checkbox', { name: /我已核對分錄與憑證/ }).check();
  await pressAnywhere(second, '覆核入帳');
  await second.getByRole('heading', { level: 2, name: '已覆核入帳' }).waitFor();
}

test('two persons at the bookings', async () => {
  const team = await newTeam(server);
  await withoutReserve(server);
  await disburse(server, await signedLoan(server, EXAMPLE), team);
  const { page, complaints } = await operatorAt(server, pages, ['finance']);
  const second = await operatorAt(server, pages, ['approver']);
  const office = server.officeUrl;
  const today = dayOf(server.services.clock.now());

  // Sweeps fees to the company's account.
  await page.goto(`${office}/money/bookings`);
  await page.getByText('沒有符合的分錄').waitFor();
  await page.getByRole('link', { name: '新增分錄' }).click();
  await title(page, '新增分錄');
  await page.getByText(/812-\*\*\*\*5544，目前可撥轉 .*4,015/).waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '金額' }).fill('3000');
  await page.getByLabel('事由').fill('十一月服務費');
  await pressAnywhere(page, '送覆核');
  await title(page, /^服務費撥入公司帳戶/);
  await second.page.goto(page.url());
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  await second.page.getByText(/^812-\*\*\*\*5544，戶名/).waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^覆核付款/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對/ }).check();
  await pressAnywhere(second.page, '覆核付款');
  await second.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();
  await drain(server.services);
  await page.reload();
  await page.getByText('已入帳', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^批次/ }).waitFor();

  // The bank charges the account; the difference becomes a charge.
  await server.ok(demonstration.bankLine, { amount: -30 });
  await nextDay(server);
  await page.goto(`${office}/tasks?kind=bank_difference`);
  await page
    .getByRole('link', { name: /銀行有、帳上無/ })
    .first()
    .click();
  const book = page.getByRole('link', { name: '記為銀行手續費或其他支出' });
  await book.waitFor();
  const difference = page.url();
  await book.click();
  await page.getByLabel('事由').fill('帳戶管理費');
  await pressAnywhere(page, '送覆核');
  await title(page, /^專戶銀行手續費/);
  const charge = page.url();
  await page.getByText(/^銀行 812 \d{4}\/\d{2}\/\d{2} 序號 /).waitFor();
  // Each book has its own sum, and the two are not added up.
  for (const entity of ['信託專戶', '公司']) {
    const table = page.getByRole('table', { name: `分錄（${entity}）` });
    await table.getByRole('row', { name: /^合計/ }).getByText('30').first().waitFor();
  }
  expect(await page.getByRole('main').textContent()).not.toContain('60');
  // The difference says that its booking waits, and offers no second one.
  await page.goto(difference);
  await page.getByText('已提出分錄，待另一位同仁覆核').waitFor();
  expect(await book.count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: '當日對帳' }).click();
  await page.getByText(/^待覆核：/).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^專戶銀行手續費/ }).click();
  await page.waitForURL(charge);
  // A paper is attached, which the second person can open.
  const { type, bytes } = await newPicture('file');
  await page
    .getByLabel('檔案')
    .setInputFiles({ name: 'note.jpg', mimeType: type, buffer: Buffer.from(bytes) });
  await pressAnywhere(page, '附加');
  await page.getByText('note').first().waitFor();
  await expectAccessible(page);
  await second.page.goto(page.url());
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  await expectAccessible(second.page);
  const saved = second.page.waitForEvent('download');
  await pressAnywhere(second.page, '下載');
  await saved;
  await approve(second.page, page.url());

  // The company pays in; the receipt is in suspense.
  await server.services.demonstration!.bank.transfer({ virtualAccount: '77', amount: 5_000 });
  await page.goto(`${office}/tasks/${await openTaskId(server, 'unmatched_payment', null)}`);
  await page.getByRole('link', { name: /記為公司撥補或存款利息/ }).click();
  await page.getByLabel('事由').fill('撥補專戶');
  await pressAnywhere(page, '送覆核');
  await title(page, /^公司撥補專戶/);
  await page.goBack();
  await page.goBack();
  await page.getByText('已提出分錄，待另一位同仁覆核').waitFor();
  await page.getByRole('link', { name: /^公司撥補專戶/ }).click();
  await title(page, /^公司撥補專戶/);
  await approve(second.page, page.url());

  // A journal by a template, which must balance; later it is copied and reversed.
  await page.goto(`${office}/money/bookings/new`);
  await page.getByRole('radio', { name: /^調整分錄/ }).check();
  await pressAnywhere(page, '送覆核');
  await page.getByRole('link', { name: '請選擇日期' }).waitFor();
  await page.getByRole('link', { name: '請輸入事由' }).waitFor();
  expect(await page.getByText(/invalid/i).count()).toBe(0);
  await pressAnywhere(page, '支付一般費用');
  await pressAnywhere(page, '新增一行');
  await pressAnywhere(page, '移除第 3 行');
  await page.getByLabel(/^日期/).fill(today);
  await page.getByLabel('借方金額').first().fill('1200');
  await page.getByLabel('貸方金額').nth(1).fill('1100');
  await page.getByLabel('事由').fill('辦公室租金');
  await pressAnywhere(page, '送覆核');
  await page.getByText('信託專戶與公司須各自借貸平衡').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('貸方金額').nth(1).fill('1200');
  await pressAnywhere(page, '送覆核');
  await title(page, /^調整分錄/);
  const journal = page.url();
  await approve(second.page, journal);
  await page.goto(journal);
  await page.getByRole('link', { name: '以此為範本' }).click();
  await title(page, '新增分錄');
  expect(await page.getByLabel('事由').inputValue()).toBe('辦公室租金');
  await page.getByLabel(/^日期/).fill(today);
  await pressAnywhere(page, '送覆核');
  await title(page, /^調整分錄/);
  await second.page.goto(page.url());
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  await second.page.getByRole('radio', { name: /^退回/ }).check();
  await second.page.getByRole('textbox', { name: '原因' }).fill('這個月已入帳');
  await pressAnywhere(second.page, '退回');
  await second.page.getByRole('heading', { level: 2, name: '已退回' }).waitFor();
  await page.reload();
  await page.getByText('覆核退回', { exact: true }).waitFor();
  await page.goto(journal);
  await pressAnywhere(page, '沖銷');
  await page.getByLabel('沖銷的原因').fill('重複入帳');
  await pressAnywhere(page, '提出沖銷');
  await page.getByText('沖銷的對象').waitFor();
  await approve(second.page, page.url());
  await page.goto(`${office}/money/bookings?kind=manual`);
  await page.getByRole('row', { name: /已沖銷/ }).waitFor();
  await page.getByRole('row', { name: /沖銷調整分錄/ }).waitFor();
  await expectAccessible(page);
  expect([...complaints, ...second.complaints]).toEqual([]);
});
