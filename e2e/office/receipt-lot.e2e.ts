// Browser test of the worktable of receipts: twenty odd receipts take two persons at most twenty
// acts together, and the second one holds a line.
import { beforeAll, expect, test } from 'vitest';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { boldInvestor, INVESTORS_BANK } from '../../tests/actors/market.ts';
import { paymentsOn, type Placed } from '../../tests/actors/payments.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { countActs } from '../kit/counted-acts.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { place, placed, pay, orderOf } = paymentsOn(server);
const lot = '/money/receipts/lot';
const stranger = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };

let loanId: number;
beforeAll(async () => {
  ({ loanId } = await placed(1_000, { amount: 500_000 }));
});

let serial = 0;
/** A payment from the investor's own account to an account that belongs to nobody. */
async function stray(amount: number, paid = amount): Promise<Placed> {
  serial += 1;
  const investor = await boldInvestor(server, `00488000${String(serial).padStart(6, '0')}`);
  const own = await place(loanId, amount, investor);
  const from = { fromBank: INVESTORS_BANK, fromAccount: investor.account };
  await pay({ ...own, account: `40000000${String(serial).padStart(6, '0')}` }, paid, from);
  return own;
}

/** What somebody else paid into nobody's account. */
async function lost(amount: number): Promise<void> {
  serial += 1;
  const account = `50000000${String(serial).padStart(6, '0')}`;
  await pay({ loanId, orderId: '', account } as Placed, amount, stranger);
}

test('twenty odd receipts take two persons at most twenty acts', async () => {
  const certain: Placed[] = [];
  for (let n = 0; n < 8; n += 1) certain.push(await stray(3_000 + n * 1_000));
  const short: Placed[] = [];
  for (let n = 0; n < 3; n += 1) short.push(await stray(20_000, 1_200 + n));
  for (let n = 0; n < 5; n += 1) await pay(await place(loanId, 2_000), 2_000, stranger);
  const typed = await place(loanId, 6_000);
  await lost(6_001);
  for (let n = 0; n < 3; n += 1) await lost(700 + n);

  const finance = await operatorAt(server, pages, ['finance'], lot);
  const { page } = finance;
  const acts = await countActs(page);
  await page.getByText('入帳 8 筆、$ 52,000；退回 5 筆、$ 10,000').waitFor();
  await page.getByText('還有 7 筆沒有決定').waitFor();
  await page.getByText('林阿姨').first().waitFor();
  await expectAccessible(page);
  for (const { orderId } of short) {
    const row = page.getByRole('row').filter({ hasText: '付款帳戶相符，尚待 $ 20,000' });
    const mine = row.filter({ hasText: orderNoOf(orderId) });
    await mine.getByRole('combobox').selectOption(orderNoOf(orderId));
  }
  const odd = page.getByRole('row').filter({ hasText: '$ 6,001' });
  await odd.getByRole('combobox').selectOption('輸入訂單編號或案號');
  await odd.getByLabel('訂單編號或案號').fill(orderNoOf(typed.orderId).toLowerCase());
  await odd.getByLabel('訂單編號或案號').press('Enter');
  await odd.getByLabel('為何仍然入帳').fill('會員來電，由阿姨代付');
  await pressAnywhere(page, '其餘 3 筆都退回');
  await pressAnywhere(page, '第三人款項，退回原付款帳戶');
  await page.getByText('入帳 12 筆、$ 61,604；退回 8 筆、$ 12,103').waitFor();

  // What was chosen outlasts a reload.
  await page.reload();
  await page.getByText('入帳 12 筆、$ 61,604；退回 8 筆、$ 12,103').waitFor();
  expect(await odd.getByLabel('為何仍然入帳').inputValue()).toBe('會員來電，由阿姨代付');
  await expectAccessible(page);
  await pressAnywhere(page, '送出覆核');
  await expectText(page, '已送出 12 筆入帳、8 筆退回，等待另一位同仁覆核');
  await page.getByText('沒有待比對的入帳').waitFor();
  const first = await acts();

  const approver = await operatorAt(server, pages, ['approver'], '/tasks?kind=matches_check');
  const second = await countActs(approver.page);
  await approver.page.getByRole('button', { name: '取得下一件' }).waitFor();
  await approver.page.keyboard.press('n');
  await approver.page.getByText('提議的比對，12 筆').waitFor();
  await approver.page.getByText('由經辦人員指定').first().waitFor();
  await approver.page.getByText('經辦說明：會員來電，由阿姨代付').waitFor();
  await expectAccessible(approver.page);
  await approver.page.getByRole('radio', { name: /^覆核入帳/ }).check();
  await approver.page.getByRole('checkbox', { name: /我已核對 12 筆、共 \$ 61,604/ }).check();
  await pressAnywhere(approver.page, '覆核入帳');
  await approver.page.getByRole('heading', { level: 2, name: '已整批入帳' }).waitFor();
  const statuses = [];
  for (const order of certain) statuses.push((await orderOf(order)).status);
  expect(new Set(statuses)).toEqual(new Set([10]));
  expect((await orderOf(typed)).paidAmount).toBe(6_000);

  await approver.page.goto(`${server.officeUrl}/tasks?kind=payment_check`);
  await approver.page.getByRole('button', { name: '取得下一件' }).waitFor();
  await approver.page.keyboard.press('n');
  await approver.page.getByText('退回匯款批次').first().waitFor();
  const decision = approver.page.locator('.office-decision');
  await decision.getByRole('radio', { name: /^覆核付款/ }).check();
  await decision.getByRole('checkbox').check();
  await pressAnywhere(approver.page, '覆核付款');
  await approver.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();

  const together = first + (await second());
  process.stderr.write(`twenty odd receipts: ${together} acts of two persons\n`);
  expect(together).toBeLessThanOrEqual(20);
  expect([...finance.complaints, ...approver.complaints]).toEqual([]);
});

test('the second person holds a line, which comes back with the reason', async () => {
  const [kept, held] = [await stray(4_000), await stray(5_000)];
  const { page } = await operatorAt(server, pages, ['finance'], lot);
  await page.getByText('入帳 2 筆、$ 9,000').waitFor();
  await pressAnywhere(page, '送出覆核');
  await page.getByText('沒有待比對的入帳').waitFor();
  const second = await operatorAt(server, pages, ['approver'], '/tasks?kind=matches_check');
  await second.page.locator('[data-row]').first().click();
  await second.page.getByRole('checkbox', { name: /^保留 .*5,000$/ }).check();
  await second.page.getByRole('radio', { name: /^覆核入帳/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對 1 筆、共 \$ 4,000/ }).check();
  await pressAnywhere(second.page, '覆核入帳');
  await expectText(second.page, '請輸入原因');
  await second.page.getByRole('textbox', { name: '原因' }).fill('請先聯絡付款人');
  await pressAnywhere(second.page, '覆核入帳');
  await second.page.getByRole('heading', { level: 2, name: '已整批入帳' }).waitFor();
  expect([(await orderOf(kept)).status, (await orderOf(held)).status]).toEqual([10, 0]);
  await page.goto(server.officeUrl + lot);
  await page.getByText('請先聯絡付款人').waitFor();
  await page.getByText('還有 1 筆沒有決定').waitFor();
  const [row] = await server.rows<{ id: string }>(
    `select id from banking.receipt where amount = 5000 and state = 'suspense'`,
  );
  await openTaskId(server, 'unmatched_payment', row!.id);
});
