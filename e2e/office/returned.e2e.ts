// Browser test of work that a second person returned: its maker finds it with its reason and closes
// it, and no colleague sees it.
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { settingsOffice } from '#contract/settings/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('the maker finds the returned work with its reason, and closes it', async () => {
  const { operator, page, complaints } = await operatorAt(server, pages, ['finance'], '/tasks');
  const name = 'refundFee';
  const { version } = (await server.ok(settingsOffice.getSetting, { name }, operator)).data;
  const effectiveOn = addDays(dayOf(server.services.clock.now()), 3);
  const change = { name, value: 40, effectiveOn, reason: '成本上升', version } as const;
  const { data } = await server.ok(settingsOffice.changeSetting, change, operator);
  const approver = await newOperator(server, ['approver']);
  const back = { id: data.taskId ?? '', decision: 'return', reason: '請附試算' };
  await server.ok(tasksOffice.decideTask, back, approver);
  await page.goto(`${server.officeUrl}/tasks?kind=sent_back`);
  await page.locator('[data-row]').first().click();
  await page.getByText('請附試算').waitFor();
  await page.getByText('設定覆核', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '前往修正' }).click();
  await page.getByRole('heading', { level: 1, name: '設定' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: '處理完畢', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: '已處理' }).waitFor();
  expect(complaints).toEqual([]);

  const colleague = await operatorAt(server, pages, ['finance'], '/tasks?kind=sent_back');
  await colleague.page.getByText(/沒有/).first().waitFor();
});
