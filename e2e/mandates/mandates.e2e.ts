// Browser test of debits by mandate: a borrower signs, follows, stops and resumes a mandate; an
// investor pays an order by debit; finance reads debits, mandates, files and answers.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assess } from '../../actors/loan.ts';
import { drain } from '../../server/worker.ts';
import { debitOrders } from '../../server/mandates/debits.ts';
import {
  disburse,
  goTo,
  liveThrough,
  newTeam,
  schedule,
  signedLoan,
  today,
} from '../../tests/actors/loans.ts';
import {
  authorise,
  damageIdentity,
  debitedLoan,
  type Debtor,
  debitsOf,
  goToDebit,
  newDebtor,
} from '../../tests/actors/mandates.ts';
import { newCase } from '../../tests/actors/market.ts';
import { codeSentTo } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import {
  expectText,
  expectToast,
  follow,
  heading,
  press,
  pressAnywhere,
  pressOnly,
  serious,
} from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

const box = (page: Page, name: string) => page.getByRole('checkbox', { name });

/** Fills in the form and signs it with the code of a text message. */
async function sign(page: Page, member: Debtor, scopes: readonly string[], ceiling: string) {
  for (const scope of scopes) await box(page, scope).check();
  await page.getByRole('textbox', { name: '每筆上限' }).fill(ceiling);
  await box(page, '我已閱讀《委託轉帳代收款項授權書》').check();
  await box(page, '我同意以簡訊驗證或通行密鑰作為電子簽章').check();
  await pressOnly(page, '取得驗證碼');
  const code = page.getByLabel('簡訊驗證碼').first();
  await code.waitFor();
  await code.fill(await codeSentTo(server, member.phone));
  await pressOnly(page, '簽署授權書');
  await expectToast(page, '授權書已送交銀行核印');
}

/** Chooses the bank's answer on the page of the demonstration. */
async function answerOnPage(page: Page, label: string) {
  await visit(page, '/account/faker_api');
  await page.getByRole('combobox', { name: '回覆' }).selectOption({ label });
  await pressOnly(page, '設定回覆');
  await expectText(page, `之後的回覆：${label}`);
}

async function reload(page: Page) {
  await page.reload();
  await hydrated(page);
}

test('a borrower signs a mandate, and the instalment is debited', async () => {
  const borrower = await newDebtor(server);
  const loan = await signedLoan(server, undefined, { borrower });
  await disburse(server, loan, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  const { page, complaints } = await pages.open();
  await enter(page, borrower, '/account/loan');
  await expectText(page, '不想每期自己轉帳？');
  await follow(page, '設定授權扣款');
  await heading(page, '授權扣款');
  await expectAccessible(page);
  await page.getByText('收款人').waitFor();
  await pressOnly(page, '取得驗證碼');
  await page.getByLabel('簡訊驗證碼').first().fill('123456');
  await pressOnly(page, '簽署授權書');
  await expectText(page, '請至少選擇一項');
  await reload(page);
  await server.rows(`update identity.sms_code set created_at = created_at - interval '1 hour'`);
  await sign(page, borrower, ['每期還款'], '5000');
  await expectText(page, '授權書已送交銀行核印，通常需要幾個營業日');
  await expectAccessible(page);
  await drain(server.services);
  await reload(page);
  await expectText(page, '授權中');
  await visit(page, '/account/loan');
  await expectText(page, '下期超過您設定的每筆上限，請自行轉帳');
  await follow(page, '查看授權扣款');
  await pressOnly(page, '停止授權');
  const dialog = page.getByRole('dialog', { name: '停止授權扣款？' });
  await dialog.getByText('已送交銀行的扣款不受影響').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '停止授權' }).click();
  await expectToast(page, '已停止授權扣款');
  await expectText(page, '先前的授權已結束');
  await server.rows(`update identity.sms_code set created_at = created_at - interval '1 hour'`);
  await sign(page, borrower, ['每期還款', '出資款'], '50000');
  await drain(server.services);
  await reload(page);
  await expectText(page, '下次扣款');
  await page.getByText('$ 8,885').first().waitFor();
  await visit(page, '/account/loan');
  await expectText(page, '已設定授權扣款，不需自行轉帳');
  await expectAccessible(page);
  await goTo(server, first!.payableUntil);
  await visit(page, '/account/mandate');
  await page.getByRole('row', { name: /還款第 1 期.*已扣款.*8,885/ }).waitFor();
  await expectAccessible(page);
  await visit(page, '/account/profile');
  await expectText(page, '授權中');
  expect(serious(complaints)).toEqual([]);
});

test('a mandate that the bank refuses says why', async () => {
  const member = await newDebtor(server);
  const { page } = await pages.open();
  await enter(page, member, '/account/faker_api');
  await answerOnPage(page, '授權核印：1 印鑑不符');
  await expectAccessible(page);
  await visit(page, '/account/profile');
  await follow(page, '設定授權扣款');
  await sign(page, member, ['出資款'], '20000');
  await drain(server.services);
  await reload(page);
  await expectText(page, '銀行未核准：印鑑不符');
  await expectAccessible(page);
  await answerOnPage(page, '授權核印：正常');
});

test('a mandate pauses after two failures, and the borrower resumes it', async () => {
  const borrower = await newDebtor(server);
  const loan = await signedLoan(server, undefined, { borrower });
  await disburse(server, loan, await newTeam(server));
  await authorise(server, borrower);
  const [first] = await schedule(server, loan.id);
  const { page } = await pages.open({ mobile: true });
  await enter(page, borrower, '/account/faker_api');
  await answerOnPage(page, '扣款：01 存款不足');
  await goTo(server, first!.payableUntil);
  await visit(page, '/account/mandate');
  await page.getByRole('row', { name: /扣款未成功.*存款不足.*再扣一次/ }).waitFor();
  const [debit] = await debitsOf(server, borrower);
  while (today(server) < debit!.retryOn!) await liveThrough(server, 1);
  await answerOnPage(page, '扣款：正常');
  await visit(page, '/account/loan');
  await visit(page, '/account/mandate');
  await expectText(page, '連續 2 次未成功，已暫停扣款');
  await expectAccessible(page);
  await pressOnly(page, '恢復扣款');
  await expectToast(page, '已恢復授權扣款');
  await expectText(page, '授權中');
});

test('an investor pays an order by debit, chosen before or after ordering', async () => {
  const investor = await newDebtor(server);
  await assess(server, investor);
  const loanId = await newCase(server);
  const { page, complaints } = await pages.open();
  await enter(page, investor, `/investment/${loanId}/confirm?amount=10000`);
  expect(await page.getByRole('radio', { name: /授權扣款/ }).count()).toBe(0);
  await authorise(server, investor);
  await reload(page);
  await page.getByRole('radio', { name: /授權扣款/ }).check();
  for (const name of ['我了解可能無法收回', '我已閱讀《出資契約》', '我的出資金額在']) {
    await box(page, name).check();
  }
  await press(page, '確認出資');
  await expectText(page, '這筆出資將自動扣款，請勿轉帳');
  await expectAccessible(page);
  await debitOrders(server.services);
  await drain(server.services);
  await reload(page);
  await heading(page, '出資成功');

  const other = await newCase(server);
  await visit(page, `/investment/${other}/confirm?amount=10000`);
  for (const name of ['我了解可能無法收回', '我已閱讀《出資契約》', '我的出資金額在']) {
    await box(page, name).check();
  }
  await press(page, '確認出資');
  await pressOnly(page, '改用授權扣款');
  await expectToast(page, '這筆出資將自動扣款');
  await expectText(page, '這筆出資將自動扣款，請勿轉帳');
  const { bank } = server.services.demonstration!;
  await bank.refuse({ type: 'P01', account: '', code: '01' });
  await debitOrders(server.services);
  await drain(server.services);
  await bank.refuse({ type: 'P01', account: '', code: null });
  await reload(page);
  await expectText(page, '扣款未成功：存款不足');
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});

test('a debit whose data are damaged is left to the borrower, and a person is asked', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await goToDebit(server, loan, 1);
  await damageIdentity(server, loan.borrower);
  await liveThrough(server, 1);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, loan.borrower, '/account/mandate');
  await page.getByRole('row', { name: /還款第 1 期.*未送出.*資料暫時無法讀取/ }).waitFor();
  await expectAccessible(page);
  await visit(page, '/account/notification');
  await expectText(page, '第 1 期這次不扣款');
  const office = await operatorAt(server, pages, ['finance'], '/tasks?kind=attention');
  await office.page.locator('[data-row]', { hasText: '沒有送出' }).first().click();
  await expectText(office.page, '會員的身分或帳戶資料無法讀取；已通知會員自行轉帳');
  await expectAccessible(office.page);
  await pressAnywhere(office.page, '確認完成');
  const open = () =>
    server.rows(
      `select from tasks.task where kind = 'attention' and subject_type = 'debit'
       and status = 'open'`,
    );
  await expect.poll(open).toEqual([]);
  expect(serious([...complaints, ...office.complaints])).toEqual([]);
});

test('finance reads debits, mandates, files and answers', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/money/debits');
  await heading(page, '授權扣款');
  await page.getByRole('row', { name: /還款第 1 期.*已扣款/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: '狀態' }).selectOption('refused');
  await press(page, '篩選');
  await page.getByRole('row', { name: /出資.*01 存款不足/ }).waitFor();
  const csv = async (name: string) => {
    const file = page.waitForEvent('download');
    await press(page, name);
    return readFile(await (await file).path());
  };
  expect(String(await csv('下載 CSV'))).toContain('存款不足');
  const tabs = page.getByRole('navigation', { name: '授權扣款' });
  await tabs.getByRole('link', { name: '授權', exact: true }).click();
  await heading(page, '會員的授權');
  await page.getByRole('row', { name: /銀行未核准.*印鑑不符/ }).waitFor();
  await expectAccessible(page);
  expect(String(await csv('下載 CSV'))).toContain('印鑑不符');
  await tabs.getByRole('link', { name: '扣款檔與回覆' }).click();
  await heading(page, '扣款檔與回覆');
  await page.getByRole('heading', { name: '銀行的回覆' }).waitFor();
  await expectAccessible(page);
  expect(String(await csv('下載 CSV'))).toContain('SHA-256');
  const contents = page.getByRole('navigation', { name: '內容' });
  await contents.getByRole('link', { name: '扣款', exact: true }).click();
  await page.waitForURL(/type=P01/);
  const bytes = await csv('下載 debits-');
  expect(bytes.subarray(0, 9).toString()).toBe('BOFACHP01');
  expect(serious(complaints)).toEqual([]);
});
