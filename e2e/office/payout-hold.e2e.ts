// Browser test of the hold on a member's payouts: one person places it on the page of the member,
// another agrees, the member reads it, and both lift it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { boldInvestor, newCase } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { place, pay } = paymentsOn(server);
const { visit, enter } = visitsOf(server);

/** Gives a reason in the dialog of an act, and acts. */
async function act(page: Page, button: string, reason: string, done: string): Promise<void> {
  await pressAnywhere(page, button);
  const dialog = page.getByRole('dialog');
  if (button === '暫停撥付') {
    await dialog.getByLabel('依據').selectOption('court');
    await dialog.getByLabel('只暫停的金額').fill('8,000');
    await dialog.getByLabel('暫停至').fill('2099-12-31');
  }
  await dialog.getByLabel('原因').fill(reason);
  await expectAccessible(page);
  await dialog.getByRole('button').last().click();
  await page.getByText(done).first().waitFor();
}

/** The second person opens the task and agrees. */
async function agree(page: Page, member: number, reads: string): Promise<void> {
  const task = await openTaskId(server, 'payout_hold', member);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
  await page.getByText(reads).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(page, '通過');
  await page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
}

test('two persons hold the money of a member, who reads it, and lift the hold', async () => {
  const member = await boldInvestor(server, '00466660009');
  const order = await place(await newCase(server), 5_000, member);
  await pay(order, 5_300);
  const { id } = member;
  const first = await operatorAt(server, pages, ['finance'], `/members/${id}`);
  const second = await operatorAt(server, pages, ['approver']);
  const order17 = '法院 115 年司執字第 17 號';
  await act(first.page, '暫停撥付', order17, '這位會員的款項與新簽約暫停');
  await expectText(first.page, '等待另一位同仁覆核');
  await expectText(first.page, '其中留存至多 $ 8,000，至 2099/12/31 止');
  await agree(second.page, id, order17);

  await second.page.goto(`${server.officeUrl}/money/payouts`);
  await second.page.getByText(/^1 位會員暫停撥付，共/).waitFor();
  await second.page.getByRole('link', { name: `會員 ${id}` }).waitFor();
  await expectAccessible(second.page);

  const site = await pages.open();
  await enter(site.page, member, '/account/invest/ongoing');
  await expectText(site.page, '由最早的一筆起至達 $ 8,000 為止（其餘照常撥付）');
  await expectAccessible(site.page);
  await visit(site.page, `/investment/bank-transfer?order=${order.orderId}`);
  await expectText(site.page, '我們收到法院或行政執行機關的命令');
  expect(await site.page.getByText(order17).count(), 'the member reads no reason').toBe(0);

  await first.page.reload();
  await act(first.page, '解除暫停撥付', '命令已撤銷', '已提出解除，等待另一位同仁覆核');
  await agree(second.page, id, '命令已撤銷');
  await first.page.reload();
  await first.page.getByRole('button', { name: '暫停撥付', exact: true }).waitFor();
  await visit(site.page, '/account/invest/ongoing');
  await site.page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => site.page.getByText('我們收到法院或行政執行機關的命令').count()).toBe(0);
  const complaints = [...first.complaints, ...second.complaints, ...site.complaints];
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});
