// Browser test of finance reading the reports: from a figure to its rows and on to a loan, by
// keyboard, on a phone, and as a file; without the right role, nothing is shown.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { drain } from '../../server/worker.ts';
import {
  disburse,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const turnTo = async (page: Page, name: string, shown = name) => {
  await page
    .getByRole('navigation', { name: '報表' })
    .getByRole('link', { name, exact: true })
    .click();
  await title(page, shown);
  await page.getByRole('table').first().waitFor();
};

test('finance reads the credit, late, income and cash reports, down to the rows', async () => {
  const team = await newTeam(server);
  const [good, bad] = [await signedLoan(server), await signedLoan(server)];
  const account = await disburse(server, good, team);
  await disburse(server, bad, team);
  const lentIn = today(server).slice(0, 7);
  const [first] = await schedule(server, good.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, 8_885);
  await drain(server.services);
  await goTo(server, addDays(first!.payableUntil, 31));

  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/reports');
  await title(page, '在貸餘額');
  // One borrower pays and another is 31 days overdue: 92,115 and 100,000 of principal are
  // outstanding.
  const whole = page.getByRole('row', { name: /^合計/ });
  await whole.getByRole('link', { name: '$ 192,115' }).waitFor();
  await expectAccessible(page);
  await whole.getByRole('link', { name: '$ 100,000' }).click();
  await page.getByRole('region', { name: '在貸案件' }).getByText('1 筆').waitFor();
  await expectAccessible(page);
  const way = page.getByRole('slider');
  await way.focus();
  await page.keyboard.press('End');
  expect(await way.getAttribute('aria-valuetext')).toMatch(/違約 \$\s100,000/);

  await turnTo(page, '逾期', '逾期（依撥款月）');
  await page.getByRole('link', { name: '50.00%' }).first().click();
  await page.getByRole('link', { name: /^T/ }).first().waitFor();
  await expectAccessible(page);
  await turnTo(page, '違約與回收');
  await expectAccessible(page);
  await turnTo(page, '收入');
  await expectAccessible(page);
  await turnTo(page, '出資報酬');
  await expectAccessible(page);
  await turnTo(page, '申貸漏斗');
  await expectAccessible(page);
  await turnTo(page, '處理時效');
  await expectAccessible(page);

  await turnTo(page, '現金流量');
  await page
    .getByRole('row', { name: new RegExp(`^${lentIn.replace('-', '/')}`) })
    .getByRole('link')
    .nth(1)
    .click();
  await page.getByRole('heading', { level: 2, name: /的撥款/ }).waitFor();
  await expectAccessible(page);
  const saved = async (within: Locator) => {
    const file = page.waitForEvent('download');
    await within.getByRole('button', { name: 'CSV' }).first().click();
    return readFile(await (await file).path(), 'utf8');
  };
  const rows = page.getByRole('region', { name: /的撥款/ });
  expect(await saved(page.getByRole('main'))).toContain(`${lentIn},0,200000,-191970,`);
  expect(await saved(rows)).toContain(`,撥款,${good.id},`);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectAccessible(page);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider).toBe(false);
  await rows.getByRole('link', { name: good.caseNo, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: good.caseNo }).waitFor();
  expect(complaints).toEqual([]);
});

test('an approver sees the credit reports and no money reports', async () => {
  const { page } = await operatorAt(server, pages, ['approver'], '/reports/income');
  await page.getByText('您的角色無法查看收入').waitFor();
  const shown = page.getByRole('navigation', { name: '報表' }).getByRole('link');
  expect(await shown.allTextContents()).toEqual([
    '在貸餘額',
    '逾期',
    '違約與回收',
    '處理時效',
    '寄送排程',
  ]);
  const send = page.getByRole('button', { name: '定期寄送' });
  expect(await send.count()).toBe(0);
  // On a phone the report links form one row, scrolled to the current one.
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(new URL('/reports/schedules', page.url()).href);
  await title(page, '寄送排程');
  await shown.nth(4).waitFor();
  const here = (await shown.nth(4).boundingBox())!;
  const first = (await shown.first().boundingBox())!;
  expect(here.y).toBe(first.y);
  expect(first.x).toBeLessThan(0);
  expect(here.x + here.width).toBeLessThanOrEqual(320);
  // The row of report links fades out only at the end behind which further links are hidden.
  const row = page.getByRole('navigation', { name: '報表' });
  const fades = async () => (await row.getAttribute('data-more'))?.trim();
  await expect.poll(fades).toBe('before');
  await row.evaluate((nav) => nav.scrollTo({ left: 0, behavior: 'instant' }));
  await expect.poll(fades).toBe('after');
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect.poll(fades).toBe('');
});
