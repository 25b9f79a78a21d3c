// Test of a prepayment made in time but reported after midnight, as its borrower sees it.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runDay } from '../../server/worker.ts';
import { lentLoan, newTeam, pay, statusOf, today } from '../../tests/actors/loans.ts';
import type { Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const { enter } = visitsOf(server);
const enterLoan = (page: Page, borrower: Person) => enter(page, borrower, '/account/loan');

/** Takes a screenshot for manual review; `SHOTS` names the folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  const { width } = page.viewportSize()!;
  await page.screenshot({ path: `${folder}/late-record-${name}-${width}.png`, fullPage: true });
}

describe.each([1440, 375])('at %i', (width) => {
  test('a loan is settled by money that the bank reports a day late', async () => {
    const { loan, account } = await lentLoan(server, await newTeam(server));
    const { page, complaints } = await pages.open({ mobile: width < 768 });
    await page.setViewportSize({ width, height: width < 768 ? 812 : 900 });
    await enterLoan(page, loan.borrower);

    await page.getByRole('button', { name: '我要提前清償' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('應轉帳金額').waitFor();
    await dialog.getByRole('button', { name: '確認提前清償' }).click();
    await dialog.getByText('已收到您的指示').waitFor();
    await shot(page, 'instructed');
    const [quote] = await server.rows<{ amount: number }>(
      `select total::int as amount from servicing.prepayment where loan_id = $1`,
      [loan.id],
    );
    const { amount } = quote!;

    // Midnight passes before the bank has reported or closed the day.
    const paidOn = today(server);
    await server.advance(1, { bankIsLate: true });
    await runDay(server.services);
    await page.goto(`${server.siteUrl}/account/loan`);
    await hydrated(page);
    await shot(page, 'waiting');
    expect((await statusOf(server, loan.id)).status).toBe(60);

    await pay(server, account, amount, { on: paidOn });
    await server.closeDays();
    await runDay(server.services);
    expect((await statusOf(server, loan.id)).status).toBe(90);
    await page.reload();
    await hydrated(page);
    await expectText(page, '已結清');
    await shot(page, 'settled');
    await expectAccessible(page);

    await page.goto(`${server.siteUrl}/account/notification`);
    await hydrated(page);
    await expectText(page, /結清/);
    expect(await page.getByText(/未能辦理/).count(), 'nothing lapsed').toBe(0);
    await shot(page, `notified`);
    expect(complaints.filter((what) => !/status of 4\d\d/.test(what))).toEqual([]);
  });
});
