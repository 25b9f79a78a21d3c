// The home page stays short: each content is there once, and compact.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Height in CSS pixels that the page may have at a width, with all late parts shown. */
const heights = [
  [375, 6_000],
  [1_440, 4_500],
] as const;

test.each(heights)('at a width of %i the home page is not higher than %i', async (width, most) => {
  const { page } = await pages.open();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(server.siteUrl);
  await hydrated(page);
  // Parts below the first screen have an estimated height until they are near.
  for (const part of ['#home-middle', '#home-stories', '#home-answers']) {
    await page.locator(part).scrollIntoViewIfNeeded();
    await page.locator(part).getByRole('heading').first().waitFor();
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(most);
  expect(height).toBeGreaterThan(3_000);
});
