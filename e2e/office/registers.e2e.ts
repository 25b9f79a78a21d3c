// Test of the registers of loans, orders and members: filters, order, columns, views and files.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Lent, lentLoan, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { walkByKeyboard } from '../kit/keyboard-walk.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
let lent: Lent;
let signed: Awaited<ReturnType<typeof signedLoan>>;

beforeAll(async () => {
  lent = await lentLoan(server, await newTeam(server));
  signed = await signedLoan(server);
});

const rowsOf = (page: Page) => page.locator('tbody tr');

/** Downloads the register as CSV and returns its lines without the heading. */
async function linesOf(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載 CSV' }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1);
}

async function saveView(page: Page, name: string) {
  await page.getByRole('button', { name: '儲存目前檢視' }).click();
  await page.getByRole('dialog').getByLabel('名稱').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('loans: the menu leads to them; a stage, an order and columns make a view', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['approver'], '/');
  await page.getByRole('link', { name: '申貸案', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '申貸案' }).waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await expectAccessible(page);

  await page.getByRole('link', { name: '還款中', exact: true }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByRole('button', { name: '金額' }).click();
  await page.waitForURL(/sort=amount/);
  await page.getByRole('button', { name: '欄位' }).click();
  const choice = page.getByRole('dialog');
  await choice.getByLabel('撥款日').check();
  await choice.getByLabel('方案').uncheck();
  await expectAccessible(page);
  await choice.getByRole('button', { name: '套用' }).click();
  await choice.waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: '撥款日' }).waitFor();
  expect(await page.getByRole('columnheader', { name: '方案' }).count()).toBe(0);
  await saveView(page, '還款中的大額');

  // The view brings filter, order and columns back; the file has the same rows.
  await page.goto(`${server.officeUrl}/loans`);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByRole('link', { name: '還款中的大額' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByRole('columnheader', { name: '撥款日' }).waitFor();
  expect(await linesOf(page)).toHaveLength(1);

  await page.getByRole('button', { name: '刪除檢視「還款中的大額」' }).click();
  await page.getByRole('link', { name: '還款中的大額' }).waitFor({ state: 'detached' });

  await page.getByLabel('狀態', { exact: true }).selectOption('55');
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByText('沒有符合條件的紀錄').waitFor();
  await page.getByRole('link', { name: '全部', exact: true }).click();
  await page.locator(`a[href="/loans/${signed.id}"]`).click();
  await page.waitForURL(`**/loans/${signed.id}`);
  expect(complaints).toEqual([]);
});

test('orders: filtered by case, sorted by amount, exported; each leads to its pages', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/orders');
  const all = (lent.loan.orderIds.length + signed.orderIds.length) as number;
  await expect.poll(() => rowsOf(page).count()).toBe(all);
  await expectAccessible(page);
  const [{ caseNo } = { caseNo: '' }] = await server.rows<{ caseNo: string }>(
    'select case_no as "caseNo" from lending.loan where id = $1',
    [lent.loan.id],
  );
  await page.getByLabel('案號', { exact: true }).fill(caseNo);
  await page.getByRole('button', { name: '篩選' }).click();
  const own = lent.loan.orderIds.length;
  await expect.poll(() => rowsOf(page).count()).toBe(own);
  await page.getByRole('button', { name: '金額' }).click();
  await page.waitForURL(/sort=amount/);
  expect(await linesOf(page)).toHaveLength(own);
  await saveView(page, '這個案件');
  await page.locator(`a[href="/orders/${lent.loan.orderIds[0]}"]`).click();
  await page.waitForURL(`**/orders/${lent.loan.orderIds[0]}`);
  expect(complaints).toEqual([]);
});

test('members: filtered by purpose, oldest first, with one more column', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['reviewer'], '/members');
  await page.getByLabel('註冊用途', { exact: true }).selectOption('both');
  await page.getByRole('button', { name: '篩選' }).click();
  await page.waitForURL(/purpose=both/);
  await page.getByRole('button', { name: '註冊', exact: true }).click();
  await page.waitForURL(/direction=asc/);
  await page.getByRole('button', { name: '欄位' }).click();
  await page.getByRole('dialog').getByLabel('註冊用途').check();
  await page.getByRole('dialog').getByRole('button', { name: '套用' }).click();
  await page.getByRole('columnheader', { name: '註冊用途' }).waitFor();
  const lines = await linesOf(page);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(',借款與出資,');
  await saveView(page, '兩種會員');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('on a phone the order of rows and the choice of all are above the cards', async () => {
  const { page } = await operatorAt(server, pages, ['approver', 'finance'], '/loans');
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: '金額', exact: true }).click();
  // The address has the new order before the table is rendered in it.
  await page.waitForURL(/sort=amount/);
  await expect.poll(() => page.locator('th[aria-sort="descending"]').textContent()).toBe('金額');
  expect(await page.getByRole('columnheader', { name: '案號' }).count()).toBe(1);
  await expectAccessible(page);
  expect(await walkByKeyboard(page)).toEqual([]);
  await page.goto(`${server.officeUrl}/tasks`);
  await page.getByText('選取這一頁').click();
  await page.getByRole('region', { name: '整批操作' }).waitFor();
  await expectAccessible(page);
});
