// Browser test of rolling back a statement file: one person asks with a reason, another decides,
// and the page of the file says what happened, or why it is not possible.
import { expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { dayOf } from '#contract/core/day.ts';
import { commitStatements } from '../../tests/actors/loans.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const environment = { BANK_STATEMENT_BANKS: '812' };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();
const { placed, orderOf } = paymentsOn(server);

/** Imports a file with one receipt, and a second person commits it; returns its page. */
async function bookedFile(name: string, account: string, amount: number) {
  const finance = await newOperator(server, ['finance']);
  const columns = { date: '日', seq: '號', credit: '入', virtualAccount: '帳', debit: '出' };
  const mapping = { bank: '812', columns };
  const layout = await server.ok(bankingOffice.saveLayout, { name, mapping }, finance);
  const today = dayOf(server.services.clock.now());
  const bytes = Buffer.from(`日,號,入,出,帳\r\n${today},${name},${amount},,${account}\r\n`);
  const file = { name: 'file', filename: `${name}.csv`, type: 'text/csv', bytes };
  const { data } = await server.ok(
    bankingOffice.importStatement,
    { layout: layout.data.id },
    { token: finance.token, files: [file] },
  );
  await commitStatements(server, await newOperator(server, ['approver']));
  return `/money/statements/${data.id}`;
}

test('two persons roll a file back, and a file whose money was used stays', async () => {
  const [one, other] = [await placed(3_000), await placed(4_000)];
  const path = await bookedFile('A-1', one.account, 3_000);
  const { page, complaints } = await operatorAt(server, pages, ['finance'], path);
  await pressAnywhere(page, '復原這份檔案的入帳');
  await page.getByLabel('原因').fill('重複匯入昨天的檔案');
  await expectAccessible(page);
  await pressAnywhere(page, '提出復原');
  await expectText(page, '已提出復原，等待另一位同事核可');
  await expectAccessible(page);

  const second = await operatorAt(server, pages, ['approver'], path);
  await follow(second.page, '前往核可');
  await second.page.getByRole('radio', { name: /^核可復原/ }).check();
  await second.page.getByRole('checkbox', { name: /1 筆、共 \$ 3,000 沖回/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '核可復原');
  await second.page.getByRole('heading', { level: 2, name: '已核可復原' }).waitFor();
  expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
  await page.reload();
  await expectText(page, '已復原');
  await expectText(page, '重複匯入昨天的檔案');
  await expectAccessible(page);

  // The overpaid part of the second file was already sent back to the payer.
  const used = await bookedFile('B-1', other.account, 5_000);
  const [refund] = await server.rows<{ id: string }>(
    'select id from investing.refund where order_id = $1',
    [other.orderId],
  );
  const maker = await newOperator(server, ['finance']);
  expect(await decide(server, maker, 'refund_release', refund!.id, 'release')).toBeNull();
  const checker = await newOperator(server, ['approver']);
  expect(await decide(server, checker, 'payment_check', null, 'approve')).toBeNull();
  await page.goto(server.officeUrl + used);
  await pressAnywhere(page, '復原這份檔案的入帳');
  await page.getByLabel('原因').fill('檔案有誤');
  await pressAnywhere(page, '提出復原');
  await expectText(page, /B-1 的款項已動用/);
  await expectAccessible(page);
  expect([...complaints, ...second.complaints].filter((one) => !one.includes('409'))).toEqual([]);
});
