// An editor at work in a real browser: an article with a table and a picture, from its first line
// to the public page; two editors at the same text; a policy's next version, approved by another.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { newPictureOf } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { freePort, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const environment = { OFFICE_PORT: String(await freePort()) };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();

const atWork = (...roles: Role[]) => operatorAt(server, pages, roles);

/** The first answer of an office nobody has signed in to is a 401, a lost race a 409. */
const own = (complaints: readonly string[]) =>
  complaints.filter((what) => !/\b(401|409)\b/.test(what));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const told = (page: Page, text: string) =>
  page.locator('.toast').getByText(text, { exact: true }).last().waitFor();
const text = (page: Page) => page.getByRole('textbox', { name: '內文' });

const published = (id: string) => server.ok(content.getArticle, { id });

/** A table of two columns with its heads, typed cell by cell. */
async function typeTable(page: Page): Promise<void> {
  await press(page, '插入表格');
  for (const cell of ['期數', '每期應還', '說明', '12', '{{amountMin}}', '範例']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('group', { name: '表格' }).getByText('刪除這一列').click();
}

async function addPicture(page: Page): Promise<void> {
  await press(page, '插入圖片');
  await page.getByRole('tab', { name: '上傳新圖片' }).click();
  const { filename, type, bytes } = await newPictureOf('river', 800, 500);
  await page
    .locator('#picture-file')
    .setInputFiles({ name: filename, mimeType: type, buffer: Buffer.from(bytes) });
  await page.getByRole('slider', { name: /水平位置/ }).press('End');
  await press(page, '上傳並使用這張圖片');
  await page.getByText('請描述圖片內容').waitFor();
  await page.getByLabel('圖片說明').fill('兩條小溪匯成一條河');
  await expectAccessible(page);
  await press(page, '上傳並使用這張圖片');
  await text(page).getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
}

test('an editor writes an article, previews, schedules and publishes it', async () => {
  const { page, complaints } = await atWork('editor');
  await page.getByRole('link', { name: '文章' }).click();
  await page.getByText(/^共 \d+ 篇$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '新增文章' }).click();
  await press(page, '儲存草稿');
  await page.getByText('請輸入標題').first().waitFor();
  await page.getByRole('textbox', { name: '標題', exact: true }).fill('看懂每期應還');
  await page.getByLabel('摘要').fill('一張表看懂每期應還多少。');
  await text(page).click();
  await page.keyboard.type('申貸從 {{amountMin}} 起。');
  await page.keyboard.press('Enter');
  await press(page, '大標題');
  await page.keyboard.type('一張表');
  await page.keyboard.press('Enter');
  await typeTable(page);
  await text(page).locator('h2').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await addPicture(page);
  await expectAccessible(page);
  // Leaving asks first.
  await page.getByRole('link', { name: '政策' }).click();
  await press(page, '返回編輯');
  await press(page, '儲存草稿');
  await page.waitForURL(/\/articles\/\d+$/);
  const id = page.url().split('/').at(-1)!;
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);

  await press(page, '預覽');
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

  await press(page, '排定發布時間');
  await press(page, '儲存並排程');
  await told(page, '已排程發布');
  expect((await server.ask(content.getArticle, { id })).status).toBe(404);
  await press(page, '儲存並立即發布');
  await told(page, '已發布');
  const { data } = await published(id);
  expect(data.title).toBe('看懂每期應還');
  expect(data.body).toContain('<thead><tr><th>期數</th>');
  expect(data.body).toContain('alt="兩條小溪匯成一條河"');
  await reader.page.goto(`${server.siteUrl}/knowledge/article/${id}`);
  await reader.page.getByRole('heading', { level: 1, name: '看懂每期應還' }).waitFor();
  await reader.page.getByRole('img', { name: '兩條小溪匯成一條河' }).waitFor();
  expect(own([...complaints, ...reader.complaints])).toEqual([]);
});

test('two editors at one text: who is later is told, and keeps his own words', async () => {
  const first = await atWork('editor');
  const second = await atWork('editor');
  const path = `${server.officeUrl}/articles/45`;
  await first.page.goto(path);
  await second.page.goto(path);
  const title = (page: Page) => page.getByRole('textbox', { name: '標題', exact: true });
  await title(second.page).fill('別人的標題');
  // On a phone the way to save stays at the lower edge, and what is told stands above it.
  await second.page.setViewportSize({ width: 375, height: 800 });
  const bar = second.page.locator('.office-save-bar');
  await bar.getByRole('button', { name: '儲存' }).click();
  await told(second.page, '已儲存，公開頁面已更新');
  const toast = await second.page.locator('.toast').boundingBox();
  const save = await bar.boundingBox();
  expect(toast!.y + toast!.height).toBeLessThanOrEqual(save!.y);
  expect((await published('45')).data.title).toBe('別人的標題');

  const { page } = first;
  await title(page).fill('我的標題');
  await press(page, '儲存並更新公開頁面');
  await page.getByText(/^此內容剛被 .+ 修改$/).waitFor();
  await expectAccessible(page);
  expect((await published('45')).data.title).toBe('別人的標題');
  await press(page, '查看較新的版本');
  const newer = page.getByRole('dialog', { name: '較新的版本' });
  await newer.getByText('別人的標題').waitFor();
  await expectAccessible(page);
  await press(page, '返回我的內容');
  await press(page, '保留我的內容');
  await press(page, '儲存並更新公開頁面');
  await told(page, '已儲存，公開頁面已更新');
  expect((await published('45')).data.title).toBe('我的標題');
  expect(own([...first.complaints, ...second.complaints])).toEqual([]);
});

test('a policy gets a new version, which another person approves', async () => {
  const maker = await atWork('editor');
  const { page } = maker;
  await page.getByRole('link', { name: '政策' }).click();
  await page.getByRole('link', { name: '服務條款' }).click();
  await press(page, '開始新版本');
  await page.getByLabel('本版重點').fill('增列聯絡方式。');
  await text(page).locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('本公司另以電話受理諮詢。');
  await press(page, '與現行版本比較');
  const compared = page.getByRole('dialog', { name: '與現行版本的差異' });
  await compared.getByText('共 1 段與前版不同').waitFor();
  expect(await compared.locator('ins').allTextContents()).toEqual(['本公司另以電話受理諮詢。']);
  await expectAccessible(page);
  await compared.getByRole('button', { name: '關閉' }).click();
  await press(page, '儲存並送交覆核');
  await page.getByText(/^第 \d+ 版等待另一位同事覆核$/).waitFor();
  await expectAccessible(page);

  const checker = await atWork('approver');
  await checker.page.goto(`${server.officeUrl}/tasks?kind=policy_approval`);
  await checker.page.locator('[data-row]').first().click();
  await checker.page.getByText('共 1 段與前版不同').waitFor();
  await expectAccessible(checker.page);
  await checker.page.getByRole('radio', { name: /^通過/ }).check();
  await press(checker.page, '通過');
  await checker.page.getByRole('heading', { level: 2, name: '已通過' }).waitFor();
  const { data } = await server.ok(content.listPolicies, {});
  const terms = data.find(({ slug }) => slug === 'terms');
  expect(terms?.versions[0]).toMatchObject({ summary: '增列聯絡方式。', state: 'coming' });
  expect(own([...maker.complaints, ...checker.complaints])).toEqual([]);
});

test('an auditor reads content and changes none', async () => {
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
