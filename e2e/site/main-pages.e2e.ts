// Rules for every main page of the member site: terms, numbers with their unit and telephone
// numbers stay on one line, no text reaches into the next column, only headings are balanced, every
// text has one of eight styles, content has one of two widths, cards have one radius, and a page
// has one title.
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { balancedTexts, brokenParts, spilledTexts } from '../kit/lines.ts';
import { onMainPages } from '../kit/main-pages.ts';
import { styleProblems } from '../kit/text-styles.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const widths = [320, 360, 375, 414, 600, 768, 900, 1024, 1180, 1280, 1440];
/** Measuring some twenty pages takes long on a busy machine. */
const MINUTES_10 = 600_000;

// All pages are walked once for all rules, because opening them takes most of the time.
test(
  'every main page keeps its terms whole, and has the styles, widths and title of the design',
  async () => {
    const [broken, balanced, styles] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const spilled = new Set<string>();
    let walked = 0;
    await onMainPages(server, pages, async (page, name) => {
      for (const one of await balancedTexts(page)) balanced.add(`${name}: ${one}`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const part of await brokenParts(page)) broken.add(`${name} at ${width}: ${part}`);
        for (const one of await spilledTexts(page)) spilled.add(`${name} at ${width}: ${one}`);
        if (width !== 375 && width !== 1440) continue;
        for (const one of await styleProblems(page, width)) styles.add(`${name}: ${one}`);
      }
      walked += 1;
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    expect(walked).toBeGreaterThan(20);
    expect.soft([...broken], 'broken over two lines').toEqual([]);
    expect.soft([...spilled], 'wider than its column').toEqual([]);
    expect.soft([...balanced], 'balanced, but no heading').toEqual([]);
    expect.soft([...styles].toSorted(), 'not of the design').toEqual([]);
  },
  MINUTES_10,
);
