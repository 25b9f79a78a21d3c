// Appearance of public pages at three widths, light and dark, enlarged, narrow and in forced
// colours. Structural checks (overflow, overlap, shift, contrast) name the problem; screenshots are
// compared as well.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { expectPicture } from '../kit/picture.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser({ whole: true });

const paths = [
  '/',
  '/loan/alllist',
  '/loan/engineer',
  '/investment',
  '/sitemap',
  '/member/login',
  '/no-such-page',
];
const grounds = { light: 'rgb(250, 248, 244)', dark: 'rgb(13, 21, 22)' };

/** Returns the name of a screenshot, such as `loan-engineer-375-dark`. */
const pictureOf = (path: string, width: number, scheme: string) =>
  [path.slice(1).replaceAll('/', '-') || 'home', width, scheme].join('-');

/** Returns by how many pixels the content overflows to the side. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/**
 * Returns the background, and the distance from the header to the first heading, which it must not
 * cover.
 */
const measure = (page: Page) =>
  page.evaluate(() => {
    const bottom = document.querySelector('.site-header')!.getBoundingClientRect().bottom;
    const top = document.querySelector('h1')!.getBoundingClientRect().top;
    return {
      ground: getComputedStyle(document.documentElement).backgroundColor,
      below: top - bottom,
    };
  });

/**
 * Maximum layout shift: a tenth of what still counts as good, because the fallback fonts have the
 * same metrics as the site's own fonts (scripts/fonts).
 */
const SHIFT_MAX = 0.01;

/** Adds up the layout shifts that no user input caused. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (!entry.hadRecentInput)
          (window as unknown as { shifted: number }).shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);

test('in forced colours the selection, an open list and the focus are visible', async () => {
  const { page } = await pages.open();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(server.siteUrl);
  await hydrated(page);
  const outlineOf = (chips: string) =>
    page
      .locator(chips)
      .first()
      .evaluate((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return `${outlineStyle} ${outlineWidth}`;
      });
  await page.locator('.chip').first().waitFor();
  expect(await outlineOf('.chip:has(:checked)')).toBe('solid 2px');
  expect(await outlineOf('.chip:not(:has(:checked))')).toMatch(/^none/);
  await page.locator('.chip :checked').first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => outlineOf('.chip:has(:checked)')).toBe('solid 3px');
  // The select's custom arrow is a background image, which forced colours remove.
  const select = page.locator('select.input').first();
  expect(await select.evaluate((one) => getComputedStyle(one).appearance)).toBe('auto');
});

/**
 * Delays the site's fonts until the page is interactive, as on a slow line; the returned function
 * releases them.
 */
async function holdFonts(page: Page): Promise<() => Promise<void>> {
  let letCome = () => {};
  const held = new Promise<void>((come) => (letCome = come));
  await page.route(/\.woff2$/, (route) => held.then(() => route.continue()));
  return async () => {
    letCome();
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/**
 * Waits until everything is loaded and nothing more has come for half a second. Playwright's own
 * state `networkidle` sometimes never arrives after fonts were held back.
 */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete');
  await page.evaluate(async () => {
    const count = () => performance.getEntriesByType('resource').length;
    let [loaded, since] = [count(), performance.now()];
    while (performance.now() - since < 500) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (count() !== loaded) [loaded, since] = [count(), performance.now()];
    }
  });
}

/**
 * Returns the fonts that draw text on the page but do not come from the site, with the text that
 * they draw.
 */
async function foreignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const asked = { nodeId: root.nodeId, selector: 'body, body *' };
  const { nodeIds } = await session.send('DOM.querySelectorAll', asked);
  // Sent together, because waiting for each answer takes longer than the answers.
  const drawn = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      if (fonts.every((font) => font.isCustomFont)) return null;
      const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
      const words = outerHTML.replace(/<[^>]*>/g, '').trim();
      return `${fonts.map((font) => font.familyName).join(', ')}: ${words.slice(0, 80)}`;
    }),
  );
  await session.detach();
  return [...new Set(drawn.filter((one) => one !== null))];
}

test.each(paths)('%s fits every width, in both themes', async (path) => {
  const { page } = await pages.open();
  await watchShifts(page);
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const fontsCome = await holdFonts(page);
    await page.goto(server.siteUrl + path, { waitUntil: 'domcontentloaded' });
    await hydrated(page);
    await fontsCome();
    await untilQuiet(page);
    expect(await shifted(page), `shift at ${width}`).toBeLessThanOrEqual(SHIFT_MAX);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { ground, below } = await measure(page);
      expect(ground).toBe(grounds[colorScheme]);
      expect(below).toBeGreaterThan(8);
      expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
      await expectPicture(page, pictureOf(path, width, colorScheme));
    }
    if (width === 375) expect(await foreignFonts(page), 'not in the fonts we cut').toEqual([]);
    // The page of 1440 px is already dark; the other widths are checked in light colours.
    if (width !== 1440) await page.emulateMedia({ colorScheme: 'light' });
    if (width !== 768) await expectAccessible(page);
  }
  // WCAG 1.4.4 and 1.4.10: text at twice the size, and a width of 320 px.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `text of 200 % at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(page), 'at 320').toBeLessThanOrEqual(0);
  // In forced colours a button keeps its border and its focus ring.
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  const button = page.locator('a.button, button.button').locator('visible=true').first();
  const edge = await button.evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(Number.parseInt(edge, 10)).toBeGreaterThanOrEqual(1);
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
  expect(ring).toBe('solid');
});

test.each(['/about', '/knowledge/article/45', '/dev/style'])('%s looks as before', async (path) => {
  const { page } = await pages.open();
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(server.siteUrl + path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectPicture(page, pictureOf(path, width, colorScheme));
    }
  }
});
