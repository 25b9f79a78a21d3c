// An investor orders, pays, sees the case funded, and gets the first instalment back.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listed, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { drain } from '../../server/worker.ts';
import { disburse, goTo, newTeam, pay, schedule } from '../../tests/actors/loans.ts';
import { boldInvestor, INVESTORS_BANK } from '../../tests/actors/market.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser({ whole: true });
const { enter } = visitsOf(server);
const bank = () => server.services.demonstration!.bank;

/**
 * Reloads the page and checks the status, so that the test does not depend on what the page
 * received before.
 */
async function statusIs(page: Page, words: string): Promise<void> {
  await page.reload();
  await hydrated(page);
  await page.getByRole('main').getByText(words, { exact: true }).first().waitFor();
}

test('from the first order to the first instalment received', async () => {
  const { borrower, loan } = await listed(server, await newOffice(server), 30_000);
  const investor = await boldInvestor(server, '00461234567801');
  const { page, complaints } = await pages.open();
  await enter(page, investor, `/investment/${loan.id}`);
  await page.getByRole('tab', { name: '還款試算' }).click();
  await page.getByLabel('如果借款人中途不再還款').check();
  await expectText(page, /若第 6 期起都未還款.*可能損失/);
  await page.getByRole('tab', { name: '風險說明' }).click();
  await page.getByRole('heading', { name: /等級 .* 至今的紀錄/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: '文件' }).click();
  const [pdf] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '契約範本' }).click(),
  ]);
  await pdf.waitForURL(/^blob:/);
  await pdf.close();
  await page.goto(`${server.siteUrl}/investment/${loan.id}/confirm?amount=30000`);
  await hydrated(page);
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: '確認出資 $ 30,000' }).click();
  await page.waitForURL(/bank-transfer\?order=/);
  const orderId = new URL(page.url()).searchParams.get('order')!;
  const [order] = await server.rows<{ account: string }>(
    'select virtual_account as account from investing."order" where id = $1',
    [orderId],
  );
  const transfer = (amount: number) =>
    bank().transfer({
      virtualAccount: order!.account,
      amount,
      fromBank: INVESTORS_BANK,
      fromAccount: investor.account,
    });
  await transfer(12_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expectText(page, '已收到 $ 12,000，尚差 $ 18,000');
  await transfer(18_000);
  await drain(server.services);
  await page.goto(`${server.siteUrl}/account/invest/ongoing/${orderId}`);
  await hydrated(page);
  await statusIs(page, '已滿額，待撥款');
  await sign(server, borrower);
  const id = Number(loan.id);
  const paidOut = { id, borrower, investors: [investor], orderIds: [Number(orderId)] };
  const account = await disburse(server, paidOut, await newTeam(server));
  await statusIs(page, '還款中');
  const [first] = await schedule(server, id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await drain(server.services);
  // The clock of the business moved on by a month; the session would have expired if it used this
  // clock.
  await statusIs(page, '已收回');
  const row = page.getByRole('row', { name: /第 1 期/ });
  await row.getByText('$ 0', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});
