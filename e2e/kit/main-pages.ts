// The main pages of the member site, opened as visitor, borrower, investor and signer, for tests
// that measure every page in the same way.
import type { Page } from 'playwright-core';
import { disburse, newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { funded, newOffice } from '../../server/lending/testing/cases.ts';
import { newCase } from '../../tests/actors/market.ts';
import { publicPaths } from './public-paths.ts';
import type { TestServer } from '../../tests/server.ts';
import type { Pages } from './browser.ts';
import { visitsOf } from './visits.ts';

const visitors = [
  ...publicPaths,
  '/support/policy/allPolicies',
  '/member/login',
  '/member/register',
  '/member/forgot',
];

const everyones = ['/', '/account/profile', '/account/notification'];

/** Shows every part of the page that waits until it is near the window. */
async function showAll(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
  for (const part of ['#home-middle', '#home-stories', '#home-answers']) {
    const found = page.locator(part);
    if ((await found.count()) === 0) continue;
    // The part may be rendered anew at this moment, so that the element would be gone.
    await page.evaluate((id) => document.querySelector(id)?.scrollIntoView(), part);
    await found.getByRole('heading').first().waitFor();
  }
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Opens each main page and calls `look` on it, with the path and a name of who sees it. */
export async function onMainPages(
  server: TestServer,
  pages: Pages,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const { visit, enter } = visitsOf(server);
  const walk = async (page: Page, who: string, paths: readonly string[]) => {
    for (const path of paths) {
      await visit(page, path);
      await showAll(page);
      await look(page, `${who} ${path}`);
    }
  };
  const visitor = await pages.open();
  await walk(visitor.page, 'visitor', visitors);
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  const open = await newCase(server);
  const borrower = await pages.open();
  await enter(borrower.page, loan.borrower, '/account/loan');
  await walk(borrower.page, 'borrower', [...everyones, '/account/loan', '/loan/engineer/apply']);
  const investor = await pages.open();
  await enter(investor.page, loan.investors[0]!, '/account/invest');
  await walk(investor.page, 'investor', [
    ...everyones,
    '/investment',
    `/investment/${open}`,
    '/account/invest',
    '/account/invest/ongoing',
    `/account/invest/ongoing/${loan.orderIds[0]}`,
    '/account/invest/ongoing/contract',
    '/account/invest/reports',
  ]);
  const signer = await pages.open();
  const { borrower: signs } = await funded(server, await newOffice(server));
  await enter(signer.page, signs, '/account/loan/protect');
  await walk(signer.page, 'signer', ['/account/loan/protect']);
}
