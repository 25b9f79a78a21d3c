// Heights of long pages on a phone: rows of two lines in place of cards, with the rest on demand.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCase } from '../../tests/actors/market.ts';
import { newVerifiedMember, type Person, signInAs } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectText, serious } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { manyHoldings } from '../kit/many-holdings.ts';

// The holdings are inserted as rows, without ledger entries.
const server = useServer({ pages: 'built', invariants: false });
const pages = useBrowser({ whole: true });
const SHOTS = process.env['SHOTS'];
const HOLDINGS = 22;
const CASES = 12;

/** Maximum heights in pixels at a width of 390; the first view of each page is complete. */
const investors = [
  ['/account/invest/ongoing', '共 22 筆', 3_200],
  ['/account/invest', '共 22 筆', 3_200],
] as const;

/** Opens a page on a phone, as the member if one is given, and notes what moves there. */
async function open(path: string, person?: Person) {
  const watched = await pages.open({ mobile: true });
  const { page } = watched;
  const user = person && (await signInAs(server, person.email));
  await page.addInitScript(
    (stored) => {
      if (stored) localStorage.setItem('user', stored);
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as unknown as {
            value: number;
            sources: { node?: Element }[];
          };
          const nodes = sources.map(({ node }) => node?.outerHTML?.slice(0, 90));
          // The footer of the empty shell leaves the view as soon as a member's page has come.
          const moved = nodes.filter((node) => !node?.startsWith('<footer'));
          // Text may move by the width of a letter when the fonts arrive.
          if (value > 0.01 && moved.length > 0)
            shifts.push(`${value.toFixed(4)} ${nodes.join(' ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    },
    user && JSON.stringify(user),
  );
  await page.goto(server.siteUrl + path);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  return watched;
}

async function expectHeight(page: Page, path: string, most: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (SHOTS) {
    const name = path.slice(1).replaceAll(/\W/g, '-');
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  }
  expect(height, path).toBeLessThanOrEqual(most);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  expect(shifts, path).toEqual([]);
  await expectAccessible(page);
}

test('an investor with 22 holdings: rows that are links, and rows that open', async () => {
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  await manyHoldings(server, one, HOLDINGS);
  for (const [path, words, most] of investors) {
    const { page, complaints } = await open(path, one);
    await expectText(page, words);
    await expectHeight(page, path, most);
    expect(serious(complaints)).toEqual([]);
  }
  const { page } = await open('/account/invest', one);
  const opener = page.getByRole('button', { name: /的內容與動作$/ }).first();
  expect(await opener.getAttribute('aria-expanded')).toBe('false');
  await opener.focus();
  await page.keyboard.press('Enter');
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  await page
    .getByRole('link', { name: /^看案件/ })
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '查看每一筆' }).click();
  await page.waitForURL(/ongoing$/);
  await expectText(page, '共 22 筆');
  // On paper the list has no pages.
  const rows = page.getByRole('table', { name: '共 22 筆' }).getByRole('row');
  expect(await rows.count()).toBe(21);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(23);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBe(21);
  // Anywhere in its two lines a holding leads to its page.
  await page.emulateMedia({ media: 'screen' });
  await rows.nth(1).click();
  await page.waitForURL(/ongoing\/\d+$/);
});

test('open cases: rows for a visitor and for a member', async () => {
  for (let i = 0; i < CASES; i += 1) await newCase(server);
  const { page } = await open('/investment');
  await page.getByRole('heading', { name: '募集中的案件', exact: true }).waitFor();
  await expectHeight(page, '/investment', 3_500);
  const member = await open('/investment', await newVerifiedMember(server, { purpose: 'invest' }));
  const cases = member.page.locator('.case-card');
  await expect.poll(() => cases.count()).toBe(CASES);
  await expectHeight(member.page, '/investment?member', 3_500);
  await cases.first().click();
  await member.page.waitForURL(/investment\/\d+$/);
});
