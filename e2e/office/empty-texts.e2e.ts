// On a phone no line of an empty list's text consists of punctuation alone.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Returns the lines into which the browser broke the text of an element. */
const linesOf = (element: Locator) =>
  element.evaluate((box) => {
    const lines = new Map<number, string>();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        lines.set(top, (lines.get(top) ?? '') + range.toString());
      }
    }
    return [...lines.values()];
  });

const paths = [
  '/money/refunds',
  '/money/disbursements',
  '/money/payouts',
  '/polls',
  '/broadcasts',
  '/impersonations',
  '/partners',
  '/tasks?assignee=me',
];

test(
  'no line of an empty text begins with punctuation on a phone',
  { timeout: 120_000 },
  async () => {
    const { page } = await operatorAt(server, pages, ['finance', 'editor', 'admin']);
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of paths) {
      await page.goto(server.officeUrl + path);
      const texts = page.locator('.empty > :is(h2, p)');
      await texts.first().waitFor();
      for (const text of await texts.all()) {
        const lines = await linesOf(text);
        expect(lines.filter((line) => /^[。，、；：？！」』）]/.test(line))).toEqual([]);
      }
    }
  },
);
