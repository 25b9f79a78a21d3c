// Looks a page over by axe-core, whose rules stand for much of WCAG.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What is wrong and where, once nothing comes or goes: what fades is measured in passing colours.
 * What runs for ever, as the marquee does, is measured running; what follows a scroll bar and not
 * the clock stands still by itself.
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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Fails with what is wrong and where, in one line each. */
export async function expectAccessible(page: Page): Promise<void> {
  let told = await complaints(page);
  // A card may have come in while axe was measuring; what is really wrong is wrong again.
  if (told.length > 0) told = await complaints(page);
  expect(told, page.url()).toEqual([]);
}
