// Opens every kind of public page at the width of a phone, a tablet and a desktop, and checks that
// nothing overflows, that there is exactly one first-level heading, and that neither axe nor the
// browser reports a problem.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCase } from '../../tests/actors/market.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const paths = [
  '/',
  '/about',
  '/investment',
  '/loan/alllist',
  '/loan/engineer',
  '/loan/quote',
  '/knowledge',
  '/knowledge/article/45',
  '/support',
  '/support/policy/terms',
  '/statistics',
  '/verify',
  '/sitemap',
  '/member/login',
  '/member/register',
  '/member/forgot',
  '/no-such-page',
];

/**
 * Returns a description of each element that does not fit at this width; empty if everything fits.
 */
async function problemsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const { over, headings } = await page.evaluate(() => ({
    over: document.documentElement.scrollWidth - window.innerWidth,
    headings: document.querySelectorAll('h1').length,
  }));
  return [
    ...(over > 0 ? [`${page.url()} sticks out by ${over} px at ${width}`] : []),
    ...(headings === 1 ? [] : [`${page.url()} has ${headings} first headings at ${width}`]),
  ];
}

test('public pages fit all widths, and axe finds no problem', async () => {
  await newCase(server);
  const { page, complaints } = await pages.open();
  const problems: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 375, height: 900 });
    await page.goto(server.siteUrl + path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
    problems.push(...(await problemsAt(page, 375)));
    await expectAccessible(page);
    for (const width of [768, 1440]) problems.push(...(await problemsAt(page, width)));
  }
  expect(problems).toEqual([]);
  // A page that does not exist is answered with 404, which the browser reports as an error.
  expect(complaints.filter((what) => !/status of 404/.test(what))).toEqual([]);
});
