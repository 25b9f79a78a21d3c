// Browser test of the books: an auditor follows an amount from the trial balance to the ledger of
// its account and to its transfer, and reads the income statement and the balance sheet.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { disburse, EXAMPLE, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

test('from the trial balance to the entry, and the two statements', async () => {
  await disburse(server, await signedLoan(server, EXAMPLE), await newTeam(server));
  const { page, complaints } = await operatorAt(server, pages, ['auditor']);
  await page.goto(`${server.officeUrl}/books`);
  await page.getByRole('heading', { level: 2, name: '信託專戶' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '試算表' }).click();
  await title(page, '試算表');
  await page.getByText('借貸平衡').nth(1).waitFor();
  await page.getByRole('row', { name: /1113-01 銀行存款—信託專戶/ }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('帳簿').selectOption({ label: '公司' });
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByRole('row', { name: /銀行存款—信託專戶/ }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('entity=company');

  await page.getByRole('link', { name: '勞務收入—服務費收入' }).click();
  await title(page, '分類帳');
  const row = page.getByRole('row', { name: /撥款/ });
  expect(await row.innerText()).toMatch(/4,015[\s\S]*4,015/);
  await expectAccessible(page);
  await row.getByRole('link', { name: /disburse/ }).click();
  await title(page, '分錄查詢');

  await page.getByRole('link', { name: '損益表' }).click();
  await title(page, '損益表');
  const month = dayOf(server.services.clock.now()).slice(0, 7);
  await page.getByLabel('月份').selectOption(month);
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByRole('row', { name: /本期損益.*4,015/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '資產負債表' }).click();
  await title(page, '資產負債表');
  await page.getByRole('row', { name: /負債及權益總計.*4,015/ }).waitFor();
  await page.getByLabel('帳簿').selectOption({ label: '信託專戶' });
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByRole('row', { name: /應收借款本金.*100,000/ }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
