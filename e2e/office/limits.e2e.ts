// Browser test of approval limits: set by two admins, seen by the approver, and a case above the
// limit handed to a colleague.
import { expect, test } from 'vitest';
import { audited, newOffice, terms } from '../../server/lending/testing/cases.ts';
import { decide, openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('a limit is set by two admins, and a loan above it is handed over', async () => {
  const team = await newOffice(server);
  const approver = await operatorAt(server, pages, ['approver']);
  const boss = await operatorAt(server, pages, ['admin'], '/operators');
  const second = await operatorAt(server, pages, ['admin'], '/operators');
  const name = `測試 ${approver.operator.email}`;

  await boss.page.getByRole('button', { name: `角色：${name}` }).click();
  await boss.page.getByRole('checkbox', { name: /^審核/ }).check();
  await boss.page.getByText('這些角色不宜由同一人擔任').waitFor();
  await expectAccessible(boss.page);
  await boss.page.getByRole('button', { name: '取消' }).click();

  await boss.page.getByRole('button', { name: `上限：${name}` }).click();
  const dialog = boss.page.getByRole('dialog');
  await dialog.getByLabel('核准借款上限').fill('90000');
  await dialog.getByLabel('核准借款單日合計上限').fill('150000');
  await dialog.getByLabel('原因').fill('新任核准');
  await expectAccessible(boss.page);
  await dialog.getByRole('button', { name: '變更上限' }).click();
  await dialog.waitFor({ state: 'detached' });

  await second.page.reload();
  await second.page.getByRole('link', { name: `異動待核可：${name}` }).click();
  await second.page.getByText('提議的核准借款上限').waitFor();
  await second.page.getByText('提議的核准借款單日合計上限').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^核可異動/ }).check();
  await second.page.getByRole('checkbox', { name: /已向當事人或其主管確認/ }).check();
  await pressAnywhere(second.page, '核可異動');
  await second.page.getByRole('heading', { level: 2, name: '已核可異動' }).waitFor();
  await boss.page.reload();
  await boss.page.getByText('核准借款至').waitFor();
  await boss.page.getByText('核准借款單日合計至').waitFor();

  const { loan } = await audited(server, team);
  const proposal = { ...terms, reason: '依收入核給' };
  expect(await decide(server, team.reviewer, 'loan_review', loan.id, proposal)).toBeNull();
  const id = await openTaskId(server, 'loan_approval', loan.id);
  const { page, complaints } = approver;
  await page.goto(`${server.officeUrl}/tasks/${id}`);
  await page.getByText('超過您的核准借款上限').waitFor();
  expect(await page.getByRole('radio', { name: /^核准/ }).count()).toBe(0);
  await expectAccessible(page);
  await pressAnywhere(page, `轉交：測試 ${team.approver.email}`);
  await page.getByText(`此案件由 測試 ${team.approver.email} 處理中`).waitFor();
  expect([...complaints, ...boss.complaints, ...second.complaints]).toEqual([]);
});
