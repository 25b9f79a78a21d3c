// Counts the acts of an operator on a page: presses of the pointer, shortcuts, and filled fields.
import type { Page } from 'playwright-core';

/** Runs in the browser: counts the acts on this document, besides those on earlier ones. */
function listen(): void {
  const kept = window as unknown as { isCounted?: boolean };
  if (kept.isCounted) return;
  kept.isCounted = true;
  const isText = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(radio|checkbox|button)$/.test(target.type));
  const add = () => sessionStorage.setItem('acts', String(Number(sessionStorage['acts'] ?? 0) + 1));
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
}

/**
 * Begins to count from zero on this page, which may be empty yet. A press of the pointer, a key
 * outside text fields, a text that was typed and a choice in a select count one each. Returns a
 * function that reads the number.
 */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(listen);
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => sessionStorage.setItem('acts', '0'));
    await page.evaluate(listen);
  }
  return () => page.evaluate(() => Number(sessionStorage['acts'] ?? 0));
}
