// Test of a quote: a visitor keeps the answers for the registration, a member for the application.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newBorrower } from '../../server/lending/testing/cases.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, heading, press, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('loan-quote'));

async function answer(page: Page): Promise<void> {
  await page.getByLabel('您的職業').selectOption({ label: '科技工程・軟體工程師' });
  await page.getByLabel('稅前月收入').selectOption({ label: '5 萬元以上，未滿 7 萬元' });
  await page.getByLabel('年', { exact: true }).selectOption('2');
  await page.getByLabel('月', { exact: true }).selectOption('3');
  await page.getByRole('radio', { name: '有', exact: true }).check();
  await page.getByLabel('貸款每月還款').fill('4000');
  await page.getByLabel('貸款餘額').fill('60000');
  await page.getByLabel('信用卡循環餘額').fill('20000');
  await page.getByLabel('想借多少').fill('200000');
  await page.getByRole('radio', { name: '24 期' }).check();
}

test('a visitor learns the terms and takes the answers to the registration', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  await visit(page, '/loan/engineer');
  await follow(page, '六個問題，試算我的條件');
  await heading(page, '試算我的條件');
  // The amount and the term of the calculator are not asked again.
  expect(await page.getByLabel('想借多少').inputValue()).toMatch(/^\d{2,3},000$/);
  expect(await page.getByRole('radio', { name: /期$/, checked: true }).count()).toBe(1);
  await expectAccessible(page);
  await press(page, '看我的條件');
  await page.getByRole('heading', { name: '請修正以下 5 個欄位' }).waitFor();
  await expectText(page, '請選擇您的職業');
  await expectAccessible(page);
  await answer(page);
  const act = page.getByRole('link', { name: '以這個條件申貸' });
  expect(await act.count()).toBe(0);
  const empty = await page.getByRole('complementary', { name: '試算結果' }).boundingBox();
  expect(empty?.height).toBeGreaterThan(0);
  await press(page, '看我的條件');
  await heading(page, '您的條件：科技工程師方案');
  const result = page.getByRole('complementary', { name: '試算結果' });
  expect((await result.boundingBox())?.height).toBe(empty?.height);
  const rows = await result.locator('dt').allTextContents();
  expect(rows[0]).toContain('總成本');
  expect(rows[1]).toContain('總費用年百分率');
  expect(await result.locator('dd').first().textContent()).toMatch(/^\$\s[\d,]+$/);
  await expectAccessible(page);
  expect(await kept(page)).toBeNull();
  expect(await result.getByRole('link', { name: '登入' }).count()).toBe(1);
  await act.click();
  await page.waitForURL(({ pathname }) => pathname === '/member/register');
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/loan/engineer/apply');
  expect(JSON.parse((await kept(page)) ?? '')).toMatchObject({ values: { amount: 200_000 } });
  expect(serious(complaints)).toEqual([]);
});

test('a member finds the answers in the application', async () => {
  const borrower = await newBorrower(server);
  const { page, complaints } = await pages.open();
  await enter(page, borrower, '/loan/quote');
  await answer(page);
  await press(page, '看我的條件');
  await heading(page, '您的條件：科技工程師方案');
  // A changed answer takes the terms away until they are calculated again.
  await page.getByLabel('想借多少').fill('150000');
  await heading(page, /^您的條件$/);
  await press(page, '看我的條件');
  await heading(page, '您的條件：科技工程師方案');
  await follow(page, '以這個條件申貸');
  await page.waitForURL('**/loan/engineer/apply');
  await press(page, '開始填寫');
  await heading(page, '借款需求');
  expect(await page.getByLabel('借款金額', { exact: true }).inputValue()).toBe('150,000');
  expect(await page.getByRole('radio', { name: '24 期' }).isChecked()).toBe(true);
  expect(await kept(page)).toBeNull();
  await press(page, '下一步');
  await heading(page, '資金用途');
  await page.getByRole('radio', { name: /進修/ }).check();
  await press(page, '下一步');
  await heading(page, '工作與收入');
  expect(await page.getByLabel('職業').inputValue()).toBe('301');
  expect(await page.getByLabel('民國年').inputValue()).toMatch(/^2024$/);
  expect(await page.getByLabel('公司名稱').inputValue()).not.toBe('');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});
