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

test('soon all parts of the home page are shown, also those nobody scrolled to', async () => {
  const { page } = await pages.open();
  await page.goto(server.siteUrl);
  await hydrated(page);
  for (const part of ['#home-middle', '#home-stories', '#home-answers']) {
    const heading = page.locator(part).getByRole('heading').first();
    await expect
      .poll(() => heading.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })))
      .toBe(true);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the plans are listed once, and each quotation is on the home page once', async () => {
  const { page } = await pages.open();
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.locator('#home-stories').scrollIntoViewIfNeeded();
  await page.locator('#home-stories .stories-view[data-ready]').waitFor();
  const options = await page.getByLabel('方案').locator('option').allTextContents();
  const names = options.map((option) => String(option.split('\u3000')[0]));
  expect(names.length).toBeGreaterThan(4);
  // An advertisement or a case may name one plan; what names all of them is a list of the plans.
  const lists = await page.locator('main').evaluate((main, plans) => {
    const namesAll = (one: Element) => plans.every((plan) => one.textContent.includes(plan));
    const naming = [main, ...main.querySelectorAll('*')].filter(namesAll);
    return naming.filter((one) => ![...one.children].some(namesAll)).map((one) => one.localName);
  }, names);
  expect(lists).toEqual(['select']);
  // What is repeated only for the eye, such as the turns of the carousel, is hidden from readers.
  const told = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll('[aria-hidden=true]')) one.remove();
    return copy.textContent;
  });
  const quotes = await page.locator('.story-card:not([aria-hidden]) blockquote').allTextContents();
  expect(quotes.length).toBeGreaterThan(2);
  for (const quote of quotes) expect(told.split(quote).length - 1, quote).toBe(1);
  const moving = await page.locator('.marquee').textContent();
  for (const quote of quotes) expect(moving).not.toContain(quote.slice(1, -1));
});
