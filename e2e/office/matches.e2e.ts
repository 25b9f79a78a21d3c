// Browser test of matching many receipts at once: a preview, one proposal, and a second person who
// holds one of the lines.
import { expect, test } from 'vitest';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { boldInvestor, INVESTORS_BANK } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { place, placed, pay, orderOf } = paymentsOn(server);

test('certain receipts are proposed together, and one of them is held', async () => {
  const { loanId } = await placed(1_000, { amount: 100_000 });
  const orders: Awaited<ReturnType<typeof place>>[] = [];
  for (const [n, amount] of [3_000, 4_000, 5_000].entries()) {
    const investor = await boldInvestor(server, `0048800000000${n}`);
    const own = await place(loanId, amount, investor);
    const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
    await pay({ ...own, account: `4000000000000${n}` }, amount, from);
    orders.push(own);
  }
  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/money/receipts');
  await pressAnywhere(page, '整批比對對象確定的入帳');
  const dialog = page.getByRole('dialog', { name: '整批比對' });
  await dialog.getByText('對象確定的入帳，3 筆').waitFor();
  for (const { orderId } of orders) await dialog.getByText(orderNoOf(orderId)).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: /^選取 .*5,000$/ }).uncheck();
  await dialog.getByText('已選 2 筆，共 $ 7,000').waitFor();
  await dialog.getByRole('button', { name: '送出比對' }).click();
  await expectText(page, '已送出 2 筆，等待另一位同仁覆核');
  await dialog.waitFor({ state: 'detached' });

  const second = await operatorAt(server, pages, ['approver'], '/tasks?kind=matches_check');
  await second.page.locator('[data-row]').first().click();
  await second.page.getByText('提議的比對，2 筆').waitFor();
  await second.page.getByRole('checkbox', { name: /^保留 .*4,000$/ }).check();
  await second.page.getByRole('radio', { name: /^覆核入帳/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對 1 筆、共 \$ 3,000/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '覆核入帳');
  await expectText(second.page, '請填寫保留的原因');
  await second.page.getByRole('textbox', { name: '備註' }).first().fill('請先聯絡付款人');
  await pressAnywhere(second.page, '覆核入帳');
  await second.page.getByRole('heading', { level: 2, name: '已整批入帳' }).waitFor();
  await expectAccessible(second.page);
  const states = [];
  for (const order of orders) states.push((await orderOf(order)).status);
  expect(states).toEqual([10, 0, 0]);

  // The held line is open again, with the reason.
  const [held] = await server.rows<{ id: string }>(
    `select id from banking.receipt where amount = 4000`,
  );
  const task = await openTaskId(server, 'unmatched_payment', held!.id);
  await page.goto(`${server.officeUrl}/tasks/${task}`);
  await expectText(page, '請先聯絡付款人');
  expect([...complaints, ...second.complaints].filter((one) => !one.includes('422'))).toEqual([]);
});
