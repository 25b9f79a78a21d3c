// Browser test of editors: two of them edit one text; the next version of a policy is approved by
// another person; and an auditor sees what happened.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { useServer } from '../../tests/server.ts';
import { expectToast, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');

/**
 * Ignores two expected errors: the 401 that the office answers first when nobody is signed in, and
 * the 409 of concurrent edits.
 */
const own = (complaints: readonly string[]) =>
  complaints.filter((what) => !/\b(401|409)\b/.test(what));

const text = (page: Page) => page.getByRole('textbox', { name: '內文' });

const published = (id: string) => server.ok(content.getArticle, { id });

test('two editors of one text: the later one is told and keeps their own text', async () => {
  const first = await atWork('editor');
  const second = await atWork('editor');
  const path = `${server.officeUrl}/articles/45`;
  await first.page.goto(path);
  await second.page.goto(path);
  const title = (page: Page) => page.getByRole('textbox', { name: '標題', exact: true });
  await title(second.page).fill('別人的標題');
  await pressAnywhere(second.page, '儲存並送交覆核');
  await expectToast(second.page, '已送交覆核');
  expect((await published('45')).data.title).not.toBe('別人的標題');

  const { page } = first;
  await title(page).fill('我的標題');
  await page.locator('.office-acts').getByRole('button', { name: '儲存並送交覆核' }).click();
  await page.getByText(/^此內容剛被 .+ 修改$/).waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '查看較新的版本');
  const newer = page.getByRole('dialog', { name: '較新的版本' });
  await newer.getByText('別人的標題').waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '返回我的內容');
  await pressAnywhere(page, '保留我的內容');
  // The version of the other editor waits, so that it is recalled before another one is presented.
  await pressAnywhere(page, '收回修改');
  await page.getByText('這個版本已收回').waitFor();
  await title(page).fill('我的標題');
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');

  const checker = await atWork('approver');
  const task = checker.page;
  await task.goto(`${server.officeUrl}/tasks?kind=content_release`);
  await task.getByRole('link', { name: '文章「我的標題」' }).click();
  await task.getByText('公開的是前一版').waitFor();
  await expectAccessible(task);
  await task.getByRole('radio', { name: /^退回/ }).check();
  await task.getByRole('textbox', { name: '原因' }).fill('標題請寫得更清楚。');
  await pressAnywhere(task, '退回');
  await task.getByRole('heading', { level: 2, name: '已退回' }).waitFor();
  await page.goto(`${server.officeUrl}/tasks?kind=sent_back`);
  await page.getByRole('link', { name: '文章「我的標題」' }).click();
  await page.getByRole('link', { name: '前往修正' }).click();
  await page.getByText('標題請寫得更清楚。').waitFor();
  expect(await title(page).inputValue()).toBe('我的標題');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');
  await task.goto(`${server.officeUrl}/tasks?kind=content_release`);
  await task.getByRole('link', { name: '文章「我的標題」' }).click();
  await task.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(task, '通過');
  await task.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  expect((await published('45')).data.title).toBe('我的標題');
  expect(own([...first.complaints, ...second.complaints])).toEqual([]);
});

test('a policy gets a new version, which another person approves', async () => {
  const maker = await atWork('editor');
  const { page } = maker;
  await page.getByRole('link', { name: '政策' }).click();
  await page.getByRole('link', { name: '服務條款' }).click();
  await pressAnywhere(page, '開始新版本');
  await page.getByLabel('本版重點').fill('增列聯絡方式。');
  await text(page).locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('本公司另以電話受理諮詢。');
  await pressAnywhere(page, '與現行版本比較');
  const compared = page.getByRole('dialog', { name: '與現行版本的差異' });
  await compared.getByText('共 1 段與前版不同').waitFor();
  expect(await compared.locator('ins').allTextContents()).toEqual(['本公司另以電話受理諮詢。']);
  await expectAccessible(page);
  await compared.getByRole('button', { name: '關閉' }).click();
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText(/^第 \d+ 版等待另一位同仁覆核$/).waitFor();
  await expectAccessible(page);

  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=policy_approval`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('共 1 段與前版不同').waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  const { data } = await server.ok(content.listPolicies, {});
  const terms = data.find(({ slug }) => slug === 'terms');
  expect(terms?.versions[0]).toMatchObject({ summary: '增列聯絡方式。', state: 'coming' });
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});

test('an auditor reads content and cannot change it', async () => {
  const { page, complaints } = await atWork('auditor');
  await page.goto(`${server.officeUrl}/articles/46`);
  await page.getByText('您可以查看內容').waitFor();
  await text(page).waitFor();
  expect(await page.getByRole('button', { name: /儲存|預覽|下架/ }).count()).toBe(0);
  await expectAccessible(page);
  for (const path of ['questions', 'policies', 'ads', 'synonyms']) {
    await page.goto(`${server.officeUrl}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('table')
      .or(page.getByRole('list', { name: '同義詞' }))
      .waitFor();
    expect(await page.getByText(/^新增/).count()).toBe(0);
    await expectAccessible(page);
  }
  expect(own(complaints)).toEqual([]);
});
