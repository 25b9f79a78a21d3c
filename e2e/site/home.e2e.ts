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

test('each plan and each quotation is on the home page once', async () => {
  const { page } = await pages.open();
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.locator('#home-stories').scrollIntoViewIfNeeded();
  await page.locator('#home-stories .stories-view[data-ready]').waitFor();
  // What is repeated only for the eye, such as the turns of the carousel, is hidden from readers.
  const told = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll('[aria-hidden=true]')) one.remove();
    return copy.textContent;
  });
  const quotes = await page.locator('.story-card:not([aria-hidden]) blockquote').allTextContents();
  const plans = await page.getByLabel('方案').locator('option').allTextContents();
  expect(Math.min(quotes.length, plans.length)).toBeGreaterThan(2);
  for (const quote of quotes) expect(told.split(quote).length - 1, quote).toBe(1);
  expect(await page.locator('.marquee').textContent()).not.toContain('「');
  for (const plan of plans.slice(1)) {
    const [name] = plan.split('\u3000');
    expect(told.split(String(name)).length - 1, plan).toBe(1);
  }
});
