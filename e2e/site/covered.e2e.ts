// Nothing that floats over a page covers the control that has the focus, on phone and desktop.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { onMainPages } from '../kit/main-pages.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Focuses every control of the page, and returns those whose middle something floating covers. */
const coveredControls = (page: Page) =>
  page.evaluate(async () => {
    const floating =
      '.site-header, .bottom-bar, .go-top, .sticky-acts, .notice-cards, .offline-banner';
    const covered: string[] = [];
    let count = 0;
    const controls = 'main :is(a[href], button, input, select, textarea, summary)';
    for (const one of document.querySelectorAll<HTMLElement>(controls)) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      one.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      if (document.activeElement !== one) continue;
      count += 1;
      const { left, top, width, height } = one.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const cover = over?.closest(floating);
      if (cover && !cover.contains(one)) {
        covered.push(`${cover.className} covers ${one.outerHTML.slice(0, 120)}`);
      }
    }
    return { covered, count };
  });

test('no bar, card or button covers the control with the focus', async () => {
  const found = new Set<string>();
  let controls = 0;
  await onMainPages(server, pages, async (page, name) => {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: width === 375 ? 667 : 900 });
      const { covered, count } = await coveredControls(page);
      controls += count;
      for (const one of covered) found.add(`${name} at ${width}: ${one}`);
    }
  });
  expect(controls).toBeGreaterThan(300);
  expect([...found]).toEqual([]);
});
