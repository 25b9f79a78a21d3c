// Public site in a browser: articles, FAQ search, versioned policies, and parts of the home page.
import { expect, test } from 'vitest';
import { instalmentsOf } from '#contract/law/schedule.ts';
import { day } from '#contract/core/day.ts';
import { bankName } from '#contract/taiwan/banks.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('a reader finds an article, reads it, and says that it helped', async () => {
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/knowledge`);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: /所有文章/ }).click();
  await page.getByRole('heading', { level: 1, name: '知識文章' }).waitFor();
  expect(await page.locator('.reading-card').count()).toBe(9);
  await page.getByRole('link', { name: '第 2 頁' }).click();
  await page.waitForURL(/page=2/);
  await page.getByRole('link', { name: '出資入門' }).click();
  await page.locator('.chip[aria-current]', { hasText: '出資入門' }).waitFor();
  for (const kind of await page.locator('.reading-card .reading-kind').allTextContents()) {
    expect(kind).toBe('出資入門');
  }
  await page.goto(`${server.siteUrl}/knowledge/article/45`);
  await hydrated(page);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  expect(await page.title()).toContain(title);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/article\/45$/);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.map((text) => (JSON.parse(text) as { '@type': string })['@type'])).toEqual(
    expect.arrayContaining(['Article', 'BreadcrumbList']),
  );
  // The page scrolls until the second heading is 100 px below the top of the window.
  await page.getByRole('navigation', { name: '目錄' }).getByRole('link').nth(1).click();
  await page.waitForFunction(() => {
    const top = document.getElementById('s2')!.getBoundingClientRect().top;
    return Math.abs(top - 100) < 1;
  });
  const helpful = page.getByRole('group', { name: '這有幫助嗎' });
  await helpful.getByRole('button', { name: '是' }).click();
  await helpful.getByText('謝謝您的意見').waitFor();
  await expectAccessible(page);
  const missing = await page.goto(`${server.siteUrl}/knowledge/article/999999`);
  expect(missing?.status()).toBe(404);
  const moved = await page.goto(`${server.siteUrl}/knowledge/article/201`);
  expect(new URL(moved!.url()).pathname).toBe('/knowledge/story/201');
  expect(complaints.filter((what) => !what.includes('404'))).toEqual([]);
});

test('a question in other words finds the answer, opened at its own URL', async () => {
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/support`);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('提前還款');
  await page.getByRole('button', { name: '搜尋' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^共 \d+ 筆與「提前還款」相關的結果$/ })
    .waitFor();
  expect(await page.locator('mark').allTextContents()).toContain('提前清償');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await expectAccessible(page);
  await page.locator('.results a').first().click();
  await page.waitForURL(/#q-/);
  const id = new URL(page.url()).hash.slice(1);
  expect(await page.locator(`details#${id}`).getAttribute('open')).not.toBeNull();
  await expectAccessible(page);
  await page.goto(`${server.siteUrl}/support/search?q=zzzz`);
  await page.getByRole('heading', { name: '找不到「zzzz」' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a policy shows its versions, its changes, and a link to each clause', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  await page.goto(`${server.siteUrl}/support/policy/allPolicies`);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: '服務條款第 2 版與前版差異' }).click();
  await page.getByRole('heading', { name: '第 2 版與第 1 版的差異' }).waitFor();
  expect(await page.locator('ins').count()).toBeGreaterThan(1);
  expect(await page.locator('.change del').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: '第 1 版' }).click();
  await page.getByText('這是舊版條款').waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  const paper = page.getByRole('link', { name: '下載 PDF' });
  const file = await fetch(new URL((await paper.getAttribute('href'))!, page.url()));
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await page.getByRole('link', { name: '看現行版本' }).click();
  await page.waitForURL((url) => !url.search);
  const clause = page.getByRole('link', { name: /第二條.*的連結/ });
  await clause.click();
  await page.waitForURL(/#s2$/);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test('the home page calculates like the server', async () => {
  const { page, complaints } = await pages.open();
  const [plan] = (await (await fetch(`${server.siteUrl}/v1/plan/list-page-info`)).json()).data as {
    rateMin: number;
    rateMax: number;
    platformFeePercent: number;
  }[];
  const due = (rate: number) =>
    instalmentsOf({
      principal: 200_000,
      rateAnnualBps: rate * 100,
      periods: 12,
      method: 'level',
      dayCount: 'MONTHLY_12',
      dueRule: 'ANNIVERSARY',
      startsOn: day('2026-11-23'),
    })[0]!.total.toLocaleString('en-US');
  await page.goto(server.siteUrl);
  await hydrated(page);
  const box = page.locator('#home-calculators');
  // The calculator's code loads after the code of the page.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#home-calculators [role=tab]')!).some((name) =>
      name.startsWith('__reactFiber'),
    ),
  );
  await box.getByRole('button', { name: /關於總費用年百分率/ }).waitFor();
  await box.getByRole('tab', { name: '出資試算' }).click();
  await box.getByText('預估每期收回').waitFor();
  await box.getByRole('tab', { name: '申貸試算' }).click();
  await box.getByRole('textbox', { name: '借款金額' }).fill('200000');
  await box.getByRole('tabpanel').first().getByRole('radio', { name: '12 期' }).check();
  const low = due(plan!.rateMin);
  await box.getByText(`${low}–${due(plan!.rateMax)}`).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('ads move on request, stories are read out once, the marquee can be stopped', async () => {
  const { page, complaints } = await pages.open({ moves: true });
  await page.goto(server.siteUrl);
  await hydrated(page);
  const ads = page.locator('#home-ads');
  await ads.scrollIntoViewIfNeeded();
  await ads.locator('[data-ready]').waitFor();
  await ads.getByRole('button', { name: '下一則' }).click();
  await ads.locator('.dots button:nth-child(2)[aria-current=true]').waitFor();
  // The ads advance by themselves only on request, every 6 s, and not while the pointer or focus is
  // inside them or they are paused.
  const shown = () => ads.locator('.dots button[aria-current=true]').getAttribute('aria-label');
  await page.clock.install();
  await ads.getByRole('button', { name: '自動播放' }).click();
  await page.mouse.move(0, 0);
  const before = await shown();
  await page.clock.runFor(6_900);
  const turned = await shown();
  expect(turned).not.toBe(before);
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(13_000);
  expect(await shown()).toBe(turned);
  await ads.getByRole('button', { name: '暫停' }).click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(13_000);
  expect(await shown()).toBe(turned);
  await page.clock.resume();
  const stories = page.locator('#home-stories');
  await stories.scrollIntoViewIfNeeded();
  await stories.locator('.stories-view[data-ready]').waitFor();
  const told = await stories.locator('.story-card').count();
  const read = await stories.locator('.story-card:not([aria-hidden])').count();
  expect(told).toBe(6 * read);
  const tree = await stories.ariaSnapshot();
  const first = await stories.locator('.story-card h3').first().textContent();
  expect(tree.split(String(first)).length - 1).toBeLessThanOrEqual(2);
  expect(await stories.locator('[data-side=left] > li').count()).toBe(2 * read);
  const moving = () =>
    stories
      .locator('.marquee-row')
      .first()
      .evaluate((row) => getComputedStyle(row).animationPlayState);
  await page.mouse.move(0, 0);
  expect(await moving()).toBe('running');
  await stories.getByRole('button', { name: '暫停跑馬燈' }).click();
  expect(await moving()).toBe('paused');
  await page.mouse.move(0, 0);
  expect(await moving()).toBe('paused');
  await expectAccessible(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await stories.locator('[data-side=right]').isVisible()).toBe(false);
  expect(await ads.getByRole('button', { name: '自動播放' }).isVisible()).toBe(false);
  // While the row of quotations does not move, each quotation is fully visible within the page.
  await page.setViewportSize({ width: 375, height: 800 });
  const [last] = await stories.locator('.marquee-row > li:not([data-again])').all();
  const box = await last!.boundingBox();
  expect(box!.x + box!.width).toBeLessThanOrEqual(375);
  expect(complaints).toEqual([]);
});

test('the page about us says who runs the company and where the money is kept', async () => {
  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/about`);
  await hydrated(page);
  await page.getByText(bankName(server.services.config.bank.code)).first().waitFor();
  const people = page.locator('section', { has: page.getByRole('heading', { name: '經營團隊' }) });
  expect(await people.getByRole('listitem').count()).toBeGreaterThan(2);
  // Nothing about the company is configured here, so every invented fact is marked.
  await people.getByText('示範資料').waitFor();
  const company = page.getByRole('region', { name: '公司資料' });
  await company.getByText('統一編號').waitFor();
  expect(await company.getByText('示範資料').count()).toBe(5);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
