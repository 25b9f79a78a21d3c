// The parts around every page, with their exact measures: menus, scrolling, bars, ways to leave.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit } = visitsOf(server);

const menuCall = '**/v1/plan/menu-list';

/** Navigates to another page as a link of the site does, without loading a document. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    return router?.navigate(to);
  }, path);
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);

test.each([
  [1280, 100],
  [768, 100],
  [767, 150],
])('at %i px a hash target scrolls in 250 ms to %i px below the edge', async (width, offset) => {
  const { page, complaints } = await pages.open({ moves: true });
  await page.setViewportSize({ width, height: 800 });
  await visit(page, '/dev/style');
  // The page's clock stands still; the test advances it by one frame every 16 ms.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await follow(page, '/dev/style#dark');
  await expect.poll(() => focused(page)).toBe('dark');
  const passed = async (ms: number) => {
    await page.clock.runFor(ms);
    return page.evaluate(() => document.getElementById('dark')?.getBoundingClientRect().top ?? 0);
  };
  const before = await passed(0);
  const halfway = await passed(125);
  expect(halfway).toBeLessThan(before);
  expect(halfway).toBeGreaterThan(offset + 1);
  expect(await passed(95)).toBeGreaterThan(offset + 1);
  expect(Math.abs((await passed(52)) - offset)).toBeLessThanOrEqual(1);
  expect(await passed(500)).toBe(await passed(500));
  expect(complaints).toEqual([]);
});

test.each([
  ['scrolls', (page: Page) => page.evaluate(() => window.scrollTo(0, 40))],
  ['presses', (page: Page) => page.mouse.down()],
] as const)('smooth scrolling stops if the user %s meanwhile', async (_what, act) => {
  const { page } = await pages.open();
  await visit(page, '/dev/style');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await follow(page, '/dev/style#dark');
  await expect.poll(() => focused(page)).toBe('dark');
  await page.clock.runFor(64);
  const midway = await scrolled(page);
  expect(midway).toBeGreaterThan(100);
  await act(page);
  const left = await scrolled(page);
  await page.clock.runFor(400);
  expect(await scrolled(page)).toBe(left);
});

test('with reduced motion the page jumps to a hash target', async () => {
  const { page } = await pages.open();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/dev/style');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await follow(page, '/dev/style#dark');
  await expect.poll(() => focused(page)).toBe('dark');
  const top = await page.evaluate(
    () => document.getElementById('dark')?.getBoundingClientRect().top,
  );
  expect(Math.abs((top ?? 0) - 100)).toBeLessThanOrEqual(1);
});

test('a section that an address leads to takes the focus without a ring around it', async () => {
  const { page } = await pages.open();
  await visit(page, '/dev/style#dark');
  await expect.poll(() => focused(page)).toBe('dark');
  const ring = page.locator('#dark').evaluate((one) => getComputedStyle(one).outlineStyle);
  expect(await ring).toBe('none');
  // The next control has one.
  await page.keyboard.press('Tab');
  const next = page.evaluate(() => document.activeElement!.matches('main :focus-visible'));
  expect(await next).toBe(true);
});

test('any other navigation leads to the top: a link, a page number, and back', async () => {
  const { page } = await pages.open();
  await visit(page, '/dev/style');
  const numbers = page.getByRole('navigation', { name: '分頁' }).first();
  await numbers.scrollIntoViewIfNeeded();
  expect(await scrolled(page)).toBeGreaterThan(800);
  await numbers.getByRole('link', { name: '第 6 頁' }).click();
  await page.waitForURL('**/dev/style?page=6');
  await expect.poll(() => scrolled(page)).toBe(0);
  expect(await focused(page)).toBe('main');
  expect(await numbers.locator('[aria-current=page]').textContent()).toBe('6');
  await page.evaluate(() => window.scrollTo(0, 900));
  await follow(page, '/sitemap');
  await page.getByRole('heading', { name: '網站導覽', level: 1 }).waitFor();
  expect(await scrolled(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.goBack();
  await page.getByRole('heading', { name: '設計系統' }).waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('page numbers are at most 303 px wide, three around the page, one at each end', async () => {
  const { page } = await pages.open();
  await visit(page, '/dev/style?page=10');
  const numbers = page.getByRole('navigation', { name: '分頁' });
  const boxes = await numbers.evaluateAll((all) =>
    all.map((one) => ({ width: one.clientWidth, inside: one.scrollWidth })),
  );
  expect(boxes.length).toBeGreaterThan(2);
  for (const { width, inside } of boxes) {
    expect(width).toBeLessThanOrEqual(303);
    expect(inside).toBeLessThanOrEqual(width);
  }
  expect(await numbers.first().innerText()).toMatch(/^\s*1\s*…\s*9\s*10\s*11\s*…\s*20\s*$/);
});

test('the button to the top appears after 800 px', async () => {
  const { page } = await pages.open();
  await visit(page, '/sitemap');
  const up = page.locator('.go-top:not(.style-stage *)');
  await page.evaluate(() => {
    document.body.style.minHeight = '4000px';
    window.scrollTo(0, 800);
  });
  await page.waitForTimeout(300);
  expect(await up.isVisible()).toBe(false);
  await page.evaluate(() => window.scrollTo(0, 801));
  await up.waitFor();
  const edge = (await page.getByRole('banner').boundingBox())!.width;
  const place = { x: edge - 24 - 48, y: 900 - 24 - 48, width: 48, height: 48 };
  await expect.poll(() => up.boundingBox()).toEqual(place);
  await up.click();
  await expect.poll(() => scrolled(page)).toBe(0);
  expect(await focused(page)).toBe('main');
  await up.waitFor({ state: 'hidden' });
});

test.each([
  [1280, 100],
  [1279, 80],
  [768, 80],
  [767, 60],
])('at %i px content begins %i px from the top, under the fixed header', async (width, margin) => {
  const { page } = await pages.open();
  await page.setViewportSize({ width, height: 900 });
  await visit(page, '/sitemap');
  expect((await page.locator('.page').boundingBox())?.y).toBe(margin);
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.y).toBe(0);
  expect(header?.height).toBeLessThan(margin + 16);
  await page.evaluate(() => window.scrollTo(0, 500));
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  const wide = await page.getByRole('navigation', { name: '主選單' }).isVisible();
  expect(wide).toBe(width >= 1024);
});

test('the plans menu: three bars while loading, then by hover and by keyboard', async () => {
  const { page, complaints } = await pages.open();
  let asked = 0;
  let letGo = () => {};
  const held = new Promise<void>((go) => (letGo = go));
  await page.route(menuCall, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await visit(page, '/sitemap');
  const opener = page.getByRole('button', { name: '申貸專區的方案選單' });
  const menu = page.locator('.disclosure-panel').first();
  await page.getByRole('banner').getByRole('link', { name: '申貸專區' }).hover();
  await menu.waitFor();
  expect(await menu.locator('.skeleton').count()).toBe(3);
  expect(await menu.getByRole('link').allTextContents()).toEqual(['所有方案']);
  letGo();
  await menu.getByRole('link', { name: '醫護人員方案' }).waitFor();
  expect(await menu.locator('.skeleton').count()).toBe(0);
  expect(asked).toBe(1);
  await expectAccessible(page);
  const first = await menu.getByRole('link').nth(1).getAttribute('href');
  expect(first).toMatch(/^\/loan\/[a-z]+$/);
  // The menu stays open for 150 ms in case the pointer returns.
  await page.mouse.move(600, 700);
  await menu.waitFor({ state: 'hidden' });
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await opener.focus();
    await page.keyboard.press(key);
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('所有方案');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('醫護人員方案');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === first);
  await menu.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('if plans cannot be loaded, 「所有方案」 stays, and the loading bar says so', async () => {
  const { page } = await pages.open({ moves: true });
  await page.addInitScript(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const bar = target as HTMLElement;
        if (!bar.matches('.loading-bar')) continue;
        const { backgroundColor } = getComputedStyle(bar.firstElementChild!);
        states.push(`${bar.dataset['state']} ${backgroundColor}`);
      }
    }).observe(document, { subtree: true, attributeFilter: ['data-state'] });
  });
  await page.route(menuCall, (route) => route.fulfill({ status: 500, json: {} }));
  await visit(page, '/sitemap');
  const states = () => page.evaluate(() => (window as unknown as { states: string[] }).states);
  await expect.poll(async () => (await states()).join()).toContain('failed rgb(179, 38, 30)');
  await page.getByRole('button', { name: '申貸專區的方案選單' }).press('Enter');
  const menu = page.locator('.disclosure-panel').first();
  await expect.poll(() => menu.locator('.skeleton').count()).toBe(0);
  expect(await menu.getByRole('link').allTextContents()).toEqual(['所有方案']);
});

test('the loading bar starts after 200 ms and takes 5000 ms to 90 %', async () => {
  const { page } = await pages.open();
  await visit(page, '/sitemap');
  await page.waitForLoadState('networkidle');
  let letGo = () => {};
  const held = new Promise<void>((go) => (letGo = go));
  await page.route('**/loan/alllist.data*', async (route) => {
    await held;
    await route.continue();
  });
  const waited = page.evaluate(async () => {
    const bar = document.querySelector('.loading-bar')!;
    const start = performance.now();
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    void router?.navigate('/loan/alllist');
    await new Promise<void>((shown) => {
      new MutationObserver(() => shown()).observe(bar, { attributeFilter: ['data-state'] });
    });
    const { scale, transitionDuration } = getComputedStyle(bar.firstElementChild!);
    return { after: performance.now() - start, scale, transitionDuration };
  });
  const { after, transitionDuration } = await waited;
  expect(after).toBeGreaterThanOrEqual(200);
  expect(transitionDuration).toBe('5s');
  const bar = page.getByRole('progressbar', { name: '載入中' });
  expect((await bar.boundingBox())?.height).toBe(3);
  letGo();
  await page.getByRole('heading', { level: 1, name: '找到適合您職業的方案' }).waitFor();
  await expect.poll(() => page.locator('.loading-bar').getAttribute('data-state')).toBe('idle');
});

test('on a phone a drawer contains the menu, and the focus, until Esc or a link', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  await visit(page, '/sitemap');
  const burger = page.getByRole('button', { name: '開啟選單' });
  expect(await burger.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await burger.press('Enter');
  const drawer = page.getByRole('dialog', { name: '選單' });
  await drawer.waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe(
    'hidden',
  );
  await drawer.getByText('申貸專區').click();
  await drawer.getByRole('link', { name: '醫護人員方案' }).waitFor();
  await expectAccessible(page);
  // After the drawer's last element the focus goes to the browser, then to the first element again.
  for (let i = 0; i < 30; i += 1) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || Boolean(activeElement?.closest('dialog'));
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => burger.evaluate((one) => one === document.activeElement)).toBe(true);
  await burger.click();
  await drawer.getByRole('link', { name: '出資專區' }).click();
  await page.waitForURL((url) => url.pathname === '/investment');
  await drawer.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

/**
 * Returns the stylesheets in order of precedence, without the build-specific parts of their
 * addresses.
 */
const sheets = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href }) => (href ? [new URL(href).pathname] : [])),
  );

test('late styles never put the common stylesheet after those of the pages', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/loan/alllist');
  const before = await sheets(page);
  expect(before[0]).toContain('/site-');
  // A key press makes React hydrate all parts of the page; the plan comparison responds once its
  // code has loaded.
  await page.keyboard.press('Tab');
  await page.locator('#plan-choice').getByRole('radio', { name: '1 年' }).click();
  await expect
    .poll(() => page.locator('#plan-choice').getByRole('radio', { name: '1 年' }).isChecked())
    .toBe(true);
  await follow(page, '/knowledge');
  await page.getByRole('heading', { level: 1, name: '知識學堂' }).waitFor();
  const after = await sheets(page);
  expect(after.filter((path) => path === before[0])).toEqual([before[0]]);
  expect(after[0]).toBe(before[0]);
  expect(complaints).toEqual([]);
});

test('the first Tab stop skips the header', async () => {
  const { page } = await pages.open();
  await visit(page, '/sitemap');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('跳到主要內容');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toContain('上方選單');
});

test('a page that fails shows its code and message, and the layout stays', async () => {
  const { page } = await pages.open();
  await visit(page, '/sitemap');
  await page.route('**/loan/alllist.data*', (route) => route.abort());
  await follow(page, '/loan/alllist');
  await page.getByText('500', { exact: true }).waitFor();
  await page.getByText('Error', { exact: true }).waitFor();
  await page.getByRole('button', { name: '重新整理' }).waitFor();
  await page.getByRole('banner').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '回首頁' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await visit(page, '/no-such-page');
  await page.getByText('This page could not be found', { exact: true }).waitFor();
  await page.getByRole('searchbox', { name: '搜尋幫助中心' }).fill('提前清償');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/support/Search?q=*');
});

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '4g' }])(
  'on a connection with %j links are prefetched only if it is a good one',
  async (connection) => {
    const { page } = await pages.open();
    await page.addInitScript((told) => {
      Object.defineProperty(navigator, 'connection', { value: told });
    }, connection);
    await visit(page, '/sitemap');
    await page.waitForLoadState('networkidle');
    const ahead = () => page.locator('link[rel=prefetch], link[rel=modulepreload]').count();
    const before = await ahead();
    await page.getByRole('main').getByRole('link', { name: '所有方案' }).hover();
    if (connection.effectiveType === '4g') {
      await expect.poll(ahead).toBeGreaterThan(before);
    } else {
      await page.waitForTimeout(500);
      expect(await ahead()).toBe(before);
    }
  },
);
