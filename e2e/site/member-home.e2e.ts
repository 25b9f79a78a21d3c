// Test of the home page as a member sees it: the next thing to do, by what the member has.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { disburse, goTo, newTeam, schedule, signedLoan } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, heading } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('a new member is led to the verification, and visitors’ parts are gone', async () => {
  const { page, complaints } = await pages.open();
  await enter(page, await newMember(server), '/');
  await heading(page, '完成身分驗證，就能申貸與出資');
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
    expect.stringContaining('您好，'),
  ]);
  await expect.poll(() => page.locator('.hero, #home-calculators, #home-stories').count()).toBe(0);
  await expectAccessible(page);
  await shot(page, 'home-new');
  expect(complaints).toEqual([]);
  await follow(page, '開始驗證');
  await page.waitForURL((url) => url.pathname === '/member/profile');
});

test('borrower and investor read what is next, and a late loan comes first', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  await newCase(server);
  const [borrower, investor] = [await pages.open({ mobile: true }), await pages.open()];
  await enter(borrower.page, loan.borrower, '/');
  await heading(borrower.page, '目前沒有待辦事項');
  await expectText(borrower.page, '下期應還');
  await shot(borrower.page, 'home-borrower');
  await enter(investor.page, loan.investors[0]!, '/');
  await expectText(investor.page, '在貸本金');
  await expectText(investor.page, '下一筆入帳（預計）');
  await expectText(investor.page, '本金已收回 0%，未來 12 個月陸續入帳');
  // An advertisement leads to the visitors' calculators, which a member's page does not have.
  const leads = investor.page.getByRole('link', { name: /開始試算/ });
  await expect.poll(() => leads.count()).toBe(0);
  await investor.page.locator('#home-cases').scrollIntoViewIfNeeded();
  await expectText(investor.page, /扣除預估損失後約 [\d.]+%/);
  await expectAccessible(investor.page);
  await shot(investor.page, 'home-investor');

  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 3));
  await borrower.page.reload();
  await heading(borrower.page, /已逾期 3 天，今天應還/);
  await expectText(borrower.page, '在寬限天數內繳清，不計遲延利息與違約金');
  await expectAccessible(borrower.page);
  await shot(borrower.page, 'home-late');
  expect([...borrower.complaints, ...investor.complaints]).toEqual([]);
  await follow(borrower.page, '查看還款');
  await borrower.page.waitForURL((url) => url.pathname === '/account/loan');
});
