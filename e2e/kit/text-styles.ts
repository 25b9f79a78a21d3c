// The eight text styles, two widths of content and one radius of cards of the member site.
import type { Page } from 'playwright-core';

/** Size that grows with the width of the window between two limits, in CSS pixels. */
const fluid = (least: number, base: number, share: number, most: number) => (width: number) =>
  Math.min(most, Math.max(least, base + (share * width) / 100));

/** The eight text styles (web/ui/tokens.css): size by width, and line height by size, in pixels. */
const styles: [size: (width: number) => number, line: (size: number) => number][] = [
  [fluid(32, 19.2, 2.9, 52), (size) => size * 1.3],
  [fluid(22, 18.4, 0.95, 32), (size) => size * 1.25],
  [fluid(26, 21.6, 1.15, 34), (size) => size * 1.36],
  [fluid(22, 19.68, 0.6, 26), (size) => size * 1.46],
  [fluid(18, 16.8, 0.3, 20), (size) => size * 1.52],
  [() => 16, () => 28],
  [() => 14, () => 22],
  [() => 13, () => 20],
];

type Measured = {
  /** Size and line height of each visible text, with the beginning of the text. */
  texts: [size: number, line: number, text: string][];
  /** Distance of what each container holds from the middle of the page, to both sides. */
  edges: [left: number, right: number, what: string][];
  radii: string[];
  titles: number;
};

const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const isVisible = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1 &&
      one.closest('.visually-hidden, option, svg') === null;
    const texts: [number, number, string][] = [];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      const [text, parent] = [node.nodeValue?.trim() ?? '', node.parentElement];
      if (text === '' || !parent || !isVisible(parent)) continue;
      const { fontSize, lineHeight } = getComputedStyle(parent);
      texts.push([parseFloat(fontSize), parseFloat(lineHeight), `${parent.className} ${text}`]);
    }
    const edges: [number, number, string][] = [];
    for (const one of document.querySelectorAll('main .container')) {
      const boxes = [...one.children].filter(isVisible).map((box) => box.getBoundingClientRect());
      if (boxes.length === 0) continue;
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      // The body leaves room for a scroll bar, which the document's own width does not tell.
      const body = document.body.getBoundingClientRect();
      const middle = body.left + body.width / 2;
      edges.push([middle - left, right - middle, one.className]);
    }
    const radii = [...document.querySelectorAll('main .card')]
      .filter(isVisible)
      .map((one) => getComputedStyle(one).borderRadius);
    // A title may be for screen readers only, where the page shows the same in a picture.
    const titles = [...document.querySelectorAll('h1')].filter((one) =>
      one.checkVisibility(),
    ).length;
    return { texts, edges, radii, titles };
  });

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.6;
/** The two widths of content in pixels; both are centred. */
const widths = [1_200, 720];

/** Returns what differs from the styles, widths and radius, in a window of `width` pixels. */
export async function styleProblems(page: Page, width: number): Promise<string[]> {
  const found = new Set<string>();
  const { texts, edges, radii, titles } = await measure(page);
  if (texts.length <= 10) found.add(`only ${texts.length} texts`);
  const shown = await page.evaluate(() => window.innerWidth);
  for (const [size, line, text] of texts) {
    const fits = styles.some(
      ([sizeAt, lineOf]) => isNear(size, sizeAt(shown)) && isNear(line, lineOf(size)),
    );
    if (!fits) found.add(`${size}/${line} ${text.slice(0, 50)}`);
  }
  if (width === 1440) {
    for (const [left, right, what] of edges) {
      const fits = widths.some((one) => isNear(left, one / 2) && right <= one / 2 + 0.6);
      if (!fits) found.add(`from ${left} to ${right} ${what}`);
    }
  }
  for (const radius of new Set(radii)) {
    if (radius !== '14px') found.add(`a card of radius ${radius}`);
  }
  if (titles !== 1) found.add(`${titles} titles`);
  return [...found];
}
