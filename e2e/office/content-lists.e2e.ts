// Browser test of an editor's other work: questions, synonyms, pictures, advertisements, a new
// policy; and an article that is unpublished and deleted.
import { taskList } from '#contract/tasks/lists.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { contentOffice } from '#contract/content/office.ts';
import type { ReleaseKind } from '#contract/content/release.ts';
import { useServer } from '../../tests/server.ts';
import { expectToast, pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { releaseText } from '../../server/content/testing/releasing.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const editorAt = (path: string) => operatorAt(server, pages, ['editor'], path);
/** Ignores the 401 that the office answers first when nobody is signed in. */
const own = (complaints: readonly string[]) => complaints.filter((what) => !/\b401\b/.test(what));
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** A second person releases what waits of the text whose page is open. */
async function released(page: Page, kind: ReleaseKind): Promise<void> {
  const id = page.url().split('/').at(-1)!;
  await releaseText(server, await newOperator(server, ['approver']), kind, id);
  await page.reload();
}

/** Takes down the text whose page is open. */
async function takeDown(page: Page): Promise<void> {
  await pressAnywhere(page, '下架');
  await page.getByLabel('原因').fill('內容有誤');
  await expectAccessible(page);
  await pressAnywhere(page, '確認下架');
  await expectToast(page, '已下架，公開頁面不再顯示');
}

/** Opens a page of the member site as a new visitor. */
async function visited(path: string): Promise<Page> {
  const { page } = await pages.open();
  await page.goto(server.siteUrl + path);
  await hydrated(page);
  return page;
}

test('a question is written, found by a synonym, changed and deleted', async () => {
  const { page, complaints } = await editorAt('/questions');
  await page.getByRole('link', { name: '新增問題' }).click();
  await title(page, '新增問題');
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText('請輸入問題').first().waitFor();
  await page.getByLabel('問題', { exact: true }).fill('可以用外幣出資嗎？');
  await page.getByRole('textbox', { name: '答案' }).click();
  await page.keyboard.type('目前只接受新臺幣。');
  await page.getByLabel('網址代號').fill('foreign-currency');
  await page.getByLabel('對象').selectOption({ label: '出資人' });
  await page.getByLabel('分類').fill('付款');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存並送交覆核');
  await title(page, '可以用外幣出資嗎？');
  await page.getByText('這個版本等待另一位同仁覆核').waitFor();
  await released(page, 'question');

  await page.goto(`${server.officeUrl}/synonyms`);
  const group = page.getByRole('textbox', { name: '第 1 組', exact: true });
  await pressAnywhere(page, '新增一組');
  await group.fill('外幣');
  await pressAnywhere(page, '儲存全部');
  await page.getByText('還有幾組需要修正').waitFor();
  await group.fill('外幣、歐元');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存全部');
  await expectToast(page, '已儲存，搜尋已更新');
  const found = await visited('/support/search?q=歐元');
  await found.getByText('可以用外幣出資嗎？').first().waitFor();

  await page.goto(`${server.officeUrl}/questions?q=外幣`);
  await page.getByRole('link', { name: '可以用外幣出資嗎？' }).click();
  await page.getByLabel('問題', { exact: true }).fill('可以用美元出資嗎？');
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');
  await title(page, '可以用美元出資嗎？');
  await released(page, 'question');
  await title(page, '可以用美元出資嗎？');
  await takeDown(page);
  // Deleting an item shows no warning about unsaved changes, even after typing.
  await page.getByLabel('問題', { exact: true }).fill('可以用日圓出資嗎？');
  await pressAnywhere(page, '刪除');
  await expectAccessible(page);
  await pressAnywhere(page, '確認刪除');
  await expectToast(page, '已刪除');
  await title(page, '常見問題');
  await found.reload();
  await found.getByRole('heading', { level: 1 }).waitFor();
  expect(await found.getByText('可以用美元出資嗎？').count()).toBe(0);
  expect(own(complaints)).toEqual([]);
});

test('a picture gets another description; an advertisement shows it on the home page', async () => {
  const { page, complaints } = await editorAt('/images');
  await page.locator('.office-shelf button').first().click();
  const dialog = page.getByRole('dialog', { name: '圖片說明與焦點' });
  await dialog.getByLabel('圖片說明').fill('');
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await dialog.getByText('請描述圖片內容').waitFor();
  await dialog.getByLabel('圖片說明').fill('晨霧裡的溪谷');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectToast(page, '已送交覆核');
  await page.locator('.office-shelf').getByText('，等待覆核').waitFor();
  await page.locator('.office-shelf button').first().click();
  await page.getByText('這個版本等待另一位同仁覆核').waitFor();
  await expectAccessible(page);
  const reader = await newOperator(server, ['approver']);
  const waiting = await server.ok(taskList, { kind: 'content_release' }, reader);
  await releaseText(server, reader, 'image', waiting.data[0]!.subject.id);
  await page.reload();
  await page.locator('.office-shelf').getByText('晨霧裡的溪谷').waitFor();

  await page.goto(`${server.officeUrl}/ads`);
  await page.getByRole('link', { name: '新增廣告' }).click();
  await title(page, '新增廣告');
  await page.getByLabel('標題').fill('秋季申貸專案');
  await page.getByLabel('說明', { exact: true }).fill('開辦費減半，額度不變。');
  await page.getByLabel('連到').fill('/loan/alllist');
  await page.getByLabel('按鈕文字').fill('查看方案');
  await page.getByLabel('順序').fill('0');
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText('請選擇圖片').first().waitFor();
  await pressAnywhere(page, '選擇圖片');
  await page.getByRole('dialog').getByRole('button', { name: '晨霧裡的溪谷' }).click();
  expect(await page.getByLabel('圖片說明').inputValue()).toBe('晨霧裡的溪谷');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存並送交覆核');
  await title(page, '秋季申貸專案');
  await page.goto(`${server.officeUrl}/ads`);
  const row = page.getByRole('row').filter({ hasText: '秋季申貸專案' });
  await row.getByText('待覆核').waitFor();
  await row.getByText('未公開').waitFor();
  await row.getByRole('link').first().click();
  await title(page, '秋季申貸專案');
  await released(page, 'ad');
  const home = await visited('/');
  await home.getByText('秋季申貸專案').first().waitFor();

  await page.goto(`${server.officeUrl}/ads`);
  await page.getByRole('link', { name: '秋季申貸專案' }).click();
  await page.getByLabel('標題').fill('冬季申貸專案');
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');
  await title(page, '冬季申貸專案');
  await released(page, 'ad');
  await home.reload();
  await home.getByText('冬季申貸專案').first().waitFor();
  await takeDown(page);
  await page.getByLabel('標題').fill('春季申貸專案');
  await pressAnywhere(page, '刪除');
  await pressAnywhere(page, '確認刪除');
  await expectToast(page, '已刪除');
  await title(page, '廣告');
  await page.getByText('冬季申貸專案').waitFor({ state: 'detached' });
  expect(own(complaints)).toEqual([]);
});

test('a published article is unpublished, and then deleted', async () => {
  const { page, complaints } = await editorAt('/articles/new?type=news');
  const headline = '週六凌晨暫停服務兩小時';
  await page.getByRole('textbox', { name: '標題', exact: true }).fill(headline);
  await page.getByLabel('摘要').fill('週六凌晨維護。');
  await page.getByRole('textbox', { name: '內文' }).click();
  // The text is longer than a screen, so that the save bar is not where it would be anyway.
  for (let lines = 12; lines > 0; lines -= 1) {
    await page.keyboard.type('維護期間無法登入。');
    await page.keyboard.press('Enter');
  }
  await pressAnywhere(page, '儲存草稿');
  await page.waitForURL(/\/articles\/\d+$/);
  const id = page.url().split('/').at(-1)!;
  // On a phone the save bar stays at the bottom, and messages appear above it.
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('textbox', { name: '標題', exact: true }).click();
  const bar = page.locator('.office-save-bar');
  await page.locator('.toast').waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: '儲存' }).click();
  await expectToast(page, '已儲存');
  const overlap = async () => {
    const toast = await page.locator('.toast').boundingBox();
    const save = await bar.boundingBox();
    return toast!.y + toast!.height - save!.y;
  };
  // The message moves to its place while it appears.
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');
  await released(page, 'article');
  expect((await server.ok(content.getArticle, { id })).data.title).toBe(headline);
  await takeDown(page);
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);
  await page.getByLabel('摘要').fill('改寫到一半。');
  await pressAnywhere(page, '刪除');
  await pressAnywhere(page, '確認刪除');
  await expectToast(page, '已刪除');
  await title(page, '文章');
  await page.getByText(headline).waitFor({ state: 'detached' });
  expect(own(complaints)).toEqual([]);
});

test('a scheduled article is changed, released for another time, and cancelled', async () => {
  const { operator, page, complaints } = await editorAt('/articles');
  const words = { title: '年節服務時間', excerpt: '年節的服務時間。', category: '公告' };
  const empty = { coverId: null, related: [], person: null, role: null, quote: null };
  const text = { author: '百溪編輯部', audience: 'all', body: '<p>年節照常服務。</p>' } as const;
  const fields = { ...words, ...text, ...empty, type: 'news' } as const;
  const { data } = await server.ok(contentOffice.createArticle, fields, operator);
  const at = new Date(server.services.clock.now().getTime() + 48 * 3_600_000).toISOString();
  const { id, version } = data;
  await server.ok(contentOffice.publishArticle, { id, version, at }, operator);
  await page.goto(`${server.officeUrl}/articles/${id}`);
  await page.getByText(/預定 .+ 公開/).waitFor();
  await released(page, 'article');
  await page.getByText('已排程').waitFor();
  await page.getByRole('textbox', { name: '標題', exact: true }).fill('年節與連假服務時間');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存、排程並送交覆核');
  await expectToast(page, '已送交覆核，通過後於排定的時間公開');
  await released(page, 'article');
  await title(page, '年節與連假服務時間');
  await pressAnywhere(page, '改為通過後立即公開');
  await page.getByText('這個版本等待另一位同仁覆核').waitFor();
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);
  await pressAnywhere(page, '取消排程');
  await page.getByLabel('原因').fill('改到官網首頁說明');
  await pressAnywhere(page, '確認取消排程');
  await expectToast(page, '已取消排程');
  await page.getByText('這個版本已收回').waitFor();
  await page.getByRole('button', { name: '儲存草稿' }).waitFor();
  expect(own(complaints)).toEqual([]);
});

test('a new policy is drafted, and waits for its approval like any other version', async () => {
  const { page, complaints } = await editorAt('/policies');
  await page.getByRole('link', { name: '新增政策' }).click();
  await title(page, '新增政策');
  await pressAnywhere(page, '儲存草稿');
  await page.getByText('請輸入名稱').first().waitFor();
  await page.getByLabel('名稱').fill('附條件出資須知');
  await page.getByLabel('本版重點').fill('第一次公布。');
  await page.getByRole('textbox', { name: '內文' }).click();
  await page.keyboard.type('出資前請先閱讀本須知。');
  await page.getByLabel('網址代號').fill('terms');
  await pressAnywhere(page, '儲存草稿');
  await page.getByText('這個網址代號已經有人使用').first().waitFor();
  await page.getByLabel('網址代號').fill('conditional-lending');
  await expectAccessible(page);
  await pressAnywhere(page, '儲存草稿');
  await title(page, '附條件出資須知');
  await pressAnywhere(page, '儲存並送交覆核');
  await page.getByText(/^第 1 版等待另一位同仁覆核$/).waitFor();
  await expectAccessible(page);
  expect(own(complaints).filter((what) => !/\b(409|422)\b/.test(what))).toEqual([]);
});
