// Browser test of the warnings about payees: the maker answers those of several refunds in one
// dialog, and the second person reads the answers beside the payments and holds one of them.
import { expect, test } from 'vitest';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { placed, pay } = paymentsOn(server);

/** Gives a member an account of their own, which another member has as well. */
async function share(memberId: number) {
  const { secrets } = server.services;
  const number = '00407770000099';
  const hash = secrets.fingerprint('bankAccount', `004:${number}`);
  await server.rows(
    'update verification.bank_account set account = $2, account_hash = $3 where member_id = $1',
    [memberId, secrets.encrypt('verification.bank_account.account', memberId, number), hash],
  );
  const other = await newVerifiedMember(server);
  await server.rows('update verification.bank_account set account_hash = $2 where member_id = $1', [
    other.id,
    hash,
  ]);
  return other;
}

test('several refunds ask in one dialog, and the second person reads the answers', async () => {
  const orders = [await placed(5_000), await placed(5_000), await placed(5_000)];
  for (const order of orders) await pay(order, 5_900);
  const other = await share(orders[1]!.id);

  const maker = await operatorAt(server, pages, ['finance'], '/money/refunds');
  const { page } = maker;
  const row = page.getByRole('row').filter({ hasText: `會員 ${orders[1]!.id} ` });
  await row.getByText('共用帳戶').waitFor();
  await row.getByRole('link', { name: `會員 ${other.id} 王○明` }).waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '選取本頁全部');
  await pressAnywhere(page, '放行成一個批次');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('還有 2 項需確認的事項未回答').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(2);
  await dialog.getByRole('button', { name: '存摺封面為本人戶名' }).click();
  await dialog.getByRole('textbox').last().fill('已致電本人確認帳戶與戶名');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '放行成一個批次' }).click();
  await page.getByRole('heading', { level: 1, name: /^退款批次/ }).waitFor();

  await page.getByRole('link', { name: '前往覆核' }).waitFor();
  const second = await operatorAt(server, pages, ['approver'], '/money/batches');
  await second.page.goto(page.url());
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  const payments = second.page.getByRole('region', { name: '付款明細' });
  await payments.getByRole('link', { name: `會員 ${other.id} 王○明` }).waitFor();
  await second.page.getByText('已致電本人確認帳戶與戶名').waitFor();
  // One payment is held, and the others go.
  await payments.getByRole('checkbox').nth(1).check();
  await second.page.getByText('保留 1 筆，這次不匯出').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^覆核付款/ }).check();
  await second.page.getByRole('textbox', { name: '原因' }).fill('共用帳戶待查');
  await second.page.getByRole('checkbox', { name: /我已核對 2 筆/ }).check();
  await pressAnywhere(second.page, '覆核付款');
  await second.page.getByRole('heading', { level: 2, name: '已覆核付款' }).waitFor();
  await page.goto(`${server.officeUrl}/money/refunds?state=held`);
  await page.getByText('覆核時保留：共用帳戶待查').waitFor();
  expect(serious([...maker.complaints, ...second.complaints])).toEqual([]);
});
