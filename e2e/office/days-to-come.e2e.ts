// Pages of the office about a day or month that is still to come say so, and reports end now.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

// Test servers start on 23 November 2026.
const open = (path: string) => operatorAt(server, pages, ['finance'], path);

test('the reconciliation of a day to come and the trust report of a month to come', async () => {
  const { page } = await open('/money/reconciliation/2026-11-24');
  await page.getByRole('heading', { name: '這一天還沒到' }).waitFor();
  expect(await page.getByText('銀行未報').count()).toBe(0);
  await page.goto(`${server.officeUrl}/money/reconciliation/2026-11-23`);
  await page.getByText('銀行未報').first().waitFor();

  await page.goto(`${server.officeUrl}/books/trust-reports/2026-12`);
  await page.getByRole('heading', { name: '這個月還沒到' }).waitFor();
  expect(await page.getByText('尚未登錄').count()).toBe(0);
  await page.goto(`${server.officeUrl}/books/trust-reports/2026-11`);
  await page.getByText('尚未登錄').first().waitFor();
});

test.each([
  ['/reports/cash-flow?from=2026-10&to=2027-06', '迄月', '2026-11'],
  ['/reports/outstanding?on=2027-06-30', '截至', '2026-11-23'],
  ['/books/fees?month=2027-06', '月份', '2026-11'],
  ['/books/income-statement?month=2027-06', '月份', '2026-11'],
  ['/books/balance-sheet?on=2027-06-30', '日期', '2026-11-23'],
])('%s ends now', async (path, field, present) => {
  const { page } = await open(path);
  await expect
    .poll(() => page.getByRole('search').getByLabel(field, { exact: true }).inputValue())
    .toBe(present);
  expect(await page.getByRole('main').innerText()).not.toMatch(/2027/);
});
