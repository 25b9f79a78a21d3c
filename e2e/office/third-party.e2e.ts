// Browser tests of money of a third party: two persons name the account from which it came, and the
// person who checks the payment sees whose it is; what was not sent is withdrawn if the bank takes
// the payment back.
import { expect, test } from 'vitest';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { checkMatches, lentLoan, newTeam, pay as payLoan } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { decide, openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../../server/worker.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { place, pay } = paymentsOn(server);
const { enter, visit } = visitsOf(server);

const aunt = { fromBank: '808', fromAccount: '80800000000088', fromName: '林阿姨' };

/** Two persons assign the money of somebody else to an order or a loan; returns the receipt. */
async function assign(seq: string, target: { orderId: string } | { loanId: string }) {
  const [receipt] = await server.rows<{ id: string }>(
    'select id from banking.receipt where seq = $1',
    [seq],
  );
  const finance = await newOperator(server, ['finance']);
  const match = { decision: 'match', ...target };
  expect(await decide(server, finance, 'unmatched_payment', receipt!.id, match)).toBeNull();
  await checkMatches(server, await newOperator(server, ['approver']));
  return receipt!.id;
}

test('a refund of somebody else’s money goes to the account that two persons named', async () => {
  const investor = await newVerifiedMember(server, { purpose: 'invest' });
  await server.rows(
    `insert into investing.suitability (member_id, version, answers, score, profile, answered_at,
       valid_until) values ($1, 1, '{5,5,5,5,5,5}', 30, 3, now(), '2090-01-01')`,
    [investor.id],
  );
  const one = await place(await newCase(server), 10_000, investor);
  const from = { ...aunt, fromAccount: '80800*******88' };
  const { seq } = await pay(one, 11_000, from);
  const receipt = await assign(seq, { orderId: one.orderId });

  const task = `/tasks/${await openTaskId(server, 'payer_source', receipt)}`;
  const first = await operatorAt(server, pages, ['finance'], task);
  await first.page.getByText('第三人的款項只退回原付款帳戶').waitFor();
  await first.page.getByText('林阿姨').waitFor();
  await first.page.getByLabel('付款銀行代碼').fill('808');
  await first.page.getByLabel('付款帳號').fill('8080000000077');
  await first.page.getByLabel('付款人戶名').fill('林美惠');
  await first.page.getByLabel('依據的單據').fill('銀行 11/23 回函');
  await expectAccessible(first.page);
  await pressAnywhere(first.page, '送出匯款來源');
  await first.page.getByRole('heading', { level: 2, name: '已送匯款來源覆核' }).waitFor();

  const check = `/tasks/${await openTaskId(server, 'payer_source', receipt)}`;
  const second = await operatorAt(server, pages, ['approver'], check);
  await second.page.getByText('8080000000077').first().waitFor();
  await second.page.getByText('銀行 11/23 回函').waitFor();
  await second.page.getByRole('radio', { name: /^確認來源/ }).check();
  await second.page.getByRole('checkbox', { name: /我已對照銀行的單據/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '確認來源');
  await second.page.getByRole('heading', { level: 2, name: '已確認來源' }).waitFor();

  await first.page.goto(`${server.officeUrl}/money/refunds`);
  const line = first.page.getByRole('row').filter({ hasText: orderNoOf(Number(one.orderId)) });
  await line.getByText('第三人款項').waitFor();
  await line.getByText('林美惠').waitFor();
  await expectAccessible(first.page);
  const [refund] = await server.rows<{ id: string }>(
    'select id from investing.refund where order_id = $1',
    [one.orderId],
  );
  await first.page.goto(
    `${server.officeUrl}/tasks/${await openTaskId(server, 'refund_release', refund!.id)}`,
  );
  await first.page.getByText('這筆款項不是由會員的帳戶匯入').waitFor();
  await first.page.getByRole('checkbox', { name: /我已核對金額/ }).check();
  await pressAnywhere(first.page, '放行退款');
  await first.page.getByRole('heading', { level: 2, name: '已放行退款' }).waitFor();

  const payment = await openTaskId(server, 'payment_check', null);
  await second.page.goto(`${server.officeUrl}/tasks/${payment}`);
  const payees = second.page.getByRole('region', { name: '退回第三人的款項' });
  await payees.getByText('林美惠').waitFor();
  await payees.getByText('808 玉山商業銀行 ****0077').waitFor();
  await payees.getByText('溢繳退款').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^覆核付款/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對 1 筆/ }).check();
  await pressAnywhere(second.page, '覆核付款');
  await second.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();
  await drain(server.services);

  const member = await pages.open();
  await enter(member.page, one, '/account/invest');
  await visit(member.page, `/investment/bank-transfer?order=${one.orderId}`);
  await member.page.getByText('由他人代付，退回原付款帳戶').waitFor();
  expect([...first.complaints, ...second.complaints, ...member.complaints]).toEqual([]);
});

test('a surplus of somebody else is withdrawn if the bank takes their payment back', async () => {
  const { loan, account } = await lentLoan(server, await newTeam(server));
  const seq = await payLoan(server, account, 900, aunt);
  await assign(seq, { loanId: String(loan.id) });
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  const path = `/money/payouts?view=list&member=${loan.borrower.id}`;
  const { page, complaints } = await operatorAt(server, pages, ['finance'], path);
  const row = page.getByRole('row').filter({ hasText: '溢繳退款' });
  await row.getByText('待放行').waitFor();
  await payLoan(server, account, 900, { reverses: seq });
  await page.reload();
  await row.getByText('已取消').waitFor();
  await row.getByText('原入帳已沖正，不再退回').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
