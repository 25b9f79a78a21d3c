// Browser test of /statistics: reached from the home page, its figures, definitions and tables, the
// downloads with their hashes, past nights by page, and the page before the first night.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { NIGHTS_A_PAGE } from '#contract/reports/book/fields.ts';
import { reportsSite } from '#contract/reports/book/statistics.ts';
import { formatMoney } from '#contract/core/money.ts';
import { goToCourt, writeOff } from '../../tests/actors/losses.ts';
import { goTo, lentLoan, newTeam, pay } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../../server/worker.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('before the first night the page says so', async () => {
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/statistics`);
  // A second sheet of utilities must not win over the order of the first one.
  await page.getByRole('navigation', { name: '主選單' }).waitFor();
  await hydrated(page);
  await page.getByRole('heading', { name: '還沒有統計資料' }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

async function lendAndLose(): Promise<void> {
  const team = await newTeam(server);
  const good = await lentLoan(server, team);
  const lost = await lentLoan(server, team);
  await goToCourt(server, lost);
  await writeOff(server, team, lost.loan);
  await pay(server, lost.account, 20_000);
  await pay(server, good.account, 120_000);
  await drain(server.services);
  for (let k = 1; k <= NIGHTS_A_PAGE; k += 1) {
    await goTo(server, addDays(lost.until, 200 + k));
  }
}

test('home leads to the figures, their definitions, the files and past nights', async () => {
  await lendAndLose();
  const { data } = await server.ok(reportsSite.statistics, {});
  const { page, complaints } = await pages.open();
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.getByRole('link', { name: '看完整統計' }).click();
  await page.getByRole('heading', { level: 1, name: '平台統計' }).waitFor();
  const outstanding = page.locator('dd', { hasText: formatMoney(data!.outstanding.principal) });
  await outstanding.first().waitFor();
  await page.getByRole('table', { name: /依違約季/ }).waitFor();
  await expectAccessible(page);

  const months = page.getByRole('slider', { name: /各月月底餘額/ });
  await months.focus();
  await page.keyboard.press('Home');
  expect(await months.getAttribute('aria-valuenow')).toBe('0');
  await page.getByText('以表格查看', { exact: true }).first().click();
  await page.getByRole('table', { name: '各月撥款、還本與月底餘額' }).waitFor();

  const definition = page.getByRole('link', { name: '定義：違約率' });
  await definition.click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.id))
    .toBe('definition-default');
  await page.getByText('loans：每一筆撥款一列').click();
  await page.getByText('defaulted_principal', { exact: true }).first().waitFor();

  // The hash beside a file is that of the bytes that the browser saves.
  const row = page
    .getByRole('table', { name: '檔案與雜湊值' })
    .getByRole('row', { name: /撥款 CSV/ });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link').click(),
  ]);
  expect(download.suggestedFilename()).toBe(`baixi-${data!.asOf}-loans.csv.gz`);
  const bytes = await readFile(await download.path());
  const hash = createHash('sha256').update(bytes).digest('hex');
  await row.getByText(hash).waitFor();
  expect(gunzipSync(bytes).toString().trim().split('\r\n')).toHaveLength(3);

  const nights = page.getByRole('list', { name: '歷次公布' });
  expect(await nights.getByRole('listitem').count()).toBe(NIGHTS_A_PAGE);
  await page.getByRole('link', { name: '第 2 頁' }).first().click();
  await page.waitForURL('**/statistics?page=2');
  await expect.poll(() => nights.getByRole('listitem').count()).toBeLessThan(NIGHTS_A_PAGE);
  const past = nights.getByRole('link', { name: '還款 CSV' }).last();
  const [older] = await Promise.all([page.waitForEvent('download'), past.click()]);
  expect(older.suggestedFilename()).toMatch(/-repayments\.csv\.gz$/);
  expect(complaints).toEqual([]);

  const missing = await page.goto(`${server.siteUrl}/statistics?page=99`);
  expect(missing?.status()).toBe(404);
});

test.each(['light', 'dark'] as const)(
  'the page fits all widths and is accessible (%s)',
  async (colorScheme) => {
    const { page, complaints } = await pages.open();
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.siteUrl}/statistics`);
      await hydrated(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(over, `at ${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
    expect(complaints).toEqual([]);
  },
);
