// An editor writes an article with a table and a picture, from its first line to the public page.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { newPictureOf } from '../../tests/actors/people.ts';
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

/** Types a two-column table with its headings, cell by cell. */
async function typeTable(page: Page): Promise<void> {
  await pressAnywhere(page, '插入表格');
  for (const cell of ['期數', '每期應還', '說明', '12', '{{amountMin}}', '範例']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('group', { name: '表格' }).getByText('刪除這一列').click();
}

async function addPicture(page: Page): Promise<void> {
  await pressAnywhere(page, '插入圖片');
  await page.getByRole('tab', { name: '上傳新圖片' }).click();
  const { filename, type, bytes } = await newPictureOf('river', 800, 500);
  await page
    .locator('#picture-file')
    .setInputFiles({ name: filename, mimeType: type, buffer: Buffer.from(bytes) });
  await page.getByRole('slider', { name: /水平位置/ }).press('End');
  await pressAnywhere(page, '上傳並使用這張圖片');
  await page.getByText('請描述圖片內容').waitFor();
  await page.getByLabel('圖片說明').fill('兩條小溪匯成一條河');
  await expectAccessible(page);
  await pressAnywhere(page, '上傳並使用這張圖片');
  await text(page).getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
}

test('an editor writes an article, and a second person reads and releases it', async () => {
  const { page, complaints } = await atWork('editor');
  await page.getByRole('link', { name: '文章' }).click();
  await page.getByText(/^共 \d+ 篇$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '新增文章' }).click();
  await pressAnywhere(page, '儲存草稿');
  await page.getByText('請輸入標題').first().waitFor();
  await page.getByRole('textbox', { name: '標題', exact: true }).fill('看懂每期應還');
  await page.getByLabel('摘要').fill('一張表看懂每期應還多少。');
  await text(page).click();
  await page.keyboard.type('申貸從 {{amountMin}} 起。');
  await page.keyboard.press('Enter');
  await pressAnywhere(page, '大標題');
  await page.keyboard.type('一張表');
  await page.keyboard.press('Enter');
  await typeTable(page);
  await text(page).locator('h2').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await addPicture(page);
  await expectAccessible(page);
  // Leaving with unsaved changes asks for confirmation first.
  await page.getByRole('link', { name: '政策' }).click();
  await pressAnywhere(page, '返回編輯');
  await pressAnywhere(page, '儲存草稿');
  await page.waitForURL(/\/articles\/\d+$/);
  const id = page.url().split('/').at(-1)!;
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);

  await pressAnywhere(page, '預覽');
  const preview = page.getByRole('dialog', { name: '預覽' });
  await preview.getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
  await preview.getByText(/申貸從 \$\s[\d,]+ 起。/).waitFor();
  await expectAccessible(page);
  const link = await preview.getByRole('link', { name: '在網站上開啟' }).getAttribute('href');
  const { publicUrl } = server.services.config;
  expect(link).toContain(`${publicUrl}/knowledge/article/${id}?preview=`);
  const reader = await pages.open();
  await reader.page.goto(link!.replace(publicUrl, server.siteUrl));
  await reader.page.getByRole('heading', { level: 1, name: '看懂每期應還' }).waitFor();
  await preview.getByRole('button', { name: '關閉' }).click();

  await pressAnywhere(page, '排定發布時間');
  await pressAnywhere(page, '儲存、排程並送交覆核');
  await expectToast(page, '已送交覆核，通過後於排定的時間公開');
  await page.getByText('這個版本等待另一位同仁覆核').waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '收回修改');
  await page.getByText('這個版本已收回').waitFor();
  await pressAnywhere(page, '儲存並送交覆核');
  await expectToast(page, '已送交覆核');
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);
  // Whoever wrote the article sees what waits, but has no form to release it.
  await page.goto(`${server.officeUrl}/tasks?kind=content_release`);
  await page.getByRole('link', { name: '文章「看懂每期應還」' }).click();
  await page.getByText('這項工作由您經辦').waitFor();
  expect(await page.getByRole('radio', { name: /^通過/ }).count()).toBe(0);

  const checker = await atWork('approver');
  await checker.page.goto(page.url());
  await checker.page.getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
  await checker.page.getByText(/申貸從 \$\s[\d,]+ 起。/).waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await pressAnywhere(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  const { data } = await published(id);
  expect(data.title).toBe('看懂每期應還');
  expect(data.body).toContain('<thead><tr><th>期數</th>');
  expect(data.body).toContain('alt="兩條小溪匯成一條河"');
  await reader.page.goto(`${server.siteUrl}/knowledge/article/${id}`);
  await reader.page.getByRole('heading', { level: 1, name: '看懂每期應還' }).waitFor();
  await reader.page.getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
  expect(own([...complaints, ...checker.complaints, ...reader.complaints])).toEqual([]);
});
