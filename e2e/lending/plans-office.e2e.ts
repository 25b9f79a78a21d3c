// Browser test of changing a plan's rates: an editor drafts them, another person approves them,
// they take effect the next day, and existing offers keep the old rates.
import { officePlanList } from '#contract/lending/lists.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { plansOffice } from '#contract/lending/plans.ts';
import { lending } from '#contract/lending/calls.ts';
import { loanOf } from '../../actors/loan.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { newOffice, offered } from '../../server/lending/testing/cases.ts';
import { runDay } from '../../server/worker.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');
/**
 * Ignores two expected errors: the 401 that the office answers first when nobody is signed in, and
 * the 422 for a plan that is too expensive.
 */
const own = (complaints: readonly string[]) =>
  complaints.filter((what) => !/\b(401|422)\b/.test(what));

/**
 * The form refuses terms that the law forbids, and shows the costs that follow from allowed terms.
 */
async function draft(page: Page): Promise<void> {
  await pressAnywhere(page, '開始新版本');
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText('請寫出這一版變更的原因與重點').waitFor();
  await page.getByLabel('變更原因').fill('配合市場利率調整');
  await page.getByLabel('年化利率上限').fill('16.5');
  await pressAnywhere(page, '預覽公開頁面');
  await page.getByText('不可超過法定上限 16.00%').waitFor();
  await expectAccessible(page);
  await page.getByLabel('年化利率下限').fill('6.5');
  await page.getByLabel('年化利率上限').fill('13.25');
  await page.getByText('年化利率 9.87%').waitFor();
  await page.getByText('超過總費用年百分率上限').waitFor();
  await pressAnywhere(page, '儲存並送交覆核');
  await page
    .getByText(/6 期時總費用年百分率 24\.\d\d%，超過上限 24\.00%/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByLabel('年化利率上限').fill('12.75');
  await page.getByText('年化利率 9.62%').waitFor();
  await pressAnywhere(page, '預覽公開頁面');
  const preview = page.getByRole('dialog', { name: '預覽' });
  await preview.getByText('6.50%–12.75%').waitFor();
  await expectAccessible(page);
  await preview.getByRole('button', { name: '關閉' }).click();
  await pressAnywhere(page, '儲存並送交覆核');
}

async function approve(page: Page): Promise<void> {
  await page.goto(`${server.officeUrl}/tasks?kind=plan_approval`);
  await page.locator('[data-row]').first().click();
  await page.getByText('共 2 項與第 1 版不同').waitFor();
  expect(await page.locator('ins').allTextContents()).toEqual(['6.50%', '12.75%']);
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(page, '通過');
  await page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
}

/** Creates a version that two persons approved, effective two days from now. */
async function agreed(slug: string): Promise<string> {
  const editor = await newOperator(server, ['editor']);
  const list = await server.ok(officePlanList, {}, editor);
  const { id } = list.data.find((row) => row.slug === slug)!;
  const { data } = await server.ok(plansOffice.getPlan, { id }, editor);
  const names = Object.keys(plansOffice.createPlan.input.shape);
  const copied = Object.entries(data.versions[0]!).filter(([name]) => names.includes(name));
  const effectiveOn = addDays(dayOf(server.services.clock.now()), 2);
  const fields = { ...Object.fromEntries(copied), id, effectiveOn, summary: '調降利率' };
  const drafted = await server.ok(plansOffice.draftPlan, fields as never, editor);
  const { id: version, version: edition } = drafted.data.versions[0]!;
  await server.ok(plansOffice.submitPlan, { id, version: edition }, editor);
  const { approver } = await newOffice(server);
  const answer = { decision: 'approve' };
  expect(await decide(server, approver, 'plan_approval', version, answer)).toBeNull();
  return id;
}

test('two persons recall an approved version before its day', async () => {
  const id = await agreed('public');
  const maker = await atWork('editor');
  const { page } = maker;
  await page.goto(`${server.officeUrl}/plans/${id}`);
  await pressAnywhere(page, '撤回第 2 版');
  const asking = page.getByRole('dialog', { name: '撤回第 2 版' });
  await pressAnywhere(page, '送交覆核');
  await asking.getByText('請輸入原因').first().waitFor();
  await expectAccessible(page);
  await asking.getByLabel('原因').fill('利率須重新評估');
  await pressAnywhere(page, '送交覆核');
  await page.getByText('第 2 版的撤回等待另一位同仁覆核').waitFor();
  await expectAccessible(page);

  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=plan_recall`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('利率須重新評估').waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  await page.reload();
  await page.getByText('已撤回', { exact: true }).waitFor();
  await page.getByRole('button', { name: '開始新版本' }).waitFor();
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});

test('a plan gets other rates from tomorrow; an offer made today keeps its rate', async () => {
  const { borrower, loan } = await offered(server, await newOffice(server));
  const visitor = await pages.open();
  const shown = visitor.page.locator('.plan-head');
  await visitor.page.goto(`${server.siteUrl}/loan/engineer`);
  await shown.getByText('5.00%–12.00%').waitFor();

  const maker = await atWork('editor');
  const { page } = maker;
  await page.getByRole('link', { name: '方案', exact: true }).click();
  await page.getByText('共 6 個').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '科技工程師方案' }).click();
  await draft(page);
  await page.getByText('第 2 版等待另一位同仁覆核').waitFor();
  await expectAccessible(page);
  const checker = await atWork('approver');
  await approve(checker.page);
  await page.reload();
  await page.getByText('第 2 版已核准，尚未生效').waitFor();
  await expectAccessible(page);

  await visitor.page.reload();
  await shown.getByText('5.00%–12.00%').waitFor();
  await server.advance(1);
  await runDay(server.services);
  await visitor.page.reload();
  await shown.getByText('6.50%–12.75%').waitFor();
  await visitor.page.goto(`${server.siteUrl}/loan/alllist`);
  await visitor.page.getByText('6.50%–12.75%').first().waitFor();
  await page.reload();
  await page.getByText(/^現行第 2 版，/).waitFor();
  await pressAnywhere(page, '查看第 2 版');
  await page.getByRole('dialog').getByText('配合市場利率調整').waitFor();
  await expectAccessible(page);

  const { offer, apr, plan } = await loanOf(server, borrower);
  expect({ offer, apr, plan }).toEqual({ offer: loan.offer, apr: loan.apr, plan: loan.plan });
  const agreed = await server.ok(lending.agreeToOffer, { id: loan.id }, borrower);
  expect(agreed.data).toMatchObject({ status: 40, annualRate: 9 });
  const complaints = [maker, checker, visitor].flatMap((watched) => watched.complaints);
  expect(own(complaints)).toEqual([]);
});

test('a new plan begins with existing fields, and is deleted with its only draft', async () => {
  const { page, complaints } = await atWork('editor');
  await page.goto(`${server.officeUrl}/plans`);
  await page.getByRole('link', { name: '新增方案' }).click();
  await page.getByRole('heading', { level: 1, name: '新增方案' }).waitFor();
  const save = () => page.getByRole('button', { name: '儲存', exact: true }).first().click();
  await save();
  await page.getByText('請輸入方案名稱').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('變更原因').fill('新增農業從業者方案');
  await page.getByLabel('方案名稱').fill('農漁民方案');
  await page.getByLabel('網址代號').fill('engineer');
  const jobs = page.getByRole('group', { name: '適合職業' });
  await jobs.locator('summary').first().click();
  await jobs.getByRole('checkbox').first().check();
  await page.getByLabel('標題', { exact: true }).fill('為農漁民設計');
  await page.getByLabel('副標題').fill('收成後再還也可以規劃');
  await page.getByLabel('說明', { exact: true }).first().fill('自耕農與漁民適用。');
  await save();
  await page.getByText('這個網址代號已經有人使用').first().waitFor();
  await page.getByLabel('網址代號').fill('farmer');
  await save();
  await page.waitForURL(/\/plans\/\d+$/);
  await page.getByRole('heading', { level: 1, name: '農漁民方案' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('副標題').fill('改寫到一半');
  await pressAnywhere(page, '捨棄草稿');
  await page.getByText('這個方案還沒有其他版本，會一併移除').waitFor();
  await pressAnywhere(page, '確認捨棄草稿');
  await page.locator('.toast').getByText('已捨棄草稿').waitFor();
  await page.getByRole('heading', { level: 1, name: '方案', exact: true }).waitFor();
  await page.getByText('農漁民方案').waitFor({ state: 'detached' });
  expect(own(complaints).filter((what) => !/\b409\b/.test(what))).toEqual([]);
});
