// Test of the density of the inbox, and of the number of acts that each piece of work takes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import {
  audited,
  newOffice,
  offered,
  proveIncome,
  newBorrower,
} from '../../server/lending/testing/cases.ts';
import { openTask } from '../../server/tasks/front.ts';
import { inWork } from '../../server/work.ts';
import { lentLoan, newTeam, pay, signedLoan } from '../../tests/actors/loans.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { ownAccount, stepsOn } from '../../tests/actors/verifying.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { countActs } from '../kit/counted-acts.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);

/** Takes the next task of a kind with the key N, which is the first act of a piece of work. */
async function takeNext(kind: string, ...roles: Role[]) {
  const { page, complaints } = await atWork(`/tasks?kind=${kind}`, ...roles);
  await page.getByRole('button', { name: '取得下一件' }).waitFor();
  const acts = await countActs(page);
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 2, name: '決定', exact: true }).waitFor();
  return { page, acts, complaints };
}

const outcome = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text }).waitFor();

test.each([
  [1440, 900, 16],
  [1024, 768, 10],
])('at %i × %i the inbox shows at least %i tasks', async (width, height, least) => {
  for (let n = 1; n <= 30; n += 1) {
    const subject = { type: 'task', id: 70_000 + n, label: `備忘 ${70_000 + n}` } as const;
    await inWork(server.services, (work) =>
      openTask(work, { kind: 'attention', subject, detail: { why: '請確認' } }),
    );
  }
  await audited(server, await newOffice(server));
  const { page, complaints } = await atWork('/tasks', 'finance', 'reviewer', 'admin');
  await page.setViewportSize({ width, height });
  await page.locator('[data-row]').nth(20).waitFor();
  const bottoms = await page
    .locator('.office-inbox tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(least);
  const tabs = await page.getByRole('navigation', { name: '佇列' }).boundingBox();
  expect(tabs!.height).toBeLessThanOrEqual(42);
  await expectAccessible(page);

  await page.keyboard.press('/');
  await page.keyboard.type('備忘 70007');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the tasks of one subject stand together, with applicant, amount and flags', async () => {
  const { loan } = await offered(server, await newOffice(server));
  const about = { type: 'loan', id: Number(loan.id), label: loan.caseNo } as const;
  await inWork(server.services, async (work) => {
    await openTask(work, { kind: 'attention', subject: about, detail: { why: '請確認' } });
    await openTask(work, { kind: 'poll_decision', subject: about });
  });
  const { page } = await atWork('/tasks?order=newest', 'finance', 'approver', 'admin');
  const rows = page.locator('.office-inbox tbody tr', { hasText: loan.caseNo });
  await rows.nth(1).waitFor();
  const texts = await rows.allInnerTexts();
  expect(texts[0]).toContain('100,000');
  expect(texts[0]).toMatch(/.○/);
  expect(texts[1]).toContain('└');
});

test('an identity review takes at most six acts, with the papers in more than half', async () => {
  await stepsOn(server).memberAt(4, ownAccount());
  const { page, acts, complaints } = await takeNext('identity_review', 'reviewer');
  await page.locator('.office-check').first().waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  const papers = await page.locator('.office-case-papers').boundingBox();
  const whole = await page.locator('.office-case').boundingBox();
  expect(papers!.width / whole!.width).toBeGreaterThanOrEqual(0.55);
  // The checks of the program stand above the fields that are compared with the papers.
  const check = await page.getByText('年滿 18 歲').boundingBox();
  const field = await page.locator('.office-check').first().boundingBox();
  expect(check!.y).toBeLessThan(field!.y);

  await page.getByRole('button', { name: '顯示完整號碼' }).click();
  await page.getByRole('button', { name: '顯示完整號碼' }).waitFor({ state: 'detached' });
  for (const _group of ['基本資料', '身分證件', '銀行帳戶']) await page.keyboard.press('Shift+Y');
  await page.getByText('已核對 12／12 項').waitFor();
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
  expect(await acts()).toBeLessThanOrEqual(6);
  expect(complaints).toEqual([]);
});

test('the papers fill the screen with the key F', async () => {
  await stepsOn(server).memberAt(4, ownAccount());
  const { page } = await takeNext('identity_review', 'reviewer');
  await page.locator('.office-check').first().waitFor();
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
});

test('an income review takes at most four acts', async () => {
  await proveIncome(server, await newBorrower(server));
  const { page, acts } = await takeNext('financial_review', 'reviewer');
  await page.locator('.office-check').first().waitFor();
  await page.getByRole('button', { name: '財力證明整組相符' }).click();
  await page.keyboard.press('a');
  await isDecided(page, '已通過');
  expect(await acts()).toBeLessThanOrEqual(4);
});

test('a loan takes three acts of the reviewer and two of the approver', async () => {
  await audited(server, await newOffice(server));
  const reviewer = await takeNext('loan_review', 'reviewer');
  const { page } = reviewer;
  const inView = page.getByRole('region', { name: '評分建議' });
  await inView.getByText('總費用年百分率').waitFor();
  await page.getByText(/÷ 月收入/).waitFor();
  await page.keyboard.press('a');
  await page.getByLabel('核准金額').waitFor();
  await page.keyboard.press('a');
  await outcome(page, '已提出核准條件');
  expect(await reviewer.acts()).toBeLessThanOrEqual(3);

  const [task] = await server.rows<{ id: string }>(
    `select max(id)::text as id from tasks.task where kind = 'loan_approval' and status = 'open'`,
  );
  const approver = await atWork(`/tasks/${task!.id}`, 'approver');
  await approver.page.getByRole('region', { name: '提出的條件' }).waitFor();
  await expectAccessible(approver.page);
  const acts = await countActs(approver.page);
  await approver.page.keyboard.press('a');
  await approver.page.getByText('送出即表示您已核對').waitFor();
  await approver.page.keyboard.press('a');
  await outcome(approver.page, '已核准');
  expect(await acts()).toBeLessThanOrEqual(2);
});

test('a disbursement takes four acts of two persons', async () => {
  await newTeam(server);
  const loan = await signedLoan(server);
  let total = 0;
  const steps = [
    ['disbursement_release', '已放行', 'finance'],
    ['disbursement_check', '已覆核', 'approver'],
  ] as const;
  for (const [kind, done, role] of steps) {
    const task = await openTaskId(server, kind, loan.id);
    const { page } = await atWork(`/tasks/${task}`, role);
    await page.getByText('收款帳戶').first().waitFor();
    const acts = await countActs(page);
    await page.keyboard.press('a');
    await page.getByText('送出即表示您已核對金額').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 2, name: new RegExp(`^${done}`) }).waitFor();
    total += await acts();
  }
  expect(total).toBeLessThanOrEqual(4);
});

test('the money of a third party takes one act, its return, and is matched by hand', async () => {
  const { loan } = await lentLoan(server, await newTeam(server));
  const [row] = await server.rows<{ account: string }>(
    `select account from banking.virtual_account where subject_type = 'loan' and subject_id = $1`,
    [loan.id],
  );
  const aunt = { fromBank: '808', fromAccount: '80800000001234' };
  const paid = async (amount: number) => {
    await pay(server, row!.account, amount, aunt);
    const [receipt] = await server.rows<{ id: string }>(
      'select id from banking.receipt where amount = $1',
      [amount],
    );
    return openTaskId(server, 'unmatched_payment', receipt!.id);
  };
  const returned = await paid(9_001);
  const matched = await paid(9_002);
  const { page, complaints } = await atWork(`/tasks/${returned}`, 'finance');
  await page.getByRole('heading', { name: '比對到的對象' }).waitFor();
  await page.getByText('付款帳戶不是本人綁定的帳戶').first().waitFor();
  await page
    .getByText(/末四碼 \d{4}/)
    .first()
    .waitFor();
  await expectAccessible(page);
  const acts = await countActs(page);
  await page.keyboard.press('r');
  await outcome(page, '已送退款覆核');
  expect(await acts()).toBe(1);

  await page.goto(`${server.officeUrl}/tasks/${matched}`);
  await page.getByRole('radio', { name: /^比對入帳/ }).check();
  await page.getByRole('button', { name: /虛擬帳號的所有人/ }).click();
  await page.getByRole('button', { name: '比對入帳', exact: true }).click();
  await outcome(page, '已送比對覆核');
  expect(complaints).toEqual([]);
  const check = await openTaskId(server, 'match_check', null);
  const second = await atWork(`/tasks/${check}`, 'approver');
  await second.page.getByText('綁定帳戶').waitFor();
  await expectAccessible(second.page);
});
