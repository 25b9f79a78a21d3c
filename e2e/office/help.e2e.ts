// Browser test of the help of each page.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('the help of a page opens by a key and by a button', async () => {
  const { page, complaints } = await operatorAt(server, pages, ['auditor'], '/audit');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '使用幫助' });
  await help.getByText('立即驗證兩條鏈與鏈頭、下載證明檔').waitFor();
  await help.getByText('docs/runbook.md#chain-broken').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '我的裝置' }).click();
  await page.getByRole('heading', { level: 1, name: '我的裝置' }).waitFor();
  await page.getByRole('button', { name: '使用幫助' }).click();
  await help.getByText('您在哪些裝置登入後台。').waitFor();
  expect(complaints).toEqual([]);
});
