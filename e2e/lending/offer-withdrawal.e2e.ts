// Browser test of withdrawing an offer: an approver proposes it on the case file, another approves,
// and the borrower reads what happens next.
import { expect, test } from 'vitest';
import { newOffice, offered } from '../../server/lending/testing/cases.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, heading, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const { enter, visit } = visitsOf(server);
/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !/\b401\b/.test(what));

test('two persons withdraw an offer, and its borrower reads why', async () => {
  const { borrower, loan } = await offered(server, await newOffice(server));
  const member = await pages.open({ mobile: true });
  await enter(member.page, borrower, '/account/loan');
  await expectText(member.page, '每期應還');

  const maker = await operatorAt(server, pages, ['approver'], `/loans/${loan.id}/contract`);
  const { page } = maker;
  await pressAnywhere(page, '撤回核准條件');
  const dialog = page.getByRole('dialog', { name: '撤回核准條件' });
  await pressAnywhere(page, '送交覆核');
  await dialog.getByText('請輸入說明').first().waitFor();
  await dialog.getByText('請選擇原因').first().waitFor();
  await expectAccessible(page);
  await dialog.getByText('我們的錯誤', { exact: true }).click();
  await dialog.getByLabel('說明').fill('利率誤用了舊版評分表');
  await pressAnywhere(page, '送交覆核');
  await expectText(page, '撤回核准條件等待另一位同仁覆核');
  // Who proposed it cannot decide it.
  expect(await page.getByRole('link', { name: '到待辦覆核' }).count()).toBe(0);
  await expectAccessible(page);

  const checker = await operatorAt(server, pages, ['approver'], '/tasks?kind=offer_withdrawal');
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('利率誤用了舊版評分表').waitFor();
  await expectText(checker.page, '要撤回的條件');
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();

  const reviewer = await operatorAt(server, pages, ['reviewer'], '/tasks?kind=loan_review');
  await reviewer.page.locator('[data-row]').first().click();
  await expectText(reviewer.page, '先前的核准條件已撤回，請重新審核');
  await expectAccessible(reviewer.page);

  await visit(member.page, '/account/loan');
  await heading(member.page, '核准條件已撤回，重新審核中');
  await expectText(member.page, /原因：我們核定的條件有誤。/);
  await expectText(member.page, /您不用重新送件/);
  await expectAccessible(member.page);
  await visit(member.page, '/');
  await expectText(member.page, '核准條件已撤回，重新審核中');
  await expectAccessible(member.page);
  const all = [maker, checker, reviewer, member].flatMap(({ complaints }) => own(complaints));
  expect(all).toEqual([]);
});
