// Terms, numbers with their unit and telephone numbers stay on one line, on every main page.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { onMainPages } from '../kit/main-pages.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Measuring some twenty pages takes long on a busy machine. */
const MINUTES_10 = 600_000;
const widths = [320, 360, 375, 414, 600, 768, 900, 1024, 1180, 1280, 1440];
const terms = '還款|註冊|共同|風險|個人|平台';
const telephone = String.raw`\d{2,4}-\d{3,4}-?\d{0,4}`;
const number = String.raw`\d[\d,.]*[ \u00a0]?(?:分鐘|個月|萬|元|期|件|筆|天)`;
const whole = `${terms}|${telephone}|${number}`;

/** Returns every visible part of the text that must be whole and lies on two lines. */
const brokenParts = (page: Page) =>
  page.evaluate((pattern) => {
    const found: string[] = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      // Nothing else covers the ranges of an option or of a hidden text.
      if (node.parentElement?.closest('option, script, style, [aria-hidden="true"]')) continue;
      const text = node.nodeValue ?? '';
      for (const { 0: part, index } of text.matchAll(new RegExp(pattern, 'g'))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + part.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        const lines = new Set(boxes.map((box) => Math.round(box.top)));
        if (lines.size > 1)
          found.push(`${part} in ${text.slice(Math.max(0, index - 12), index + 14)}`);
      }
    }
    return found;
  }, whole);

test(
  'no term, number with unit or telephone number is broken over a line',
  async () => {
    const broken = new Set<string>();
    let walked = 0;
    await onMainPages(server, pages, async (page, name) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const part of await brokenParts(page)) broken.add(`${name} at ${width}: ${part}`);
      }
      walked += 1;
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    expect(walked).toBeGreaterThan(20);
    expect([...broken]).toEqual([]);
  },
  MINUTES_10,
);

test(
  'only headings have lines of similar length',
  async () => {
    const found = new Set<string>();
    await onMainPages(server, pages, async (page, name) => {
      const balanced = await page.evaluate(() =>
        [...document.querySelectorAll('main *, footer *')]
          .filter((one) => getComputedStyle(one).textWrapStyle === 'balance')
          .filter((one) => one.closest('h1, h2, h3, h4') === null)
          .map((one) => one.outerHTML.slice(0, 120)),
      );
      for (const one of balanced) found.add(`${name}: ${one}`);
    });
    expect([...found]).toEqual([]);
  },
  MINUTES_10,
);
