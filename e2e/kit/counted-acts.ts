// Counts the acts of an operator on a page: presses of the pointer, shortcuts, and filled fields.
import type { Page } from 'playwright-core';

/**
 * Begins to count on this document. A press of the pointer, a key outside text fields, a text that
 * was typed and a choice in a select count one each. Returns a function that reads the number.
 */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const kept = window as unknown as { acts: number };
    kept.acts = 0;
    const isText = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !/^(radio|checkbox|button)$/.test(target.type));
    const add = () => {
      kept.acts += 1;
    };
    document.addEventListener('pointerdown', add, true);
    document.addEventListener(
      'keydown',
      ({ key, target, repeat }) => !repeat && key !== 'Shift' && !isText(target) && add(),
      true,
    );
    document.addEventListener(
      'change',
      ({ target }) => (isText(target) || target instanceof HTMLSelectElement) && add(),
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { acts: number }).acts);
}
