// An investor's own pages: orders by period, the portfolio in figures and charts, contracts.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import { goToCourt } from '../../tests/actors/losses.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  lentLoan,
  newTeam,
  pay,
  schedule,
  signedLoan,
} from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { manyHoldings } from '../kit/many-holdings.ts';
import { visitsOf } from '../kit/visits.ts';

// The test inserts three hundred holdings as rows, without ledger entries.
const server = useServer({ pages: 'built', invariants: false });
const pages = useBrowser();
const papers = useBrowser({ whole: true });
const { enter } = visitsOf(server);
const { place, letPass, runJobs } = paymentsOn(server);

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first();

/** Returns the text of the file that a button press downloads. */
async function saved(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile((await file.path())!, 'utf8');
}

/** Creates an investor with two loans, one paid once and one overdue, and an unpaid order. */
async function heldByOne(): Promise<Person> {
  const team = await newTeam(server);
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  const first = await signedLoan(server, EXAMPLE, { investors: [one] });
  const account = await disburse(server, first, team);
  const terms = { amount: 30_000, rateBps: 900, installments: 24, shares: [20_000, 10_000] };
  const second = await signedLoan(server, terms, { investors: [one] });
  await disburse(server, second, team);
  const [due] = await schedule(server, first.id);
  await goTo(server, due!.dueOn);
  await pay(server, account, 8_885);
  return one;
}

test('the portfolio: figures, months, composition, documents; amounts can be hidden', async () => {
  const one = await heldByOne();
  const { page, complaints } = await papers.open();
  await enter(page, one, '/account/invest');
  // Two orders have reached the repayment stage since the member last opened the page.
  const nav = page.getByRole('navigation', { name: '我的出資' });
  await nav.getByRole('link', { name: /進行中.*有更新/ }).waitFor();
  await expectText(page, '成案金額');
  expect(await saved(page, '下載 CSV')).toMatch(/^\uFEFF訂單編號,案件編號/);
  const recent = page.getByRole('radio', { name: '近 30 天' });
  // The URL holds the choice, so the radio changes once the router has followed it.
  await recent.click();
  await page.waitForURL(/range=30/);
  await expect.poll(() => recent.isChecked()).toBe(true);
  await expectAccessible(page);

  await nav.getByRole('link', { name: /進行中/ }).click();
  await page.getByRole('heading', { name: '現金流' }).waitFor();
  await expectText(page, '實際年化報酬率');
  await page.getByRole('heading', { name: '集中度提醒' }).waitFor();
  expect(await nav.getByText('（有更新）').count()).toBe(0);
  const chart = page.getByRole('slider', { name: /^現金流/ });
  await chart.focus();
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/已收本金 .*3,943/);
  await page.keyboard.press('ArrowRight');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/預定本金/);
  await expectAccessible(page);
  expect(await saved(page, '下載 CSV')).toContain('已收本金');
  const asTable = (name: string | RegExp) =>
    page.getByRole('region', { name }).getByRole('button', { name: '以表格顯示' }).click();
  await asTable('在貸本金估價');
  await page.getByRole('table', { name: '在貸本金依逾期程度的估價' }).waitFor();
  await asTable('現金流');
  await page.getByRole('table', { name: '每月現金流' }).waitFor();
  await expectAccessible(page);

  const value = page.getByRole('slider', { name: /^在貸本金走勢/ });
  await value.focus();
  expect(await value.getAttribute('aria-valuetext')).toMatch(/現在 \$\s[\d,]+$/);
  await page.keyboard.press('ArrowRight');
  expect(await value.getAttribute('aria-valuetext')).toMatch(/月底預計 \$\s[\d,]+$/);
  await asTable(/^在貸本金走勢/);
  const rows = page.getByRole('table', { name: '每月底在貸本金' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(25);
  await button(page, '隱藏金額').click();
  await expectText(page, '$ ••••');
  expect(await page.getByRole('main').locator('data').filter({ hasText: '$' }).count()).toBe(0);
  await button(page, '顯示金額').click();
  await nav.getByRole('link', { name: '報表與稅務' }).click();
  await page.getByRole('heading', { name: '月結單' }).waitFor();
  await expectAccessible(page);
  const [pdf] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '另開 PDF' }).first().click(),
  ]);
  await pdf.waitForURL(/^blob:/);
  await pdf.close();
  const interest = page.locator('.paper', { has: page.getByLabel('年度') });
  // The member has nothing of a year before they joined.
  const years = interest.getByLabel('年度').locator('option');
  await expect.poll(async () => (await years.allTextContents()).at(-1)).toBe('2026 年（未結束）');
  const [year] = await Promise.all([
    page.context().waitForEvent('page'),
    interest.getByRole('button', { name: '另開 PDF' }).click(),
  ]);
  await year.waitForURL(/^blob:/);
  await year.close();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    interest.getByRole('button', { name: '下載 CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^利息所得明細-\d{4}\.csv$/);
  expect(await readFile((await csv.path())!, 'utf8')).toMatch(/^\uFEFF/);

  // The orders that the member has seen stay marked as seen.
  await page.reload();
  await hydrated(page);
  await nav.getByRole('link', { name: '出資訂單' }).click();
  await expectText(page, '成案金額');
  expect(await nav.getByText('（有更新）').count()).toBe(0);
  expect(serious(complaints)).toEqual([]);
});

test('on a phone: an expired order is placed again, with a new account and deadline', async () => {
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  await server.rows(
    `insert into investing.suitability (member_id, version, answers, score, profile, answered_at,
       valid_until) values ($1, 1, '{5,5,5,5,5,5}', 30, 3, now(), '2090-01-01')`,
    [one.id],
  );
  const open = await newCase(server, { endsInDays: 7 });
  const missed = await place(open, 10_000, one);
  await letPass(missed, 1);
  await runJobs();
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, one, '/account/invest');
  await page.getByText('逾期未付').first().waitFor();
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  const openFirst = () =>
    page
      .getByRole('button', { name: /的內容與動作$/ })
      .first()
      .click();
  await openFirst();
  await page.getByRole('button', { name: /^重新出資/ }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '重新出資 $ 10,000' }).click();
  await page.waitForURL(/bank-transfer\?order=/);
  await expectText(page, '已為您保留');
  // The payment details are printed on one sheet, without an empty one behind it.
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // The expired order cannot be placed again while its replacement awaits payment.
  await page.goto(`${server.siteUrl}/account/invest`);
  await hydrated(page);
  const expired = page.getByRole('row').filter({ hasText: '逾期未付' });
  await expired.getByRole('button', { name: /的內容與動作$/ }).click();
  await expired.getByRole('button', { name: /^重新出資/ }).click();
  await dialog.getByRole('button', { name: '重新出資 $ 10,000' }).click();
  await dialog.getByText('您在此案件已有一筆尚未入帳的出資').waitFor();
  await dialog.getByRole('button', { name: '返回' }).click();
  await openFirst();
  await page.getByRole('button', { name: /^取消出資/ }).click();
  await dialog.getByRole('button', { name: '取消出資' }).click();
  await page.getByText('已取消', { exact: true }).first().waitFor();

  await page.goto(`${server.siteUrl}/account/invest/ongoing/contract`);
  await hydrated(page);
  await page.getByRole('heading', { name: '成案後契約會出現在這裡' }).waitFor();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('a contract: listed, read on the page, opened as PDF in a window', async () => {
  const office = await newOffice(server);
  const { borrower, investors, loan } = await funded(server, office);
  await sign(server, borrower);
  const { page, complaints } = await papers.open();
  await enter(page, investors[0]!, '/account/invest/ongoing/contract');
  await page.getByRole('link', { name: /^查看契約/ }).click();
  await page.getByRole('heading', { name: /^借貸契約節本：.+ [A-Z]\d+/ }).waitFor();
  await expectText(page, loan.caseNo.replace('A', 'C'));
  await page.getByText('驗證這份檔案', { exact: true }).click();
  await expectText(page, /^[0-9a-f]{64}$/);
  await expectAccessible(page);
  const [pdf] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '另開 PDF' }).click(),
  ]);
  await pdf.waitForURL(/^blob:/);
  await page.goto(`${server.siteUrl}/account/invest/ongoing/contract/999999`);
  await hydrated(page);
  await page.getByRole('heading', { name: '找不到這份契約' }).waitFor();
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('three hundred holdings load fast and are readable', async () => {
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  await manyHoldings(server, one, 300);
  const { page, complaints } = await pages.open();
  await enter(page, one, '/account/notification');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) asked.push(request.url());
  });
  const begun = performance.now();
  await page.goto(`${server.siteUrl}/account/invest/ongoing`);
  await page.getByRole('heading', { name: '現金流' }).waitFor();
  await expectText(page, '共 300 筆');
  await page.getByRole('heading', { name: '即將到來' }).waitFor();
  // Generous limit, because many tests may share two cores.
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(asked.length).toBeLessThan(20);
  const list = page.getByRole('table', { name: '共 300 筆' });
  expect(await list.getByRole('row').count()).toBe(21);
  await page.locator('.chips').getByText('法律程序').click();
  await expectText(page, '共 30 筆');
  await page.getByRole('link', { name: '第 2 頁' }).click();
  await page.waitForURL(/page=2/);
  await expectAccessible(page);
  // On paper, here A4 of the width that a browser prints on, no column of a table is cut off.
  await page.setViewportSize({ width: 800, height: 1100 });
  await page.emulateMedia({ media: 'print' });
  const shorter = page.getByRole('table', { name: '共 30 筆' });
  const cut = await shorter.evaluate((table) => table.getBoundingClientRect().right - innerWidth);
  expect(cut).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  expect(serious(complaints)).toEqual([]);
});

/** Checks that percentages printed side by side add up to 100; `of` contains one such set. */
async function expectWhole(of: Locator, least = 2): Promise<void> {
  const shares = await of
    .locator('[data-share]')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-share'))));
  expect(shares.length).toBeGreaterThanOrEqual(least);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
}

test('shares add up to 100 on each of the investor’s pages; late loans are below par', async () => {
  const team = await newTeam(server);
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  for (const amount of [10_000, 11_000, 13_000]) {
    const shares = [amount, 40_000 - amount];
    const terms = { amount: 40_000, rateBps: 900, installments: 24, shares };
    await disburse(server, await signedLoan(server, terms, { investors: [one] }), team);
  }
  const bad = await lentLoan(server, team, { investors: [one] });
  await goTo(server, bad.until);
  await pay(server, bad.account, 8_885);
  const [, second] = await schedule(server, bad.loan.id);
  await goToCourt(server, { ...bad, until: second!.payableUntil }, 60);
  const { page, complaints } = await pages.open();
  // The rows say for how long a loan is overdue, whichever group is shown.
  const [late] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/v1/me/invest-overdue')),
    enter(page, one, '/account/invest/ongoing'),
  ]);
  await page.getByRole('heading', { name: '在貸本金估價' }).waitFor();
  await expectText(page, '逾期依預估收回');
  // The list reloads one group through the specification's unversioned search.
  const [found] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/me/invest-search'),
    page.locator('.chips').getByText('法律程序').click(),
  ]);
  const { data: rows } = (await found.json()) as { data: { caseNo: string }[] };
  expect(rows).toHaveLength(1);
  const only = page.getByRole('table', { name: '共 1 筆' });
  await only.getByText(rows[0]!.caseNo).waitFor();
  const { data: overdue } = (await late.json()) as { data: { id: string; lateDays: number }[] };
  expect(overdue).toHaveLength(4);
  const own = overdue.find(({ id }) => id === String(bad.loan.orderIds[0]))!;
  await only.getByText(`逾期 ${own.lateDays} 天`, { exact: true }).waitFor();
  await expectText(page, '1 筆已過還款期限');
  await expectText(page, `逾期 ${own.lateDays} 天，還款期限`);
  await expectAccessible(page);
  await page.locator('.chips').getByText('全部').click();
  const lists = page.locator('.whole-list');
  await expectWhole(lists.nth(0));
  for (const name of ['方案', '等級', '期數']) {
    await page.getByRole('tab', { name }).click();
    await expectWhole(lists.nth(1), 1);
  }
  await expectAccessible(page);
  await page.goto(`${server.siteUrl}/account/invest/ongoing/${bad.loan.orderIds[0]}`);
  await hydrated(page);
  await page.getByRole('heading', { name: '已收回 8%' }).waitFor();
  await expectWhole(page.locator('.principal-parts'));
  await expectText(page, /法律程序，或逾期超過 180 天，預估損失/);
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});
