// Browser test of the page /docs: it shows the guide and the calls, on a phone and on a desk, and
// pages link to it unless a setting switches it off.
import { expect, test } from 'vitest';
import { newDeveloper } from '../../tests/actors/webhooks.ts';
import { useServer } from '../../tests/server.ts';
import { serious } from '../kit/acts.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const undescribed = useServer({ pages: 'built', environment: { API_DOCS: 'off' } });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

test('the guide and the calls are shown, and the policy of the page holds', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/account/faker_api');
  await page.getByRole('link', { name: '開發者文件' }).click();
  await page.getByRole('heading', { name: 'Quick start' }).waitFor();
  await page.getByText('verify_webhook(secret, headers, body)').waitFor();
  await page.getByRole('link', { name: '出資', exact: true }).first().waitFor();
  for (const width of [375, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const whole = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(whole, `at ${width} px`).toBeLessThanOrEqual(width);
  }
  const foreign = await page
    .locator('a[href^="http"], script[src^="http"], link[href^="http"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src')));
  expect(foreign.filter((url) => !url?.startsWith('https://www.standardwebhooks.com'))).toEqual([
    'https://www.scalar.com',
  ]);
  // The library tests whether eval is allowed, and goes on without it.
  const others = serious(complaints).filter((one) => !one.startsWith('policy: script-src eval'));
  expect(others).toEqual([]);
});

test('pages about programs and the site map lead there', async () => {
  const { page, complaints } = await pages.open();
  const member = await newDeveloper(server);
  const places = [
    () => visit(page, '/sitemap'),
    () => enter(page, member, '/account/api'),
    () => visit(page, '/account/webhooks'),
  ];
  for (const go of places) {
    await go();
    await page.getByRole('link', { name: '開發者文件' }).click();
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/');
  }
  const others = serious(complaints).filter((one) => !one.startsWith('policy: script-src eval'));
  expect(others).toEqual([]);
});

test('if a setting switches it off, no page leads there', async () => {
  const { page } = await pages.open();
  await visitsOf(undescribed).visit(page, '/sitemap');
  await page.getByRole('link', { name: '所有條款與版本' }).waitFor();
  expect(await page.getByRole('link', { name: '開發者文件' }).count()).toBe(0);
});
