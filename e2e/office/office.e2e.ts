// Browser test of the back office: operators sign in, decide tasks and hand tasks over to each
// other.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { totpOf } from '../../actors/operator.ts';
import { loanOf } from '../../actors/loan.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { signedLoan } from '../../tests/actors/loans.ts';
import { fromElsewhere, newOperator, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { runRequestedJobs } from '../../server/worker.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

type Newcomer = Awaited<ReturnType<typeof newOperator>>;

/**
 * Fills in the login form, with the code of the next half minute because the current one was
 * already used.
 */
async function signIn(page: Page, { email, totpSecret }: Newcomer, code?: string): Promise<void> {
  await page.getByLabel('電子郵件').fill(email);
  await page.getByLabel('密碼', { exact: true }).fill(password);
  await page.getByLabel('驗證碼').fill(code ?? totpOf(totpSecret, 1));
  await page.getByRole('button', { name: '登入' }).click();
}

/** Opens a page with a separate IP address, so that its sign-ins are counted separately. */
async function desk() {
  const opened = await pages.open();
  await opened.page.context().setExtraHTTPHeaders(fromElsewhere());
  return opened;
}

/** Opens the front page of the office as an operator with these roles. */
async function atWork(...roles: Role[]) {
  const operator = await newOperator(server, roles);
  const { page, complaints } = await desk();
  await page.goto(server.officeUrl);
  await signIn(page, operator);
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  return { operator, page, complaints };
}

/** Opens the first task of a kind with the keyboard. */
async function openFirst(page: Page, kind: string): Promise<void> {
  await page.goto(`${server.officeUrl}/tasks?kind=${kind}`);
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: '決定', exact: true }).waitFor();
}

const outcome = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text }).waitFor();

const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();

/**
 * Ignores the 401 that the browser reports because the office answers it when nobody is signed in.
 */
const own = (complaints: readonly string[]) => complaints.filter((what) => !what.includes('401'));

test('the office is closed without the right password and code', async () => {
  const operator = await newOperator(server, ['reviewer']);
  const { page, complaints } = await desk();
  await page.goto(`${server.officeUrl}/tasks?kind=loan_review`);
  await page.waitForURL(/\/login\?redirectTo=/);
  await expectAccessible(page);
  await signIn(page, operator, '000000');
  await page.getByText('電子郵件或密碼不正確').waitFor();
  await signIn(page, operator);
  await page.waitForURL(/\/tasks\?kind=loan_review$/);
  await page.getByText('沒有待處理的申貸審核').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '登出' }).click();
  await page.waitForURL(/\/login$/);
  await page.goto(server.officeUrl);
  await page.waitForURL(/\/login/);
  expect(own(complaints).filter((what) => !what.includes('422'))).toEqual([]);
});

test('the login leads back to a search, whose text no address sends to the server', async () => {
  const operator = await newOperator(server, ['reviewer']);
  const { page } = await desk();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(decodeURIComponent(request.url())));
  const found = `/members?standing=open#${new URLSearchParams({ q: '林小溪' })}`;
  const search = page.getByRole('searchbox', { name: '搜尋會員' });
  await page.goto(server.officeUrl + found);
  await page.waitForURL(/\/login\?redirectTo=/);
  await signIn(page, operator);
  await page.waitForURL(server.officeUrl + found);
  expect(await search.inputValue()).toBe('林小溪');

  // A search in a page that is already open is kept too if the session ends meanwhile.
  await search.fill('陳大河');
  await page.getByRole('button', { name: '搜尋', exact: true }).last().click();
  await page.getByText('找不到符合的會員').waitFor();
  await server.rows('update identity.operator_session set ends_at = now()');
  await page.reload();
  await page.waitForURL(/\/login\?redirectTo=/);
  await signIn(page, await newOperator(server, ['reviewer']));
  await page.waitForURL((url) => url.pathname === '/members');
  expect(await search.inputValue()).toBe('陳大河');
  const pagesAsked = requested.filter((url) => !url.includes('/ops/'));
  expect(pagesAsked.filter((url) => /林小溪|陳大河/.test(url.split('#')[0]!))).toEqual([]);
});

test('one operator proposes the terms of a loan, another one approves them', async () => {
  const { borrower } = await audited(server, await newOffice(server));
  const both = await atWork('reviewer', 'approver');
  const { page } = both;
  await openFirst(page, 'loan_review');
  await choose(page, '核准');
  await page.getByLabel('核准金額').fill('90000');
  await page.getByLabel('年化利率').fill('9');
  await page.getByText('每期還款').waitFor();
  // The page, not the server, calculates this amount: the equal instalment of 90,000 at 9 % over 12
  // months, rounded up.
  await page.getByText('$ 7,871').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('風險等級').selectOption('A1');
  await page.getByRole('textbox', { name: /^備註/ }).fill('收入穩定');
  await pressAnywhere(page, '核准');
  await outcome(page, '已提出核准條件');

  await openFirst(page, 'loan_approval');
  await page.getByText('這項工作由您經辦').waitFor();
  const decision = page.locator('.office-decision');
  await decision.getByText('經辦人不可覆核自己的案件').waitFor();
  expect(await decision.locator('button, input, textarea').count()).toBe(0);

  const approver = await atWork('approver');
  await openFirst(approver.page, 'loan_approval');
  await expectAccessible(approver.page);
  await choose(approver.page, '核准');
  await approver.page.getByText('送出即表示您已核對').waitFor();
  await pressAnywhere(approver.page, '核准');
  await outcome(approver.page, '已核准');
  expect((await loanOf(server, borrower)).offer).toMatchObject({ amount: 90_000, annualRate: 9 });

  // An operator who still has the task open sees after a reload that it is done.
  await page.reload();
  await outcome(page, '已核准');
  expect(own(approver.complaints)).toEqual([]);
});

test('finance releases a disbursement, and all invariants of the ledger hold', async () => {
  await signedLoan(server);
  const { page, complaints } = await atWork('finance');
  await page.getByText(/項帳務規則全部相符/).waitFor();
  await openFirst(page, 'disbursement_release');
  await expectAccessible(page);
  await choose(page, '放行撥款');
  await page.getByText('送出即表示您已核對金額').waitFor();
  await pressAnywhere(page, '放行撥款');
  await outcome(page, '已放行');
  await page.goto(`${server.officeUrl}/books`);
  await page.getByRole('heading', { level: 2, name: '帳務規則' }).waitFor();
  await expectAccessible(page);
  expect(own(complaints)).toEqual([]);
});

test('an auditor filters the audit log, opens a row and exports it', async () => {
  const { operator, page, complaints } = await atWork('auditor');
  await page.getByRole('link', { name: '稽核紀錄' }).click();
  await page.getByRole('heading', { level: 1, name: '稽核紀錄' }).waitFor();
  await page.getByLabel('動作', { exact: true }).fill('identity.operator_login');
  await page.getByLabel('操作者編號').fill(String(operator.id));
  await page.getByRole('button', { name: '篩選' }).click();
  // The log has one entry for the creation of the operator and one for the sign-in of this test.
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('actorId')).toBe(String(operator.id));
  await page.locator('tbody summary').first().click();
  await page.getByText('鏈上位置').first().waitFor();
  await expectAccessible(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載 CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('稽核紀錄.csv');
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

test('the health page shows failures, and an admin retries a job', async () => {
  await server.rows(
    `insert into app.job (name, each, started_at, finished_at, failure, failures)
     values ('gatherPayouts', 'day', now(), now(), 'Error: no connection', 2)`,
  );
  const { page } = await atWork('admin');
  await page.getByRole('link', { name: '系統健康' }).click();
  await page.getByText('1 項排程失敗').waitFor();
  await expectAccessible(page);
  const row = page.getByRole('row', { name: /彙整收益撥付/ });
  await row.getByText('連續失敗 2 次').waitFor();
  await row.getByRole('button', { name: '重新執行' }).click();
  await row.getByText('執行中').waitFor();
  await runRequestedJobs(server.services);
  await page.reload();
  await page.getByText('系統運作正常').waitFor();
  // A job that has not failed is requested as well, such as after money was corrected.
  await row.getByText('正常').waitFor();
  await row.getByRole('button', { name: '重新執行' }).click();
  await row.getByText('執行中').waitFor();
});
