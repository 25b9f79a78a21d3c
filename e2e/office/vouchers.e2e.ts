// Browser test of vouchers: an auditor previews and downloads them, and an administrator gives the
// file the columns of the accountant's package.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { disburse, EXAMPLE, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Presses a button that saves a file, and returns the lines of the file. */
async function linesOf(page: Page, button: string): Promise<string[]> {
  const saving = page.waitForEvent('download');
  await pressAnywhere(page, button);
  const text = await readFile(await (await saving).path(), 'utf8');
  return text.trim().split('\r\n');
}

test('vouchers are previewed, filtered and exported with the columns of the setting', async () => {
  await disburse(server, await signedLoan(server, EXAMPLE), await newTeam(server));
  const { page, complaints } = await operatorAt(server, pages, ['auditor']);
  const admin = await operatorAt(server, pages, ['admin']);
  await page.goto(`${server.officeUrl}/books`);
  await page.getByRole('link', { name: '傳票' }).click();
  await page.getByRole('heading', { level: 1, name: '傳票' }).waitFor();
  await page.getByText('暫編').first().waitFor();
  await page.getByRole('row', { name: /C20261123-0001.*勞務收入—服務費收入.*4,015/ }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('帳簿').selectOption({ label: '公司' });
  await page.getByLabel('日期起').fill('2026-11-23');
  await pressAnywhere(page, '篩選');
  await page
    .getByRole('row', { name: /T20261123/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByText(/借方合計/).waitFor();
  const [head, ...rows] = await linesOf(page, '下載 CSV');
  expect(head).toContain('會計項目代號');
  expect(rows.length).toBe(await page.getByRole('row', { name: /C20261123/ }).count());
  await linesOf(page, '下載 Excel');

  await admin.page.goto(page.url());
  await admin.page.getByRole('link', { name: '傳票匯出欄位' }).click();
  await admin.page.getByRole('heading', { level: 1, name: '傳票匯出欄位' }).waitFor();
  await admin.page.getByText('欄位依這個順序匯出').waitFor();
  await admin.page.getByLabel('第 1 項').fill('憑證號');
  await admin.page.getByRole('checkbox', { name: '啟用 行次' }).uncheck();
  await admin.page.getByRole('button', { name: '上移 摘要' }).click();
  await admin.page.getByLabel('原因').fill('會計軟體的匯入格式');
  await expectAccessible(admin.page);
  await pressAnywhere(admin.page, '儲存新版本');
  await admin.page.getByText('第 1 版').waitFor();
  const [mapped] = await linesOf(page, '下載 CSV');
  expect(mapped).toContain('憑證號,傳票日期,會計項目代號,摘要,會計項目名稱,借方金額');
  expect([...complaints, ...admin.complaints]).toEqual([]);
});
