// Accessibility check of a page by axe-core, whose rules cover much of WCAG.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Axe = typeof axe;

/**
 * Returns the accessibility violations and their places once animations have finished, because a
 * fading element would be measured in a passing colour. Endless animations such as the marquee are
 * measured while running; animations driven by scrolling do not count as running.
 */
async function complaints(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect, timeline }) =>
          playState !== 'running' ||
          !(timeline instanceof DocumentTimeline) ||
          effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  // The program is large, and a document keeps it until the next navigation.
  const hasAxe = await page.evaluate(() => 'axe' in window);
  if (!hasAxe) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: Axe }).axe;
    // Places are named for violations only, and no rule in use reads the style sheets.
    const { violations } = await run(document, { resultTypes: ['violations'], preload: false });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}

/** Fails with a list of all violations and their places, one per line. */
export async function expectAccessible(page: Page): Promise<void> {
  let told = await complaints(page);
  // A news card may have appeared while axe was measuring; a real violation is found the second
  // time as well.
  if (told.length > 0) told = await complaints(page);
  expect(told, page.url()).toEqual([]);
}
