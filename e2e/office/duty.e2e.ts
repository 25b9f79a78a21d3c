// Browser test of absences, and of the overview when tasks have escalated.
import { expect, test } from 'vitest';
import { openTask } from '../../server/tasks/front.ts';
import { escalateTasks } from '../../server/tasks/duty/escalation.ts';
import { inWork } from '../../server/work.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const subject = { type: 'task', id: 7_001, label: '備忘 7001' } as const;

test('an operator enters an absence, the tasks go to the substitute, and it ends', async () => {
  const substitute = await newOperator(server, ['finance']);
  const { operator, page, complaints } = await operatorAt(server, pages, ['finance'], '/absences');
  await page.getByText('沒有人請假').waitFor();
  await inWork(server.services, (work) =>
    openTask(work, { kind: 'attention', subject, detail: { why: '請確認' } }),
  );
  const id = await openTaskId(server, 'attention', subject.id);
  await server.rows('update tasks.task set assignee_id = $2 where id = $1', [id, operator.id]);
  await page.getByRole('button', { name: '登記請假' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '登記請假' }).click();
  await dialog
    .getByText(/請選擇第一天/)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: /^今天/ }).first().click();
  await dialog.getByRole('button', { name: /^明天/ }).last().click();
  await dialog.getByLabel('代理人').selectOption(String(substitute.id));
  await dialog.getByRole('button', { name: '登記請假' }).click();
  await page.getByText('請假中').waitFor();
  await expectAccessible(page);
  const holder = async () =>
    (
      await server.rows<{ holder: number | null }>(
        'select assignee_id::int as holder from tasks.task where id = $1',
        [id],
      )
    )[0]?.holder;
  expect(await holder()).toBe(substitute.id);
  await page.getByRole('button', { name: '提前結束' }).click();
  await page.getByText('沒有人請假').waitFor();
  expect(complaints).toEqual([]);
});

test('the overview begins with what has escalated', async () => {
  await server.advance(4);
  await escalateTasks(server.services);
  const { page, complaints } = await operatorAt(server, pages, ['finance'], '/');
  await page.getByText('1 件工作逾期過久，已列為急件並寄信通知').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '需人工確認 1 件' }).click();
  await page.getByText('備忘 7001').first().waitFor();
  expect(complaints).toEqual([]);
});
