// An investor finds a case, orders, pays in parts at the bank, and follows the order.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demo } from '#contract/index.ts';
import { investing } from '#contract/investing/calls.ts';
import { assess } from '../../actors/loan.ts';
import { listed, newOffice } from '../../server/lending/testing/cases.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { useServer } from '../../tests/server.ts';
import { answerQuestions, expectText, follow, press, pressSlowly, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

const BANK = '004';
let accounts = 20_000_000;

type Investor = Person & { account: string };

async function newInvestor(): Promise<Investor> {
  accounts += 3;
  const account = `0040${accounts}`;
  const member = await newVerifiedMember(server, { purpose: 'invest', bankCode: BANK, account });
  return { ...member, account };
}

/** Answers the suitability questionnaire with the highest risk tolerance. */
async function withProfile(investor: Investor): Promise<Investor> {
  const how = { token: investor.token };
  await assess(server, how);
  return investor;
}

const listedCase = async (amount: number) =>
  (await listed(server, await newOffice(server), amount)).loan;

async function transfer(investor: Investor, virtualAccount: string, amount: number) {
  const { data } = await server.ok(demo.demonstration.bankTransfer, {
    virtualAccount,
    amount,
    fromBank: BANK,
    fromAccount: investor.account,
  });
  expect(data.matched).toBe(true);
}

/** Simulates that the visitor returns to the tab, which makes the page refresh at once. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function giveProfile(page: Page): Promise<void> {
  await expectText(page, '出資前請先完成風險屬性評估');
  await follow(page, '開始評估');
  await page.getByRole('heading', { level: 1, name: '風險屬性評估' }).waitFor();
  const understood = await answerQuestions(page, -1);
  await press(page, '送出評估');
  // The checkbox is not ticked in advance.
  await expect.poll(() => understood.evaluate((box) => box === document.activeElement)).toBe(true);
  await understood.check();
  await expectAccessible(page);
  await press(page, '送出評估');
  await follow(page, '回到剛才的頁面');
}

async function chooseAmount(page: Page): Promise<void> {
  const amount = page.getByLabel('出資金額');
  // The message about the field that is left does not take the button away from under the pointer.
  await amount.fill('1500');
  const usual = page.getByRole('group', { name: '常用金額' }).getByRole('button').first();
  await pressSlowly(page, usual);
  expect(await usual.getAttribute('aria-pressed')).toBe('true');
  await amount.fill('1500');
  await press(page, '確認出資');
  await expectText(page, '出資金額需為 $ 1,000 的倍數');
  await amount.fill('10000');
  await expectText(page, '確認出資 $ 10,000');
  await expectAccessible(page);
  await press(page, '確認出資 $ 10,000');
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: '確認出資' }).waitFor();
  await press(page, '確認出資 $ 10,000');
  await page.getByRole('heading', { name: '請修正以下 3 個欄位' }).waitFor();
  await expectAccessible(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: '確認出資 $ 10,000' }).dblclick();
}

test('a visitor reads how investing works and is sent to the login', async () => {
  const { page, complaints } = await pages.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, '/investment');
  await page.getByRole('heading', { name: '登入後查看募集中的案件' }).waitFor();
  // On a phone the same words stand beside the heading of a section that opens.
  await page.getByText('實收利息的').filter({ visible: true }).first().waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
  expect(asked.filter((path) => /^\/v1\/(invest|me)\b/.test(path))).toEqual([]);
  await follow(page, '登入查看案件');
  await page.waitForURL((url) => url.searchParams.get('redirectTo') === '/investment');
  expect(complaints).toEqual([]);
});

test('an investor browses, chooses, confirms and pays in parts', async () => {
  const loan = await listedCase(30_000);
  const investor = await newInvestor();
  const { page, complaints } = await pages.open();
  await enter(page, investor, '/investment');
  const card = page.getByRole('listitem').filter({ hasText: loan.caseNo });
  await card.waitFor();
  await expectAccessible(page);
  await page.getByRole('group', { name: '期數' }).getByRole('button', { name: '36 期' }).click();
  await page.getByRole('heading', { name: '沒有符合條件的案件' }).waitFor();
  expect(new URL(page.url()).search).toBe('?term=36');
  await expectAccessible(page);
  await follow(page, '清除篩選');
  await card.getByRole('link').click();

  await page.waitForURL((url) => url.pathname === `/investment/${loan.id}`);
  await giveProfile(page);
  await chooseAmount(page);
  await confirm(page);

  await page.waitForURL((url) => url.pathname === '/investment/bank-transfer');
  await page.getByRole('heading', { level: 1, name: '匯款資訊' }).waitFor();
  await expectText(page, '訂單編號');
  await expectAccessible(page);
  // On a phone, the button for copying stands beside the value, not above its name.
  await page.setViewportSize({ width: 375, height: 800 });
  const name = await page.locator('dt', { hasText: '虛擬帳號' }).boundingBox();
  const copy = await page.getByRole('button', { name: '複製虛擬帳號' }).boundingBox();
  expect(copy!.x).toBeGreaterThan(name!.x + 150);
  await page.setViewportSize({ width: 1280, height: 900 });
  const orders = await server.rows<{ id: string; account: string }>(
    'select id, virtual_account as account from investing."order" where member_id = $1',
    [investor.id],
  );
  expect(orders).toHaveLength(1);
  const account = orders[0]?.account ?? '';

  const saving = page.waitForEvent('download');
  await press(page, '加入行事曆');
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.replaceAll('\r\n ', '')).toContain(account);

  await transfer(investor, account, 4_000);
  await comeBack(page);
  await expectText(page, '已收到 $ 4,000，尚差 $ 6,000');
  await expectAccessible(page);
  await transfer(investor, account, 7_000);
  await comeBack(page);
  await page.getByRole('heading', { level: 1, name: '出資成功' }).waitFor();
  await expectText(page, '款項已入帳，出資成功');
  expect(await page.locator('.drawing .own').count()).toBe(1);
  await expectText(page, '溢繳退款');
  await expectText(page, '$ 985');
  await expectAccessible(page);

  await follow(page, '查看出資訂單');
  await page.getByRole('heading', { level: 1, name: '我的出資' }).waitFor();
  await expectText(page, '已付款，待滿額');
  await expectAccessible(page);
  await page.getByRole('tab', { name: '未入帳' }).click();
  await page.getByRole('heading', { name: '這段期間沒有「未入帳」的訂單' }).waitFor();
  await page.getByRole('tab', { name: '退款' }).click();
  await follow(page, /查看明細/);
  await page.getByRole('heading', { name: '經過' }).waitFor();
  await expectAccessible(page);
  await follow(page, '進行中的出資');
  await page.getByRole('heading', { name: '還沒有進行中的出資' }).waitFor();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('on a phone the box is a sheet; an order can be cancelled', async () => {
  const loan = await listedCase(30_000);
  const investor = await withProfile(await newInvestor());
  const told = { title: '消息', body: '消息的內容。', link: '/account/profile' };
  for (const category of ['invest', 'account'] as const) {
    await inWork(server.services, (work) =>
      notify(work, { ...told, memberId: investor.id, category }),
    );
  }
  const { page, complaints } = await pages.open({ mobile: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await enter(page, investor, `/investment/${loan.id}`);
  // The title of the window tells this case from others.
  await expect.poll(() => page.title()).toMatch(/ \S+\d｜百溪$/);
  await page.getByRole('button', { name: '出資', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('出資金額').fill('5000');
  // News cards never come where somebody invests, signs or pays. The bar with the number of unread
  // notices would be loaded together with them.
  await page.locator('.bottom-bar .badge').waitFor({ state: 'attached' });
  expect(asked.filter((url) => url.includes('/NoticeCards-'))).toEqual([]);
  expect(await page.getByRole('region', { name: '最新通知' }).count()).toBe(0);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: '確認出資 $ 5,000' }).click();
  await page.getByRole('heading', { level: 1, name: '確認出資' }).waitFor();
  await expectAccessible(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, '確認出資 $ 5,000');
  await page.getByRole('heading', { level: 1, name: '匯款資訊' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^匯款資訊 \S+｜百溪$/);
  await press(page, '取消出資');
  await page.getByRole('dialog').getByRole('button', { name: '取消出資' }).click();
  await expectText(page, '這筆出資已取消');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('a refusal shows the server’s message and says that the money is safe', async () => {
  const loan = await listedCase(30_000);
  const investor = await withProfile(await newInvestor());
  const faster = await withProfile(await newInvestor());
  const { page, complaints } = await pages.open();
  await enter(page, investor, `/investment/${loan.id}/confirm?amount=20000`);
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  const order = { id: loan.id, invest_amount: 20_000, payment_mode: 1 };
  await server.ok(investing.quickApply, order, { token: faster.token });
  await press(page, '確認出資 $ 20,000');
  await page.waitForURL((url) => url.pathname === '/investment/ErrorIndex');
  await page.getByRole('heading', { level: 1, name: '金額超過案件餘額' }).waitFor();
  await expectText(page, /您尚未被扣款/);
  await expectAccessible(page);
  await follow(page, '返回案件');
  await expectText(page, /尚餘/);
  await visit(page, `/investment/${loan.id}/confirm?amount=abc`);
  await page.waitForURL((url) => url.pathname === `/investment/${loan.id}`);
  await expectText(page, '請重新輸入出資金額');
  expect(serious(complaints)).toEqual([]);
});

test('a case requires a confirmed address, and is hidden from uninvolved members', async () => {
  const loan = await listedCase(30_000);
  const someone = await newInvestor();
  const confirm = (at: string | null) =>
    server.rows('update identity.member set email_verified_at = $2 where id = $1', [
      someone.id,
      at,
    ]);
  await confirm(null);
  const { page, calls, complaints } = await pages.open();
  await enter(page, someone, `/investment/${loan.id}`);
  await page.getByRole('heading', { name: '請先驗證電子郵件' }).waitFor();
  await expectAccessible(page);
  expect(calls.filter((call) => /\/v1\/(invest\/|me\/suitability)/.test(call))).toEqual([]);
  expect(complaints).toEqual([]);

  // The address is confirmed on another device, where the member signs in next.
  await confirm(new Date().toISOString());
  const { page: elsewhere } = await pages.open();
  await enter(elsewhere, someone, `/investment/${loan.id}`);
  await expectText(elsewhere, loan.caseNo);
  // The loan is disbursed while the page is open.
  await server.rows('update lending.loan set status = 61 where id = $1', [loan.id]);
  await elsewhere.getByRole('heading', { name: '案件不存在或已下架' }).waitFor();
  await expect.poll(() => elsewhere.getByText(loan.caseNo).count()).toBe(0);
  await server.rows('update lending.loan set status = 40 where id = $1', [loan.id]);
});
