// Test of a fee that two persons change: pages show the new fee from its first day, not before.
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (role: Role) => operatorAt(server, pages, [role], '/');

/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !/\b401\b/.test(what));

/** Returns whether the page for investors shows a fee of this amount. */
async function isSaid(amount: number): Promise<boolean> {
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/investment`);
  const text = (await page.locator('main').innerText()).replaceAll(/\s/g, '');
  await page.context().close();
  return text.includes(`每筆$${amount}`);
}

test('finance proposes a refund fee, an approver agrees, and the page shows it', async () => {
  const maker = await atWork('finance');
  await maker.page.getByRole('link', { name: '設定', exact: true }).click();
  await maker.page.getByRole('heading', { level: 2, name: '不在此調整的規則' }).waitFor();
  await expectAccessible(maker.page);
  await maker.page.getByRole('link', { name: '退款手續費' }).click();
  const save = maker.page.getByRole('button', { name: '送交覆核' });
  await save.click();
  await maker.page.getByText('請填 0 至 100 元的整數').first().waitFor();
  await expectAccessible(maker.page);
  await maker.page.getByLabel('退款手續費', { exact: true }).fill('20');
  const day = addDays(dayOf(server.services.clock.now()), 1);
  await maker.page.getByLabel('生效日').fill(day);
  await maker.page.getByLabel('原因').fill('銀行調高匯費');
  await maker.page
    .getByRole('status')
    .getByText(/起適用$/)
    .waitFor();
  await save.click();
  await maker.page.getByText('等待另一位同仁覆核').waitFor();
  await expectAccessible(maker.page);

  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=setting_approval`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('銀行調高匯費').waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await checker.page.getByRole('button', { name: '通過', exact: true }).click();
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();

  expect([await isSaid(15), await isSaid(20)]).toEqual([true, false]);
  await server.advance(1);
  await expect.poll(() => isSaid(20), { timeout: 10_000 }).toBe(true);
  await maker.page.reload();
  await maker.page.getByText('第 1 版').waitFor();
  await maker.page.getByText('現行', { exact: true }).last().waitFor();
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});
