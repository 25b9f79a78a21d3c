// Test of an operator's inbox: taking tasks, two operators at once, undoing, searching.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '#contract/core/endpoint.ts';
import { audited, newOffice } from '../../server/lending/testing/cases.ts';
import { openTask } from '../../server/tasks/front.ts';
import { inWork } from '../../server/work.ts';
import { lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { carryOutHeldDecisions } from '../../server/tasks/held/held.ts';
import { isDecided, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { losesTheNetworkForAWhile, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

/** Seconds in which decisions of this file can be taken back. */
const SECONDS = 10;
const server = useServer({ pages: 'built', instead: () => ({ undoSeconds: SECONDS }) });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);

let subjects = 90_000;
async function newNotes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    subjects += 1;
    const subject = { type: 'task', id: subjects, label: `備忘 ${subjects}` } as const;
    await inWork(server.services, (work) =>
      openTask(work, { kind: 'attention', subject, detail: { why: '請確認' } }),
    );
  }
}

const openNotes = async () =>
  Number(
    (
      await server.rows<{ n: string }>(
        `select count(*) as n from tasks.task where kind = 'attention' and status = 'open'`,
      )
    )[0]?.n,
  );
const idIn = (page: Page) => /\/tasks\/(\d+)/.exec(page.url())?.[1];
const heldBar = (page: Page) => page.getByRole('region', { name: '尚未生效的決定' });
/** Lets the seconds of every decision that waits pass, and carries them out. */
async function pass(): Promise<void> {
  await server.rows(
    `update tasks.held_decision set takes_effect_at = takes_effect_at - make_interval(secs => $1)
     where failure is null`,
    [SECONDS],
  );
  await carryOutHeldDecisions(server.services);
}

test('two operators take different tasks; one decision is undone, the next is sent', async () => {
  await newNotes(4);
  const one = await atWork('/tasks?kind=attention', 'finance');
  const other = await atWork('/tasks?kind=attention', 'finance');
  for (const { page } of [one, other]) {
    await page.getByRole('button', { name: '取得下一件' }).waitFor();
  }
  await expectAccessible(one.page);
  await Promise.all([one, other].map(({ page }) => page.keyboard.press('n')));
  await Promise.all([one, other].map(({ page }) => page.waitForURL(/\/tasks\/\d+$/)));
  const [mine, his] = [idIn(one.page), idIn(other.page)];
  expect(mine).not.toBe(his);

  // A task held by a colleague can be opened, and shows who holds it.
  await other.page.goto(`${server.officeUrl}/tasks/${mine}`);
  await other.page.getByText(/此案件由 測試 .+ 處理中/).waitFor();
  await expectAccessible(other.page);

  const { page } = one;
  await pressAnywhere(page, '確認完成');
  await heldBar(page).getByText('秒後生效').waitFor();
  // The next task opens automatically.
  await page.waitForURL((url) => /\/tasks\/\d+$/.test(url.pathname) && idIn(page) !== mine);
  await expectAccessible(page);
  await page.keyboard.press('z');
  await page.waitForURL((url) => url.pathname === `/tasks/${mine}`);
  expect(await openNotes()).toBe(4);

  // A window that is closed loses nothing: the server holds the decision.
  await pressAnywhere(page, '確認完成');
  await heldBar(page).waitFor();
  await page.goto(`${server.officeUrl}/`);
  await heldBar(page).getByText('秒後生效').waitFor();
  await expectAccessible(page);
  expect(await openNotes()).toBe(4);
  await pass();
  await isDecided(page, '已確認');
  await heldBar(page).waitFor({ state: 'detached' });
  expect(await openNotes()).toBe(3);
  expect([...one.complaints, ...other.complaints]).toEqual([]);
});

test('many tasks are prioritised and confirmed; a view is saved; ? lists the keys', async () => {
  await newNotes(2);
  const { page, complaints } = await atWork('/tasks?kind=attention&assignee=none', 'finance');
  await page.getByRole('checkbox', { name: /選取這一頁/ }).check();
  const bulk = page.getByRole('region', { name: '整批操作' });
  await bulk.getByRole('button', { name: '優先順序' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('月底結帳');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: '套用' }).click();
  await page.getByText('急件', { exact: true }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await bulk.getByRole('button', { name: '全部確認完成' }).click();
  await page
    .getByText(/已確認 \d+ 件/)
    .first()
    .waitFor();

  await pressAnywhere(page, '儲存目前檢視');
  await page.getByRole('dialog').getByLabel('名稱').fill('待取得的備忘');
  await page.getByRole('dialog').getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByRole('link', { name: '待取得的備忘' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '使用幫助' }).getByText('取得下一件').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('a decision about a loan stays on its page until it is in force', async () => {
  await audited(server, await newOffice(server));
  const { page } = await atWork('/tasks?kind=loan_review', 'reviewer');
  await page.getByRole('button', { name: '取得下一件' }).click();
  await page.getByRole('radio', { name: /^核准/ }).check();
  await pressAnywhere(page, '核准');
  await page.getByText('10 秒內可按「復原」收回').waitFor();
  await expectAccessible(page);
  await pass();
  await page.getByRole('heading', { level: 2, name: '已提出核准條件' }).waitFor();
});

test('a decision that a rule refuses meanwhile says so, and leads back to its task', async () => {
  await newNotes(1);
  const { page } = await atWork('/tasks?kind=attention', 'finance');
  await page.getByRole('button', { name: '取得下一件' }).click();
  await page.waitForURL(/\/tasks\/\d+$/);
  const id = idIn(page);
  const open = await openNotes();
  await pressAnywhere(page, '確認完成');
  await page.waitForURL((url) => url.pathname !== `/tasks/${id}`);
  await server.rows(`update tasks.task set maker_id = assignee_id where id = $1`, [id]);
  await pass();
  const word = page.getByText(/^「備忘 \d+」的決定未生效：經辦人不可覆核自己的案件/);
  await word.first().waitFor();
  await expectAccessible(page);
  expect(await openNotes()).toBe(open);
  await page.getByRole('button', { name: '開啟', exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/tasks/${id}`);
  await page.getByText('您先前的決定沒有生效').waitFor();
  await expectAccessible(page);
});

test('Ctrl-K leads to all members that match, if only some are shown', async () => {
  await server.rows(
    `insert into identity.member (email, purpose, email_verified_at, wants_news, created_at)
     select 'alike.' || n || '@example.com', 'invest', now(), false, now()
     from generate_series(1, 12) n on conflict do nothing`,
  );
  const { page, complaints } = await atWork('/', 'auditor');
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜尋' }).getByRole('searchbox').fill('alike.');
  await page.getByRole('link', { name: /列出所有符合的會員/ }).click();
  await page.getByText(/，12 位/).waitFor();
  expect(asked.filter((url) => url.includes('alike'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Ctrl-K and the register of orders find a case as people type its number', async () => {
  const { loan } = await lentLoan(server, await newTeam(server));
  await server.rows(`update lending.loan set case_no = 'A20261121-777' where id = $1`, [loan.id]);
  const { page, complaints } = await atWork('/', 'finance');
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: '搜尋' }).getByRole('searchbox');
  for (const typed of ['20261121777', '20261121-777', 'c20261121-777']) {
    await box.fill('');
    await box.fill(typed);
    await page
      .getByRole('link', { name: /A20261121-777/ })
      .first()
      .waitFor();
  }
  // Other numbers lead to the lists of what they number.
  await box.fill('ab-12345678');
  await page.getByRole('link', { name: '發票 AB-12345678' }).click();
  await page.getByRole('heading', { level: 1, name: '電子發票' }).waitFor();
  expect(await page.getByLabel('發票號碼').inputValue()).toBe('AB12345678');
  await page.goto(`${server.officeUrl}/orders?caseNo=20261121777`);
  await page
    .getByRole('link', { name: /^P\d{8}$/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('Ctrl-K leads to a loan, its history and the entries behind a figure', async () => {
  const { loan } = await lentLoan(server, await newTeam(server));
  await server.rows(`update lending.loan set case_no = 'T261121000099' where id = $1`, [loan.id]);
  const watched = await atWork('/', 'finance');
  const { page, complaints } = watched;
  await page.getByRole('heading', { level: 1, name: '總覽' }).waitFor();
  const card = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
  await card('今日金流').getByText(/^撥款/).waitFor();
  await card('逾期案件').getByText('1–7 天').waitFor();
  await card('系統').getByText('排程、郵件與簡訊都正常').waitFor();
  await losesTheNetworkForAWhile(watched, '**/reports/cash-flow/today');
  expect(await card('今日金流').getByText(/^撥款/).count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜尋' }).getByRole('searchbox').waitFor();
  await page.keyboard.type('t2611210000');
  await page.getByRole('link', { name: /T261121000099/ }).waitFor();
  await expectAccessible(page);
  expect(page.url()).not.toContain('2611210000');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'T261121000099' }).waitFor();
  await page.getByRole('button', { name: '$ 100,000' }).first().click();
  await page.getByText('帳務紀錄：').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /^P\d{8}$/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /^P\d{8}$/ }).waitFor();
  await page.getByRole('heading', { level: 2, name: '債權' }).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);

  // The page neither offers nor requests anything that the role may not see.
  const reviewer = await atWork(`/loans/${loan.id}`, 'reviewer');
  const calls: string[] = [];
  reviewer.page.on('request', (one) => calls.push(one.url()));
  await reviewer.page.reload();
  await reviewer.page.getByRole('heading', { level: 2, name: '還款', exact: true }).waitFor();
  expect(calls.filter((url) => url.includes('/ops/v1/ledger'))).toEqual([]);
  expect(await reviewer.page.getByRole('button', { name: '$ 100,000' }).count()).toBe(0);
});

test('a page of the list past its end leads to the last one', async () => {
  await newNotes(1);
  const { page } = await atWork('/tasks?kind=attention&page=99', 'finance');
  await page.waitForURL((url) => !url.searchParams.has('page'));
  await page.getByRole('link', { name: /備忘/ }).first().waitFor();
});
