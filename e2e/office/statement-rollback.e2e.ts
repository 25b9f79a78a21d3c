// Browser tests of statement files: files of many kinds are uploaded, approved and booked; and a
// file is rolled back: one person asks with a reason, another decides, and its page says so.
import { expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { drain } from '../../server/worker.ts';
import { commitStatements } from '../../tests/actors/loans.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, follow, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { layoutsOfKinds, statementKinds } from '../kit/statement-kinds.ts';

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
  await expectText(page, '已提出復原，等待另一位同仁核可');
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

test('files of fifteen kinds book what they say, and name what they do not say', async () => {
  const maker = await operatorAt(server, pages, ['finance'], '/money/statements');
  const checker = await operatorAt(server, pages, ['approver'], '/money/statements');
  for (const [name, mapping] of Object.entries(layoutsOfKinds)) {
    await server.ok(bankingOffice.saveLayout, { name, mapping }, maker.operator);
  }
  const orders = [];
  for (let k = 0; k < 15; k += 1) orders.push([await placed(3_000), await placed(3_000)] as const);
  const day = addDays(dayOf(server.services.clock.now()), -1);
  const accounts = orders.map(([one, two]) => [one.account, two.account] as const);
  const kinds = statementKinds(day, accounts);
  expect(kinds).toHaveLength(15);
  for (const [k, { name, layout, bytes, named, refused, booked, closes }] of kinds.entries()) {
    const { page } = maker;
    await page.goto(`${server.officeUrl}/money/statements`);
    await pressAnywhere(page, '匯入對帳單');
    const file = { name, mimeType: 'text/csv', buffer: bytes };
    await page.getByLabel('檔案', { exact: true }).setInputFiles(file);
    const form = page.getByRole('form', { name: '匯入對帳單' });
    await form.getByLabel('對帳單格式').selectOption({ label: layout });
    await form.getByRole('button', { name: '匯入', exact: true }).click();
    if (refused) {
      await form.getByText(refused).first().waitFor();
      continue;
    }
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await drain(server.services);
    await expectText(page, '這個檔案尚未入帳，待另一位同仁核定');
    for (const why of named) await page.getByRole('cell', { name: why }).first().waitFor();
    const second = checker.page;
    await second.goto(page.url());
    await follow(second, '前往核定');
    await second.getByRole('radio', { name: /^核定入帳/ }).check();
    await second.getByRole('checkbox', { name: /我已向銀行核對這個檔案/ }).check();
    await pressAnywhere(second, '核定入帳');
    await second.getByRole('heading', { level: 2, name: '已核定入帳' }).waitFor();
    await drain(server.services);
    const id = page.url().split('/').at(-1)!;
    const { data } = await server.ok(bankingOffice.getStatement, { id }, maker.operator);
    expect(data, name).toMatchObject({ state: 'done', booked, problems: named.length });
    const paid = await Promise.all(orders[k]!.map(orderOf));
    expect(paid.filter(({ status }) => status === 10).length, name).toBe(booked);
    const closed = await server.rows('select from banking.closed_day where statement_id = $1', [
      id,
    ]);
    // The first file without a doubt closes the day, and no file before it does.
    const isFirst = closes && !kinds.slice(0, k).some((kind) => kind.closes);
    expect(closed.length, name).toBe(isFirst ? 1 : 0);
    expect(closes).toBe(named.length === 0);
  }
  expect([...maker.complaints, ...checker.complaints].filter((one) => !/4\d\d/.test(one))).toEqual(
    [],
  );
});
