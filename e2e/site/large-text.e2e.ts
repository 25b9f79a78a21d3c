// Pages at a text size of 200 % (32 px) on a phone: nothing is cut off and nothing scrolls sideways
// (WCAG 1.4.4 and 1.4.10).
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHeadless, withChineseFont } from '../../scripts/tools.ts';
import { lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newOperator, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const { enter, visit } = visitsOf(server);

/** The size is a setting of the browser, so these tests start a browser of their own. */
let browser: Browser;
beforeAll(async () => {
  const executablePath = findHeadless();
  if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--blink-settings=defaultFontSize=32',
  ];
  const env = { ...process.env, ...withChineseFont(), LC_ALL: 'C.UTF-8' };
  browser = await chromium.launch({ executablePath, args, env });
});
afterAll(() => browser?.close());

async function phone(): Promise<Page> {
  const viewport = { width: 375, height: 812 };
  const asked = { viewport, locale: 'zh-TW', serviceWorkers: 'block', reducedMotion: 'reduce' };
  return (await browser.newContext(asked as never)).newPage();
}

/**
 * Returns the texts that reach past the window or past a box that cuts them off. Content of boxes
 * that scroll sideways by design (tables, carousels) does not count.
 */
async function cutTexts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    const found = new Set<string>();
    const scrolls = '.ads-view, .stories-view, .marquee, .home-cases';
    const unseen = '.visually-hidden, .sr-only, [aria-hidden=true], svg, noscript, .skip-link';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility()) continue;
      if (parent.closest(`${scrolls}, ${unseen}, option, script, style`)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let [left, right] = [0, document.documentElement.clientWidth];
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const { overflowX } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) {
          [left, right] = [-Infinity, Infinity];
        }
        if (right === Infinity || !/hidden|clip/.test(overflowX)) continue;
        const edges = box.getBoundingClientRect();
        if (edges.width <= 1) right = Infinity;
        else [left, right] = [Math.max(left, edges.left), Math.min(right, edges.right)];
      }
      const isCut = [...range.getClientRects()].some(
        (at) => at.width > 0 && (at.right > right + 1 || at.left < left - 1),
      );
      if (isCut) found.add(node.textContent.trim());
    }
    return [...found];
  });
}

/** Returns the texts of which lines are left out because their box shows only some of them. */
const shortenedTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.reading-card *')]
      .filter((one) => getComputedStyle(one).overflowY === 'hidden' && one.textContent !== '')
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map(({ textContent }) => textContent),
  );

/** Returns the labels of charts that touch another label of their chart or leave its drawing. */
const crampedLabels = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=slider] > svg')].flatMap((chart) => {
      const edges = chart.getBoundingClientRect();
      const labels = [...chart.querySelectorAll('text')].map((label) => ({
        text: label.textContent,
        at: label.getBoundingClientRect(),
      }));
      const isOut = ({ at }: (typeof labels)[number]) =>
        at.left < edges.left - 1 || at.right > edges.right + 1 || at.bottom > edges.bottom + 1;
      const touches = ({ at }: (typeof labels)[number], i: number) =>
        labels.some(
          ({ at: to }, j) =>
            i !== j &&
            at.left < to.right &&
            to.left < at.right &&
            at.top < to.bottom - 4 &&
            to.top < at.bottom - 4,
        );
      return labels.filter((label, i) => isOut(label) || touches(label, i)).map(({ text }) => text);
    }),
  );

async function expectWhole(page: Page): Promise<void> {
  await expect.poll(() => cutTexts(page), { timeout: 5_000 }).toEqual([]);
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(shown);
}

const read = [
  '/',
  '/member/login',
  '/member/register',
  '/investment',
  '/loan/engineer',
  '/loan/quote',
  '/verify',
];
test.each(read)('a visitor reads all of %s', async (path) => {
  const page = await phone();
  await visit(page, path);
  await expectWhole(page);
  await page.context().close();
});

test('a visitor reads whole titles and previews of articles', async () => {
  const page = await phone();
  await visit(page, '/knowledge/article');
  await page.locator('.reading-card').first().waitFor();
  expect(await shortenedTexts(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await shortenedTexts(page)).toEqual([]);
  await page.context().close();
});

test('an investor reads the labels of charts', async () => {
  const { loan } = await lentLoan(server, await newTeam(server));
  const page = await phone();
  await enter(page, loan.investors[0]!, '/account/invest/ongoing');
  for (const name of ['現金流', '在貸本金走勢']) {
    await page.locator('summary', { hasText: name }).click();
  }
  const drawing = page.locator('[role=slider] > svg').first();
  await drawing.locator('text').first().waitFor();
  await expect.poll(() => crampedLabels(page)).toEqual([]);
  await expectWhole(page);
  const boxOf = () => drawing.getAttribute('viewBox');
  const narrow = await boxOf();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(boxOf).not.toBe(narrow);
  await expect.poll(() => crampedLabels(page)).toEqual([]);
  await page.context().close();
});

test('a member reads all of a case and of the account', async () => {
  const loanId = await newCase(server);
  const member = await newVerifiedMember(server);
  const page = await phone();
  await enter(page, member, '/account/profile');
  await expectWhole(page);
  const others = [
    `/investment/${loanId}`,
    '/investment',
    '/account/loan',
    '/account/invest',
    '/account/notification',
  ];
  for (const path of others) {
    await visit(page, path);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await expectWhole(page);
  }
  await page.context().close();
});

test('an operator reads all of the login page and the inbox', async () => {
  const operator = await newOperator(server, ['reviewer']);
  const page = await phone();
  await page.goto(`${server.officeUrl}/tasks`);
  await page.getByRole('heading', { level: 1, name: '百溪後台' }).waitFor();
  await page.getByLabel('密碼', { exact: true }).waitFor();
  await expectWhole(page);
  const cookie = { name: 'office_session', value: operator.token, url: server.officeUrl };
  await page.context().addCookies([cookie]);
  await page.goto(`${server.officeUrl}/tasks`);
  await page.getByRole('heading', { level: 1, name: '待辦' }).waitFor();
  await expectWhole(page);
  await page.context().close();
});
