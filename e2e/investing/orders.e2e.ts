// An investor's orders in every state: what each page shows, at every screen width.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { lentLoan, newTeam, type TestLoan } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { paymentsOn, type Placed } from '../../tests/actors/payments.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);
const { place, pay, letPass, runJobs } = paymentsOn(server);

let one: Person;
let lent: TestLoan;
const orders = {} as Record<'expired' | 'waiting' | 'partly' | 'late' | 'latePartly', Placed>;

beforeAll(async () => {
  one = await newVerifiedMember(server, { purpose: 'invest' });
  await server.rows(
    `insert into investing.suitability (member_id, version, answers, score, profile, answered_at,
       valid_until) values ($1, 1, '{5,5,5,5,5,5}', 30, 3, now(), '2090-01-01')`,
    [one.id],
  );
  ({ loan: lent } = await lentLoan(server, await newTeam(server), { investors: [one] }));
  const order = async (amount: number) => place(await newCase(server), amount, one);
  orders.expired = await order(10_000);
  await letPass(orders.expired, 1);
  await runJobs();
  orders.waiting = await order(5_000);
  orders.partly = await order(6_000);
  await pay(orders.partly, 4_000);
  // The deadlines have passed, but the bank has not closed the day, so a payment made in time may
  // still arrive.
  orders.late = await order(7_000);
  await letPass(orders.late, 1);
  orders.latePartly = await order(8_000);
  await pay(orders.latePartly, 3_000);
  await letPass(orders.latePartly, 1);
});

const said = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByText(words).first().waitFor();
const main = (page: Page) => page.getByRole('main');
const payment = ({ orderId }: Placed) => `/investment/bank-transfer?order=${orderId}`;

const ofInvestor = (loan: TestLoan) => [
  '/account/profile',
  '/account/profile/alter_bank',
  '/account/profile/alter_id',
  '/account/profile/alter_password',
  '/account/profile/suitability',
  '/account/notification',
  '/account/invest',
  '/account/invest/ongoing',
  `/account/invest/ongoing/${loan.orderIds[0]}`,
  '/account/invest/ongoing/contract',
  '/account/invest/reports',
];
const ofBorrower = ['/account/loan', '/account/loan/contract', '/account/loan/protect'];

async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 768, height: 900 });
  await visit(page, path);
  await page.waitForLoadState('networkidle');
  await main(page).getByRole('heading').first().waitFor();
  for (const width of [768, 800, 815]) {
    await page.setViewportSize({ width, height: 900 });
    const scrolled = await page.evaluate(() => {
      window.scrollTo({ left: 1_000, behavior: 'instant' });
      return window.scrollX;
    });
    expect(scrolled, `${path} at ${width}`).toBe(0);
  }
}

test('no page of an account scrolls sideways from 768 to 815 px', async () => {
  const investor = await pages.open();
  await enter(investor.page, one, '/account/invest');
  await said(investor.page, '共 6 筆');
  for (const path of ofInvestor(lent)) await expectNoSidewaysScroll(investor.page, path);
  const borrower = await pages.open();
  await enter(borrower.page, lent.borrower, '/account/loan');
  for (const path of ofBorrower) await expectNoSidewaysScroll(borrower.page, path);
  expect(serious([...investor.complaints, ...borrower.complaints])).toEqual([]);
});

test('after its deadline an order waits for the bank, and nothing invites to pay it', async () => {
  const { page, complaints } = await pages.open();
  await enter(page, one, '/account/invest');
  const rowOf = (amount: string) =>
    main(page)
      .getByRole('row')
      .filter({ hasText: new RegExp(`\\$\\s${amount}`) });
  for (const amount of ['7,000', '8,000']) {
    const row = rowOf(amount);
    await row.getByText('等待銀行確認').waitFor();
    await row.getByRole('link', { name: /^查看付款狀態/ }).waitFor();
    await row.getByRole('link', { name: /^看案件/ }).waitFor();
    const inviting = row.getByText(/待付款|部分付款|查看匯款資訊|取消出資|逾期未付|失效/);
    expect(await inviting.count()).toBe(0);
  }
  await rowOf('5,000').getByText('待付款').waitFor();
  await said(page, /其中 2 筆等待銀行確認/);
  await expectAccessible(page);

  await rowOf('8,000')
    .getByRole('link', { name: /^查看付款狀態/ })
    .click();
  await page.waitForURL(`**${payment(orders.latePartly)}`);
  await page.getByRole('heading', { level: 1, name: '等待銀行確認' }).waitFor();
  await said(page, '已過匯款期限，請勿再轉帳');
  await said(page, /期限前轉出的款項仍會計入/);
  await said(page, /\$\s3,000/);
  expect(await main(page).getByText('虛擬帳號', { exact: true }).count()).toBe(0);
  await expectAccessible(page);

  await visit(page, `/account/invest/ongoing/${orders.latePartly.orderId}`);
  await said(page, '已過匯款期限，等待銀行確認');
  expect(
    await main(page)
      .getByText(/還沒付|查看匯款資訊/)
      .count(),
  ).toBe(0);
  await expectAccessible(page);

  await visit(page, `/investment/${orders.late.loanId}`);
  await said(page, '您在此案件的出資正在等待銀行確認');
  expect(
    await main(page)
      .getByText(/待付款|查看匯款資訊/)
      .count(),
  ).toBe(0);
  await main(page).getByRole('link', { name: '查看付款狀態' }).first().click();
  await page.waitForURL(`**${payment(orders.late)}`);
  expect(serious(complaints)).toEqual([]);
});

test('an order paid in part says so; an expired one is placed again from its page', async () => {
  const { page, complaints } = await pages.open();
  await enter(page, one, `/account/invest/ongoing/${orders.partly.orderId}`);
  await said(page, '這筆出資還沒付足');
  await main(page).getByRole('link', { name: '查看匯款資訊' }).click();
  await said(page, /已收到 \$\s4,000，尚差 \$\s2,000/);

  await visit(page, payment(orders.expired));
  await said(page, '帳號已失效');
  await expectAccessible(page);
  await main(page).getByRole('button', { name: '重新出資' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '重新出資 $ 10,000' }).click();
  await page.waitForURL((url) => url.search !== `?order=${orders.expired.orderId}`);
  await said(page, /已為您保留 \$\s10,000/);
  await visit(page, '/account/invest');
  const row = main(page).getByRole('row').filter({ hasText: '逾期未付' });
  await row.getByRole('link', { name: /^看案件/ }).click();
  await page.waitForURL(`**/investment/${orders.expired.loanId}`);
  await said(page, '您在此案件已有一筆待付款的出資');
  expect(serious(complaints)).toEqual([]);
});
