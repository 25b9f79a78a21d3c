// Walks through a page with the Tab key only: each focused element must be visible, show its focus,
// and be left by the next Tab.
import type { Page } from 'playwright-core';

/** More stops than this mean a keyboard trap. */
const STOPS_MAX = 300;

type Stop = { what: string; wrong: string | null };

/**
 * Returns the focused element and what is wrong with the display of its focus; null once the focus
 * has left the page.
 */
const stopAt = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement) || one === document.body) return null;
    const text = one.getAttribute('aria-label') ?? one.textContent ?? '';
    const what = `${one.tagName.toLowerCase()}.${one.className} 「${text.trim().slice(0, 20)}」`;
    // A hidden input shows its focus on its label, and a title on its card, so the focus ring may
    // be on an element beside or around the input.
    const around = one.closest('label, li, tr, .field, .drop, .otp') ?? one.parentElement ?? one;
    const near = [one, ...around.querySelectorAll('*')];
    for (let outer = one.parentElement; outer; outer = outer.parentElement) near.push(outer);
    const isRinged = near.some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    // For a link that wraps, checks its first line, which no other element, such as the header, may
    // cover.
    const [own] = one.getClientRects();
    const { left, top, width, height } =
      own && own.height > 1 ? own : around.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = near.some((part) => part === there) || (there !== null && there.contains(one));
    const wrong = !isRinged ? 'shows no focus' : !isSeen ? 'is not in view' : null;
    return { what, wrong };
  });

/**
 * Waits until the page has not changed for a while, because late content would move the focused
 * element.
 */
const untilStill = () =>
  new Promise<void>((still) => {
    let timer = setTimeout(still, 300);
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(still, 300);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    setTimeout(still, 3000);
  });

/** Tabs through the page from its start; returns the problems, one per line. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(untilStill);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  const wrong: string[] = [];
  let stops = 0;
  while (stops < STOPS_MAX) {
    await page.keyboard.press('Tab');
    const stop = await stopAt(page);
    if (!stop) break;
    stops += 1;
    if (stop.wrong) wrong.push(`${stop.what} ${stop.wrong}`);
  }
  if (stops === 0) wrong.push('nothing takes the focus');
  if (stops === STOPS_MAX) wrong.push('Tab never leaves the page');
  return wrong;
}
