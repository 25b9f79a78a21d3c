// Heights of long pages on a phone: rows of two lines in place of cards, with the rest on demand.
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCase } from '../../tests/actors/market.ts';
import { newDesk, violated } from '../../tests/actors/negotiations.ts';
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

type Shift = {
  value: number;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Signs the member in on a page of a phone, if one is given, and notes what moves there. */
async function phone(person?: Person) {
  const watched = await pages.open({ mobile: true });
  const user = person && (await signInAs(server, person.email));
  await watched.page.addInitScript(
    (stored) => {
      if (stored) localStorage.setItem('user', stored);
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as unknown as Shift;
          const nodes = sources.flatMap(({ node, previousRect: was, currentRect: is }) => {
            const one = node instanceof Element ? node : node?.parentElement;
            // The footer of the empty shell leaves the view as soon as a member's page has come.
            if (!one || one.closest('footer')) return [];
            // Text may move by the width of a letter when the fonts arrive.
            const isMoved = Math.abs(is.top - was.top) > 1 || Math.abs(is.left - was.left) > 16;
            return isMoved ? [`${was.top} → ${is.top} ${one.outerHTML.slice(0, 90)}`] : [];
          });
          if (value > 0.01 && nodes.length > 0)
            shifts.push(`${value.toFixed(4)} ${nodes.join(' ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    },
    user && JSON.stringify(user),
  );
  return watched;
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

async function open(path: string, person?: Person) {
  const watched = await phone(person);
  await watched.page.goto(server.siteUrl + path);
  await hydrated(watched.page);
  await watched.page.waitForLoadState('networkidle');
  return watched;
}

async function expectHeight(page: Page, path: string, most: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, path).toBeLessThanOrEqual(most);
  expect(await shiftsOf(page), path).toEqual([]);
  if (SHOTS) {
    const name = path.slice(1).replaceAll(/\W/g, '-');
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  }
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
  // A purpose is shortened, but not to a letter or two.
  const short = await page
    .locator('.case-name > :first-child')
    .evaluateAll(
      (names) =>
        names.filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth < 64).length,
    );
  expect(short).toBe(0);
  // In columns nothing is folded, and no button opens a row.
  const narrow = page.viewportSize()!;
  await page.setViewportSize({ width: 1440, height: 900 });
  await opener.waitFor({ state: 'hidden' });
  await page.setViewportSize(narrow);
  await page.getByRole('link', { name: '查看每一筆' }).click();
  await page.waitForURL(/ongoing$/);
  // Anywhere in its two lines a holding leads to its page.
  await page.getByRole('heading', { name: '每一筆出資' }).waitFor();
  await page.getByRole('table', { name: '共 22 筆' }).getByRole('row').nth(1).click();
  await page.waitForURL(/ongoing\/\d+$/);
});

test('paper has all rows of a list, and no buttons', async () => {
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  await manyHoldings(server, one, HOLDINGS);
  for (const [path] of investors) {
    const { page } = await open(path, one);
    const rows = page.getByRole('table', { name: '共 22 筆' }).getByRole('row');
    await rows.nth(20).waitFor();
    expect(await rows.count(), path).toBe(21);
    // The listener comes after those of the page, and so counts what is laid out.
    await page.evaluate(() => {
      window.addEventListener('beforeprint', () => {
        document.body.dataset['rows'] = String(document.querySelectorAll('.table tr').length);
      });
    });
    const file = await page.pdf({ format: 'A4' });
    if (SHOTS) writeFileSync(`${SHOTS}/${path.slice(1).replaceAll('/', '-')}.pdf`, file);
    expect(await page.evaluate(() => document.body.dataset['rows']), path).toBe('23');
    await expect.poll(() => rows.count()).toBe(21);
    await page.emulateMedia({ media: 'print' });
    // The heads of the columns are words even if they sort the list on the screen.
    const heads = page.getByRole('columnheader');
    expect(await heads.filter({ hasText: /./ }).count(), path).toBe(await heads.count());
    const buttons = await page.getByRole('main').getByRole('button').all();
    const names = await Promise.all(buttons.map((button) => button.textContent()));
    const sorting = path.endsWith('ongoing') ? [] : ['金額', '成立時間', '匯款期限', '狀態'];
    expect(names, path).toEqual(sorting);
  }
});

test('sums that come late move nothing', async () => {
  const one = await newVerifiedMember(server, { purpose: 'invest' });
  await manyHoldings(server, one, HOLDINGS);
  for (const width of [360, 390, 768, 1440]) {
    const { page } = await phone(one);
    await page.setViewportSize({ width, height: 900 });
    let letCome = () => {};
    const held = new Promise<void>((come) => (letCome = come));
    await page.route(/summary$/, (route) => held.then(() => route.continue()));
    await page.goto(`${server.siteUrl}/account/invest`);
    const list = page.getByRole('table', { name: '共 22 筆' });
    await list.waitFor();
    const topOf = () => list.evaluate((one) => one.getBoundingClientRect().top + window.scrollY);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const before = await topOf();
    expect(await page.locator('main [aria-busy="true"]').count()).toBe(2);
    letCome();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    expect(await topOf(), String(width)).toBe(before);
    expect(await shiftsOf(page), String(width)).toEqual([]);
  }
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

test('a poll: the vote leads, and what stands beside the instalments is folded', async () => {
  const loan = await violated(server, await newDesk(server));
  const path = `/account/invest/ongoing/${loan.orderIds[0]}`;
  const { page, complaints } = await open(path, loan.investors[0]!);
  await page.getByRole('heading', { name: /^違約投票/ }).waitFor();
  await expectHeight(page, path, 3_000);
  await page.getByRole('button', { name: '送出投票' }).waitFor();
  for (const [title, words] of [
    ['出資內容', '出資金額'],
    ['出資契約', '另開契約 PDF'],
    ['公開紀錄', '公開紀錄裡'],
    ['經過', '需要處理：違約'],
  ]) {
    const part = page.locator('details').filter({ hasText: title! });
    await part.locator('summary').first().click();
    await part.getByText(words!).first().waitFor();
  }
  await expectAccessible(page);
  expect(serious(complaints)).toEqual([]);
});
