// Looks a page over by axe-core, whose rules stand for much of WCAG.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails with what is wrong and where, in one line each. */
export async function expectAccessible(page: Page): Promise<void> {
  // What still moves is measured in colours it will not keep.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(told, page.url()).toEqual([]);
}
