// Test of operators' actions that the longer scenarios do not cover, with results on the pages.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { identityImpersonationOffice } from '#contract/identity/impersonation.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { noticeKinds } from '../../server/identity/words.ts';
import { tell } from '../../server/notices/front.ts';
import { openTask } from '../../server/tasks/front.ts';
import { recipientHashOf } from '../../server/notices/outbox.ts';
import { inWork } from '../../server/work.ts';
import { newTeam, signedLoan } from '../../tests/actors/loans.ts';
import { newMember, newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (path: string, ...roles: Role[]) => operatorAt(server, pages, roles, path);
const said = (page: Page, text: string | RegExp) =>
  page.locator('.toast').getByText(text).last().waitFor();
const none = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor({ state: 'detached' });

test('tasks are assigned to another operator, and a saved view is deleted', async () => {
  for (const id of [1, 2]) {
    const subject = { type: 'task', id, label: `備忘 ${id}` } as const;
    await inWork(server.services, (work) =>
      openTask(work, { kind: 'attention', subject, detail: { why: '請確認' } }),
    );
  }
  const colleague = await newOperator(server, ['finance']);
  const { page, complaints } = await atWork('/tasks?kind=attention', 'admin', 'finance');
  await page.getByRole('checkbox', { name: /選取這一頁/ }).check();
  const bulk = page.getByRole('region', { name: '整批操作' });
  await bulk.getByLabel('指派給').selectOption({ label: `測試 ${colleague.email}` });
  await said(page, '已指派 2 件');
  const row = page.getByRole('row', { name: /備忘 1/ });
  await row.getByText(`測試 ${colleague.email}`).waitFor();
  await pressAnywhere(page, '儲存目前檢視');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名稱').fill('月底的備忘');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByRole('link', { name: '月底的備忘' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await pressAnywhere(page, '刪除檢視「月底的備忘」');
  await none(page, '月底的備忘');
  await page.getByRole('button', { name: '儲存目前檢視' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a failed mail is sent again, and its recipient is revealed with a reason', async () => {
  const { id, email } = await newMember(server);
  await inWork(server.services, (work) =>
    tell(work, id, noticeKinds.suspended({ reason: '測試' })),
  );
  await server.rows(
    `update notices.outbox set attempts = 2, failure = 'connection refused',
       next_try_at = now() + interval '1 hour' where recipient_hash = $1`,
    [recipientHashOf(server.services.secrets, email)],
  );
  const admin = await atWork('/health', 'admin');
  const table = admin.page.getByRole('table', { name: /^寄送失敗的訊息/ });
  await table.getByText('connection refused').waitFor();
  await expectAccessible(admin.page);
  await table.getByRole('button', { name: '立即重送' }).click();
  await said(admin.page, '已安排重新寄送');
  const [row] = await server.rows<{ due: boolean }>(
    'select next_try_at <= now() as due from notices.outbox where recipient_hash = $1',
    [recipientHashOf(server.services.secrets, email)],
  );
  expect(row).toEqual({ due: true });

  const { page } = admin;
  await page.goto(`${server.officeUrl}/deliveries?member=${id}`);
  await page
    .getByRole('button', { name: /^顯示第 \d+ 筆的收件者$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '顯示', exact: true }).click();
  await dialog.getByText('請輸入').first().waitFor();
  await dialog.getByLabel('原因').fill('會員說沒收到通知');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '顯示', exact: true }).click();
  await page.getByText(email).first().waitFor();
  // What was sent to the member's own server is listed on the member's page.
  await page.getByRole('link', { name: '這位會員的頁面' }).click();
  await page.waitForURL(`${server.officeUrl}/members/${id}`);
  expect(admin.complaints).toEqual([]);
});

test('an operator signs their other device out; an admin signs out another operator', async () => {
  const { operator, page, complaints } = await atWork('/sessions', 'editor');
  // A second session of the operator, as if they had signed in on another device.
  await server.rows(
    `insert into identity.operator_session (operator_id, token_hash, address, agent, created_at,
       used_at, ends_at)
     select operator_id, sha256('another'), '10.0.0.9', 'iPhone', created_at, used_at, ends_at
     from identity.operator_session where operator_id = $1`,
    [operator.id],
  );
  await page.reload();
  await page.getByText('這台裝置', { exact: true }).waitFor();
  const other = page.getByRole('row', { name: /10\.0\.0\.9/ });
  await other.getByRole('button', { name: /^登出/ }).click();
  await said(page, '已登出這台裝置');
  await other.waitFor({ state: 'detached' });
  await expectAccessible(page);

  const admin = await atWork('/operators', 'admin');
  await pressAnywhere(admin.page, `登出：測試 ${operator.email}`);
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('筆電遺失');
  await expectAccessible(admin.page);
  await dialog.getByRole('button', { name: '全部登出' }).click();
  await said(admin.page, '已登出所有裝置');
  await page.reload();
  await page.waitForURL(/\/login/);
  expect(admin.complaints).toEqual([]);
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

test('an impersonation is ended by another operator', async () => {
  const finance = await newOperator(server, ['finance']);
  const { id } = await newVerifiedMember(server);
  const asked = { id: String(id), reason: '會員來電詢問撥付' };
  await server.ok(identityImpersonationOffice.startImpersonation, asked, finance);
  const { page, complaints } = await atWork('/impersonations', 'admin');
  const row = page.getByRole('row', { name: /會員來電詢問撥付/ });
  await expectAccessible(page);
  await row.getByRole('button', { name: '結束', exact: true }).click();
  await said(page, '已結束代看');
  await row.getByText('未開啟').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a broadcast is stopped before it is sent', async () => {
  await newMember(server);
  const maker = await atWork('/broadcasts/new', 'editor');
  const { page } = maker;
  await page.getByRole('textbox', { name: '標題' }).fill('颱風期間客服時間');
  await page.getByRole('textbox', { name: '內文' }).fill('颱風期間客服暫停。');
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText('等待另一位同仁覆核').waitFor();
  await pressAnywhere(page, '停止寄送');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('颱風轉向，不再需要');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '停止寄送' }).click();
  await page.getByText('這則群發已停止').waitFor();
  await page.getByText(/颱風轉向，不再需要/).waitFor();
  expect(await page.getByRole('button', { name: '停止寄送' }).count()).toBe(0);
  await expectAccessible(page);
  const checker = await atWork('/tasks?kind=broadcast_approval', 'approver');
  await checker.page.getByText('沒有待處理的群發覆核').waitFor();
  expect([...maker.complaints, ...checker.complaints]).toEqual([]);
});

test('several released disbursements are checked as one batch, and the bank is asked', async () => {
  const team = await newTeam(server);
  const loans = [await signedLoan(server), await signedLoan(server)];
  for (const { id } of loans) {
    expect(await decide(server, team.maker, 'disbursement_release', id, 'release')).toBeNull();
  }
  const { page, complaints } = await atWork('/money/disbursements?step=check', 'approver');
  const ticks = page.getByRole('checkbox', { name: /^選取案號/ });
  await ticks.nth(1).waitFor();
  await ticks.nth(0).check();
  await ticks.nth(1).check();
  await page.getByText(/已選 2 件，匯出/).waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '覆核成一個批次');
  await said(page, /^已覆核 2 件撥款/);
  await page.getByRole('heading', { level: 1, name: /^撥款批次/ }).waitFor();
  await expectAccessible(page);

  const day = dayOf(server.services.clock.now());
  const finance = await atWork(`/money/reconciliation/${day}`, 'finance');
  await pressAnywhere(finance.page, '向銀行查詢當日明細');
  await said(finance.page, /^銀行回報 \d+ 筆，餘額 /);
  expect([...complaints, ...finance.complaints]).toEqual([]);
});
