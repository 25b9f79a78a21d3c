// Browser test of reviews and of the member page: a decision made by keyboard, personal data shown
// after a reason was given, and a verification that is reset.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { identity } from '#contract/identity/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verification } from '#contract/verification/calls.ts';
import { newPhone, newVerifiedMember, stepUp } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import {
  bankAccount,
  ownAccount,
  personalInfo,
  pictures,
  stepsOn,
} from '../../tests/actors/verifying.ts';
import { isDecided } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
let steps: ReturnType<typeof stepsOn>;
beforeAll(() => {
  steps = stepsOn(server);
});

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');

/**
 * Ignores the 401 that the browser reports because the office answers it when nobody is signed in.
 */
const own = (complaints: readonly string[]) => complaints.filter((what) => !what.includes('401'));

/** Takes the next task of a kind with its shortcut key; shortcuts work once the task is shown. */
async function takeNext(page: Page, kind: string): Promise<void> {
  await page.goto(`${server.officeUrl}/tasks?kind=${kind}`);
  await page.getByRole('button', { name: '取得下一件' }).waitFor();
  await page.keyboard.press('n');
  await page.locator('.office-check').first().waitFor();
}

const outcome = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text }).waitFor();
async function openMember(page: Page, q: string): Promise<void> {
  await page.goto(`${server.officeUrl}/members`);
  await page.getByLabel('搜尋會員').fill(q);
  await page.keyboard.press('Enter');
  await page.getByText('符合的會員，1 位').waitFor();
  await page.locator('[data-row]').click();
  await page.getByRole('heading', { level: 2, name: '歷程' }).waitFor();
}

/** The search and filters of the list are restored by going back and by its URL alone. */
async function leadsBack(page: Page, q: string): Promise<void> {
  await page.goBack();
  await page.getByRole('link', { name: '審核通過' }).click();
  await page.locator('.office-filter[aria-current=page]', { hasText: '審核通過' }).waitFor();
  await page.getByText('符合的會員，1 位').waitFor();
  const { hash, search } = new URL(page.url());
  expect([hash, search]).toEqual([`#${new URLSearchParams({ q })}`, '?file=approved']);
  await page.reload();
  await page.getByText('符合的會員，1 位').waitFor();
  expect(await page.getByLabel('搜尋會員').inputValue()).toBe(q);
}

/** Opens an action's dialog, enters the reason, and confirms. */
async function act(page: Page, opener: string, button: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).first().click();
  // The dialog is found by its name, because the previous dialog may still be closing.
  const dialog = page.getByRole('dialog', { name: opener });
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

test('a reviewer decides by keyboard: requests documents, then approves', async () => {
  const member = await steps.memberAt(4);
  const { page, complaints } = await atWork('reviewer');
  await takeNext(page, 'identity_review');
  await page.getByRole('img', { name: '身分證正面' }).waitFor();
  await page.getByText('請先逐項核對申報資料').waitFor();
  const wrong = ['戶籍地址', '手持證件自拍'];
  const all = await page.locator('.office-check .name').allTextContents();
  expect(all).toHaveLength(12);
  for (const name of all) await page.keyboard.press(wrong.includes(name) ? 'x' : 'y');
  await page.getByText('有 2 項不符，請要求補件').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('r');
  await page.keyboard.type('資料');
  await page.getByLabel('基本資料的常用原因').selectOption('資料與證件不符');
  await page.getByLabel('身分證件的常用原因').selectOption('反光遮住文字');
  await page.getByLabel('身分證件的說明').fill('請避開燈光重新拍攝');
  await page.keyboard.press('Enter');
  await isDecided(page, '已要求補件');
  const { supplement, verifiedIDstatus } = await steps.infoOf(member);
  expect(verifiedIDstatus).toBe(2);
  expect(supplement).toEqual([
    { item: 'basic', fields: ['registeredAddress'], reason: '資料與證件不符' },
    { item: 'id', fields: ['selfie'], reason: '反光遮住文字：請避開燈光重新拍攝' },
  ]);

  const { registeredAddress } = personalInfo();
  const how = { token: member.token };
  await server.ok(verification.personalInfo, { registeredAddress }, how);
  await steps.giveAgain('supplementIdInfo', member, {}, ['selfie']);
  await server.ok(verificationChanges.submitSupplement, {}, how);
  await takeNext(page, 'identity_review');
  for (const _ of all) await page.keyboard.press('y');
  await page.getByText(`已核對 ${all.length}／${all.length} 項`).waitFor();
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
  expect((await steps.infoOf(member)).verifiedIDstatus).toBe(3);
  await expectAccessible(page);
  expect(own(complaints)).toEqual([]);
});

test('keys work at once and after undo, which returns the next task', async () => {
  await server.rows(`update tasks.task set status = 'done' where kind = 'identity_review'`);
  for (const _ of [1, 2]) await steps.memberAt(4, ownAccount());
  const [first, second] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'identity_review' and status = 'open' order by id`,
  );
  const { page, complaints } = await atWork('reviewer');
  await takeNext(page, 'identity_review');
  // The papers fill the screen, and say how to come back.
  await page.getByRole('button', { name: '全螢幕' }).click();
  await page.getByRole('button', { name: '離開全螢幕' }).click();
  await page.getByRole('button', { name: '全螢幕', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/tasks/${first!.id}`);
  // Not everything is checked yet, so the shortcut key shows what is missing and decides nothing.
  await page.keyboard.press('a');
  await page.getByRole('status').getByText('請先逐項核對申報資料').waitFor();
  const rows = page.locator('.office-check');
  await page.keyboard.press('x');
  expect(await rows.first().getAttribute('data-verdict')).toBe('wrong');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('y');
  // The key N only takes the next task and does not change the current row.
  await page.keyboard.press('n');
  expect(await page.locator('.office-check[data-verdict]').count()).toBe(1);
  for (let left = (await rows.count()) - 1; left > 0; left -= 1) await page.keyboard.press('y');
  server.services.undoSeconds = 900;
  try {
    await page.keyboard.press('a');
    await page.waitForURL((url) => url.pathname === `/tasks/${second!.id}`);
    await page.getByRole('region', { name: '尚未生效的決定' }).waitFor();
  } finally {
    server.services.undoSeconds = 0;
  }
  const release = page.waitForResponse((one) => one.url().endsWith('/tasks/release'));
  await page.keyboard.press('z');
  await page.waitForURL((url) => url.pathname === `/tasks/${first!.id}`);
  expect((await release).status()).toBe(200);
  const [after] = await server.rows<{ assignee: string | null }>(
    'select assignee_id as assignee from tasks.task where id = $1',
    [second!.id],
  );
  expect(after!.assignee).toBeNull();

  // After the undo the rows are still marked as checked, so the key A decides at once, and the same
  // next task opens.
  await page.locator('.office-check[data-verdict=right]').first().waitFor();
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
  await page.waitForURL((url) => url.pathname === `/tasks/${second!.id}`);
  expect(own(complaints)).toEqual([]);
});

test('the second operator to decide is told who decided first', async () => {
  const member = await newVerifiedMember(server);
  const proof = { kind: 2, monthlyIncome: 58_000, from: '2026-05-01', to: '2026-07-31' };
  const files = await pictures('image');
  await server.ok(verification.sendFinancialStatement, proof, { token: member.token, files });
  const [one, other] = [await atWork('reviewer'), await atWork('reviewer')];
  const [task] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'financial_review' and status = 'open'`,
  );
  for (const { page } of [one, other]) {
    await page.goto(`${server.officeUrl}/tasks/${task?.id}`);
    await page.locator('.office-check').first().waitFor();
    for (let field = 0; field < 5; field += 1) await page.keyboard.press('y');
  }
  await expectAccessible(one.page);
  await one.page.keyboard.press('a');
  await isDecided(one.page, '已通過');
  await other.page.keyboard.press('a');
  await other.page
    .getByText(/此案件剛被 測試 .+ 處理/)
    .first()
    .waitFor();
  await outcome(other.page, '已通過');
  expect((await steps.infoOf(member)).isFinancialStatus).toBe(true);
  expect(own(one.complaints)).toEqual([]);
});

test('a change of account is shown beside the account in force, and approved', async () => {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  await stepUp(server, member, phone);
  const files = await pictures('image');
  await server.ok(verificationChanges.changeBank, bankAccount, { token: member.token, files });
  const { page, complaints } = await atWork('reviewer');
  await takeNext(page, 'account_change_review');
  await page.getByRole('img', { name: '新存摺封面' }).waitFor();
  await page.getByText('原 004 臺灣銀行').waitFor();
  await page.getByRole('button', { name: '顯示完整號碼' }).click();
  await page.getByText(bankAccount.account.replaceAll('-', '')).waitFor();
  await expectAccessible(page);
  await page.locator('.office-check button').first().focus();
  for (let field = 0; field < 3; field += 1) await page.keyboard.press('y');
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
  const { data } = await server.ok(verificationChanges.accountChanges, {}, { token: member.token });
  expect(JSON.stringify(data)).toContain('approved');
  expect(own(complaints)).toEqual([]);
});

test('a member is found, unmasked with a reason, signed out and reset', async () => {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  const { page, complaints } = await atWork('reviewer');
  await openMember(page, phone);
  await leadsBack(page, phone);
  await page.locator('[data-row]').click();
  await page.getByRole('heading', { level: 2, name: '歷程' }).waitFor();
  expect(page.url()).not.toContain(phone);
  expect(await page.getByText(phone).count()).toBe(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: '顯示完整資料' }).click();
  await page.getByRole('checkbox', { name: '手機' }).check();
  await page.getByRole('dialog').getByLabel('原因').fill('電話回覆客訴');
  await expectAccessible(page);
  await page.getByRole('button', { name: '顯示', exact: true }).click();
  await page.getByText(phone).waitFor();
  await page.getByText('原因：電話回覆客訴').waitFor();

  await act(page, '登出所有裝置', '全部登出', '客戶來電表示手機遺失');
  await page.getByText('目前沒有登入中的裝置', { exact: true }).first().waitFor();
  const asMember = { token: member.token };
  expect((await server.ask(identity.accountInfo, {}, asMember)).status).toBe(401);

  await page.getByRole('button', { name: '重設驗證步驟' }).click();
  await page.getByLabel('重新開始的步驟').selectOption('從「身分證件」開始');
  const reset = page.getByRole('dialog', { name: '重設驗證步驟' });
  await reset.getByLabel('原因').fill('證件遭冒用');
  await page.getByRole('button', { name: '重設', exact: true }).click();
  await page.getByText('待身分證件').first().waitFor();
  await page.getByText('原因：證件遭冒用', { exact: true }).waitFor();
  await page.getByRole('link', { name: '通知', exact: true }).click();
  // The member receives the notice on the site and by mail.
  const told = page.getByText('請重新完成身分驗證');
  await told.first().waitFor();
  expect(await told.count()).toBe(2);
  expect(page.url()).toContain('group=message');
  await expectAccessible(page);
  expect(own(complaints)).toEqual([]);
});

test('an approver suspends a member and reinstates them', async () => {
  const member = await newVerifiedMember(server);
  const { page } = await atWork('approver');
  await openMember(page, member.email);
  expect(await page.getByRole('button', { name: '重設驗證步驟' }).count()).toBe(0);
  await act(page, '暫停帳戶', '暫停帳戶', '疑似遭冒用');
  await page.getByText('這個帳戶目前暫停使用').waitFor();
  await expectAccessible(page);
  await act(page, '恢復帳戶', '恢復帳戶', '已確認本人');
  await page.getByRole('button', { name: '暫停帳戶' }).waitFor();
});

test('an auditor sees everything and can change nothing', async () => {
  const member = await steps.memberAt(4);
  const { page, complaints } = await atWork('auditor');
  await openMember(page, String(member.email));
  await page.getByText('您的角色可以查看，無法變更。').waitFor();
  // A look at the links changes nothing; it is recorded.
  const buttons = page.getByRole('main').getByRole('button');
  expect(await buttons.allTextContents()).toEqual(['查看關聯']);
  await page.getByRole('region', { name: '往來' }).getByRole('link', { name: '身分審核' }).click();
  await page.getByText('這類工作由「審核」決定，您可以查看內容。').waitFor();
  expect(await page.getByRole('button', { name: '通過' }).count()).toBe(0);
  expect(await page.locator('.office-check button').count()).toBe(0);
  await page.getByText('5 份文件，僅供承辦這件工作的人員查看。').waitFor();
  await expectAccessible(page);
  expect(own(complaints)).toEqual([]);
});

test('an editor sees no members, not even with a direct URL', async () => {
  const { page } = await atWork('editor');
  expect(await page.getByRole('link', { name: '會員' }).count()).toBe(0);
  await page.goto(`${server.officeUrl}/members`);
  await page.getByText('您的角色無法查看會員').waitFor();
});
