// A page gone through by Tab alone: every stop is seen, shows that it has the focus, and is left.
import type { Page } from 'playwright-core';

/** More stops than this are no page but a trap. */
const STOPS_MAX = 300;

type Stop = { what: string; wrong: string | null };

/** What has the focus, and what is wrong with how it shows; null once the page has been left. */
const stopAt = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement) || one === document.body) return null;
    const text = one.getAttribute('aria-label') ?? one.textContent ?? '';
    const what = `${one.tagName.toLowerCase()}.${one.className} 「${text.trim().slice(0, 20)}」`;
    // A hidden box shows by its label, a title by its card: the ring may stand beside or around.
    const around = one.closest('label, li, tr, .field, .drop, .otp') ?? one.parentElement ?? one;
    const near = [one, ...around.querySelectorAll('*')];
    for (let outer = one.parentElement; outer; outer = outer.parentElement) near.push(outer);
    const isRinged = near.some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    // Of a link that breaks into two lines, the first; nothing may lie on it, such as the header.
    const [own] = one.getClientRects();
    const { left, top, width, height } =
      own && own.height > 1 ? own : around.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = near.some((part) => part === there) || (there !== null && there.contains(one));
    const wrong = !isRinged ? 'shows no focus' : !isSeen ? 'is not in view' : null;
    return { what, wrong };
  });

/** What comes late would push away what has the focus: waits until nothing changes for a while. */
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

/** Goes through the page from its beginning; answers what is wrong, a line each. */
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
