// Test of loans that end early: prepaid in part and in full, or never signed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { lendingJobs } from '../../server/lending/jobs.ts';
import { funded, newOffice, sign } from '../../server/lending/testing/cases.ts';
import {
  disburse,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
} from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { expectText } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const papers = useBrowser({ whole: true });
const { enter } = visitsOf(server);

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Confirms the prepayment dialog; returns the NT$ to transfer. */
async function instruct(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '確認提前清償' }).click();
  await dialog.getByText('已收到您的指示').waitFor();
  const text = await dialog
    .getByText(/^\$\s[\d,]+$/)
    .first()
    .innerText();
  await press(page, '完成');
  return Number(text.replaceAll(/\D/g, ''));
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function inPart(page: Page, mode: string): Promise<number> {
  await press(page, '我要提前清償');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /部分清償/ }).check();
  await dialog.getByLabel('提前清償的本金').fill('20000');
  await dialog.getByRole('radio', { name: mode }).check();
  await dialog
    .getByText(/每期 \$\s/)
    .first()
    .waitFor();
  return instruct(page);
}

test('prepaid in part, with fewer and with smaller instalments, then in full', async () => {
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, await newTeam(server));
  const before = await schedule(server, loan.id);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, loan.borrower, '/account/loan');

  await pay(server, account, await inPart(page, '縮短期數'));
  const shorter = await schedule(server, loan.id);
  expect(shorter.length).toBeLessThan(before.length);
  await page.reload();
  await expectText(page, '剩餘本金 $ 80,000');

  await pay(server, account, await inPart(page, '降低每期金額'));
  const smaller = await schedule(server, loan.id);
  expect(smaller).toHaveLength(shorter.length);
  expect(smaller.at(-2)!.principal).toBeLessThan(shorter.at(-2)!.principal);
  await page.reload();
  await expectText(page, '剩餘本金 $ 60,000');

  await press(page, '我要提前清償');
  await page.getByRole('dialog').getByText('應轉帳金額').waitFor();
  await pay(server, account, await instruct(page));
  expect(await statusOf(server, loan.id)).toEqual({ status: 90, settleType: 'early' });
  await page.reload();
  await expectText(page, '已結清，謝謝您按約還款');
  expect(await page.locator('.drawing .own').count()).toBe(1);
  // The certificate is the act of the page; a further loan is not.
  const certificate = page.getByRole('button', { name: '下載清償證明' });
  expect(await certificate.getAttribute('data-look')).toBe('primary');
  expect(await page.locator('main [data-look=primary]').count()).toBe(1);
  await expectText(page, /共付利息 \$\s[\d,]+，提前省下 \$\s[\d,]+/);
  await expectAccessible(page);
  await shot(page, 'settled');
  expect(complaints).toEqual([]);
});

test('a settled loan has a certificate', async () => {
  const { borrower, loan } = await funded(server, await newOffice(server));
  await sign(server, borrower);
  const id = Number(loan.id);
  const of = { id, borrower, investors: [], orderIds: [] };
  const account = await disburse(server, of, await newTeam(server));
  const { data } = await server.ok(
    servicing.instructPrepayment,
    { id: loan.id, kind: 'full' },
    { token: borrower.token },
  );
  await pay(server, account, data.total);
  expect((await statusOf(server, id)).status).toBe(90);
  const { page, complaints } = await papers.open();
  await enter(page, borrower, '/account/loan');
  // The certificate is sealed within a minute; until then the page says so.
  await press(page, '下載清償證明');
  await expectText(page, '清償證明製作中，約 1 分鐘後即可下載');
  await lendingJobs.find(({ name }) => name === 'lending.certificates')!.run(server.services);
  const [pdf] = await Promise.all([page.waitForEvent('popup'), press(page, '下載清償證明')]);
  await pdf.waitForURL(/^blob:/);
  expect(complaints.filter((what) => !/status of 409/.test(what))).toEqual([]);
});

test('an overdue loan leads to the negotiation', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  await goTo(server, addDays(first!.payableUntil, 10));
  const { page } = await pages.open({ mobile: true });
  await enter(page, loan.borrower, '/account/loan');
  await page.getByRole('link', { name: '我需要協助' }).click();
  await page.waitForURL((url) => url.pathname + url.hash === '/account/loan/contract#negotiation');
  await page.getByRole('heading', { name: '協商申請' }).waitFor();
});

test('a case that is never signed expires, and every investor reads of the refund', async () => {
  const { borrower, investors, loan } = await funded(server, await newOffice(server));
  const { page } = await pages.open();
  await enter(page, borrower, '/account/loan');
  await expectText(page, '已滿額，請完成對保簽約');
  await goTo(server, addDays(today(server), 14));
  const lapse = lendingJobs.find(({ name }) => name === 'lending.lapse');
  await lapse!.run(server.services);
  expect((await statusOf(server, Number(loan.id))).status).toBe(98);
  await page.reload();
  await expectText(page, '逾期未完成簽約');
  await expectText(page, '最早可於');
  await expectAccessible(page);
  const investor = await pages.open({ mobile: true });
  await enter(investor.page, investors[0]!, '/account/invest');
  await expectText(investor.page, /退款中|已退款/);
  await expectAccessible(investor.page);
  const refunds = await server.rows<{ fee: string }>(
    `select r.fee, r.amount from investing.refund r
     join investing."order" o on o.id = r.order_id where o.loan_id = $1`,
    [loan.id],
  );
  expect(refunds.map(({ fee }) => Number(fee))).toEqual([0, 0]);
});
