// Nothing that floats over a page covers the control that has the focus.
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

/** Everything that the site keeps at an edge of the window. */
const floating = [
  '.site-header',
  '.bottom-bar',
  '.go-top',
  '.sticky-acts',
  '.invest-bar',
  '.apply-bar',
  '.wizard-bar',
  '.notice-cards',
  '.offline-banner',
];

/** Names of the elements of `floating` that were on a page while its controls were focused. */
const met = new Set<string>();
let controls = 0;

/**
 * Gives every control of the page the keyboard's focus, from first to last, and returns those of
 * which something floating covers the middle or an edge and stays there for five seconds.
 */
const coveredControls = (page: Page) =>
  page.evaluate(async (names: string[]) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const coverOf = (one: HTMLElement) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const points = [0.5, 2 / height, 1 - 2 / height].map((share) =>
        document.elementFromPoint(left + width / 2, top + height * share),
      );
      const covers = points.map((over) => over?.closest(names.join(',')));
      return covers.find((cover) => cover && !cover.contains(one));
    };
    const covered: string[] = [];
    let count = 0;
    const selector = 'main :is(a[href], button, input, select, textarea, summary)';
    window.scrollTo(0, 0);
    for (const one of document.querySelectorAll<HTMLElement>(selector)) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const { scrollY } = window;
      one.focus({ focusVisible: true } as FocusOptions);
      if (document.activeElement !== one) continue;
      // Bars appear and the focus ring moves when the page was scrolled.
      if (window.scrollY !== scrollY) await drawn();
      // A part that is hydrated when it comes near may replace its elements.
      if (document.activeElement !== one) continue;
      count += 1;
      let cover = coverOf(one);
      const until = performance.now() + 5_000;
      while (cover && performance.now() < until) {
        await drawn();
        cover = one.isConnected ? coverOf(one) : undefined;
      }
      if (cover) covered.push(`${cover.className} covers ${one.outerHTML.slice(0, 120)}`);
    }
    const here = names.filter((name) => document.querySelector(name)?.checkVisibility());
    return { covered, count, here };
  }, floating);

async function expectNothingCovered(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 667 : 800 });
  const { covered, count, here } = await coveredControls(page);
  expect(count).toBeGreaterThan(3);
  expect(covered).toEqual([]);
  controls += count;
  for (const name of here) met.add(name);
}

test('bars and the button to the top cover no control with the focus', async () => {
  const { page } = await pages.open();
  for (const [path, ...widths] of [
    ['/', 375, 1_024],
    ['/knowledge', 375],
    ['/loan/engineer', 375],
  ] as const) {
    await visit(page, path);
    for (const width of widths) await expectNothingCovered(page, width);
  }
  await page.context().setOffline(true);
  await page.locator('.offline-banner').waitFor();
  await expectNothingCovered(page, 375);
});

test('cards of notices step aside, and bars of case and application cover nothing', async () => {
  const person = await newVerifiedMember(server);
  const news = { category: 'loan', title: '消息', body: '內容。', link: '/' } as const;
  await inWork(server.services, (work) => notify(work, { memberId: person.id, ...news }));
  const { page } = await pages.open();
  await enter(page, person, '/account/profile');
  const close = page.getByRole('button', { name: /^關閉「/ }).first();
  await close.waitFor();
  await page.locator('main h2').first().waitFor();
  for (const width of [375, 1_024]) await expectNothingCovered(page, width);
  const cards = page.locator('.notice-cards');
  const opacity = () => cards.evaluate((one) => getComputedStyle(one).opacity);
  await expect.poll(opacity).toBe('0');
  await close.focus();
  await expect.poll(opacity).toBe('1');
  await page.setViewportSize({ width: 375, height: 667 });
  await visit(page, `/investment/${await newCase(server)}`);
  await page.locator('.invest-bar').waitFor();
  await expectNothingCovered(page, 375);
  await visit(page, '/loan/engineer/apply');
  await page.getByRole('button', { name: '開始填寫' }).click();
  await page.locator('.wizard-bar').waitFor();
  await expectNothingCovered(page, 375);
});

afterAll(() => {
  expect([...met].toSorted()).toEqual(floating.toSorted());
  expect(controls).toBeGreaterThan(200);
});
