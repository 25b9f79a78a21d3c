// Test of what operators type: filters, the search box, keys that are held down, copied amounts.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { lentLoan, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);
const filter = (page: Page) =>
  page.getByRole('search', { name: '篩選' }).getByRole('button', { name: '篩選' });

test('filters take numbers as pages show them, and refuse what they would ignore', async () => {
  const lent = await lentLoan(server, await newTeam(server));
  const [order] = await server.rows<{ id: string }>('select max(id) as id from investing."order"');
  const { page, complaints } = await atWork('/books/ledger', 'finance');
  await page.getByText(/^分錄，/).waitFor();
  const field = page.getByLabel('訂單編號');
  expect(await field.getAttribute('aria-required')).toBeNull();
  await field.fill('A20261128-002');
  await filter(page).click();
  await page.getByText('請輸入訂單編號，例如 P00000012').waitFor();
  expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await field.fill(orderNoOf(order!.id));
  await filter(page).click();
  await page.waitForURL((url) => url.searchParams.get('order') === order!.id);
  await page.getByText('請輸入訂單編號，例如 P00000012').waitFor({ state: 'detached' });
  // A case is found by the number that pages show, with all its orders.
  await page.getByRole('button', { name: '清除' }).click();
  await page.waitForURL((url) => url.search.length < 2);
  // The form is made anew for the new address, and would lose what is typed before.
  await page.getByRole('button', { name: '清除' }).waitFor({ state: 'detached' });
  const caseNo = 'A20261123-901';
  await server.rows('update lending.loan set case_no = $2 where id = $1', [lent.loan.id, caseNo]);
  const caseField = page.getByLabel('案號');
  await caseField.fill(orderNoOf(order!.id));
  await filter(page).click();
  await page.getByText('請輸入案號，例如 A20261128-002').waitFor();
  await caseField.fill(caseNo.toLowerCase());
  await filter(page).click();
  await page.waitForURL((url) => url.searchParams.get('loan') === caseNo);
  await page.getByRole('cell', { name: '應收借款本金' }).first().waitFor();
  await page.getByRole('cell', { name: '出資款（待撥款）' }).first().waitFor();
  await page.getByRole('link', { name: caseNo }).first().waitFor();
  await page
    .getByRole('link', { name: orderNoOf(order!.id) })
    .first()
    .waitFor();
  await page.getByRole('link', { name: '科目餘額' }).click();
  await page.getByRole('rowheader', { name: '應收借款本金' }).first().waitFor();

  await page.goto(`${server.officeUrl}/loans`);
  await page.getByLabel('金額至少').fill('１００，０００');
  await page.getByLabel('金額至多').fill('$ 100,000.00');
  await filter(page).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('most') === '100000');
  await page.getByText(/^1 件/).waitFor();
  expect(new URL(page.url()).searchParams.get('least')).toBe('100000');
  expect(complaints).toEqual([]);
});

test('a key that is held down does not send what it has chosen', async () => {
  await newTeam(server);
  const loan = await signedLoan(server);
  const task = await openTaskId(server, 'disbursement_release', loan.id);
  const { page, complaints } = await atWork(`/tasks/${task}`, 'finance');
  await page.getByText('收款帳戶').first().waitFor();
  await page.keyboard.down('a');
  await page.getByText('送出即表示您已核對金額').waitFor();
  for (let n = 0; n < 5; n += 1) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.waitForTimeout(300);
  expect(await openTaskId(server, 'disbursement_release', loan.id)).toBe(task);
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 2, name: /^已放行/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('Enter in the search box opens what was typed, not what was found before', async () => {
  await server.rows(
    `insert into identity.member (email, purpose, email_verified_at, wants_news, created_at)
     select name || '@example.com', 'invest', now(), false, now()
     from unnest(array['former.one', 'latter.one']) as name`,
  );
  const [wanted] = await server.rows<{ id: string }>(
    `select id from identity.member where email = 'latter.one@example.com'`,
  );
  const { page, complaints } = await atWork('/', 'auditor');
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: '搜尋' });
  const box = dialog.getByRole('searchbox');
  await box.fill('former.');
  await dialog.getByRole('link', { name: /f\S*@example\.com/ }).waitFor();
  // An input method confirms its composition with Enter, which opens nothing.
  await box.evaluate((node) =>
    node.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
    ),
  );
  await box.fill('latter.');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/members/'));
  expect(new URL(page.url()).pathname).toBe(`/members/${wanted!.id}`);
  expect(complaints).toEqual([]);
});

test('an amount copied with cents is not a hundred times as much', async () => {
  const { page, complaints } = await atWork('/money/bookings/new', 'finance');
  await page.getByRole('radio', { name: /^調整分錄/ }).check();
  await page.getByLabel('借方金額').first().fill('1,250.00');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('借方金額').first().inputValue()).toBe('1,250');
  // Cents that are typed key by key do not become dollars either.
  await page.getByLabel('借方金額').first().fill('');
  await page.getByLabel('借方金額').first().focus();
  await page.keyboard.type('1250.50');
  expect(await page.getByLabel('借方金額').first().inputValue()).toBe('1,250.');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7.');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('借方金額').first().inputValue()).toBe('12,507');
  await page.getByLabel('貸方金額').nth(1).fill('１，２５０');
  expect(await page.getByLabel('貸方金額').nth(1).inputValue()).toBe('1,250');
  await pressAnywhere(page, '新增一行');
  expect(complaints).toEqual([]);
});

test('a span that ends before it begins is refused, also in an address', async () => {
  const { page, complaints } = await atWork('/books/trial-balance', 'finance');
  const before = '結束日不可早於開始日';
  await page.getByText('借貸平衡').first().waitFor();
  await page.getByLabel('日期起').fill('2026-11-20');
  await page.getByLabel('日期迄').fill('2026-11-19');
  await filter(page).click();
  await page.getByText(before).waitFor();
  expect(await focus(page)).toBe('to');
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await page.getByLabel('日期迄').fill('2026-11-20');
  await filter(page).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('to') === '2026-11-20');
  await page.getByText(before).waitFor({ state: 'detached' });
  await page.goto(`${server.officeUrl}/reports/cash-flow?from=2026-11&to=2026-10`);
  await page.getByText('結束月不可早於開始月').waitFor();
  expect(complaints).toEqual([]);
});

const focus = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLInputElement;
    return one.name || one.textContent || one.getAttribute('aria-label');
  });

const dialogs = [
  ['a text', '/absences', '登記請假', 'from'],
  ['radio buttons that arrive late', '/reports/outstanding', '定期寄送', 'rhythm'],
  ['a name', '/loans', '儲存目前檢視', 'name'],
] as const;

test.each(dialogs)('a dialog begins in its field: %s', async (_, path, name, field) => {
  const { page, complaints } = await atWork(path, 'finance');
  await page.setViewportSize({ width: 375, height: 667 });
  await pressAnywhere(page, name);
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => focus(page)).toBe(field);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focus(page)).toBe(name);
  expect(complaints).toEqual([]);
});

test('a form whose check could not be loaded says that nothing was sent', async () => {
  const { page } = await atWork('/absences', 'finance');
  await page.route('**/assets/resolver-*.js', (route) => route.abort());
  await page.goto(`${server.officeUrl}/loans`);
  await pressAnywhere(page, '儲存目前檢視');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名稱').fill('大額');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await dialog.getByText('系統忙碌中，請稍後再試').waitFor();
  await page.unroute('**/assets/resolver-*.js');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByText('已儲存檢視「大額」').first().waitFor();
});
