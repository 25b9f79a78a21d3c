// Follows the links of the office as one operator, and says which of them lead to a refusal.
import type { Page } from 'playwright-core';

export type Refused = {
  /** Page with the link, and the link. */
  from: string;
  to: string;
  /** The call that was refused, or the text of the page. */
  by: string;
};

/** The form of an address, of which one page is opened: without ids, with its filters' names. */
function patternOf(url: URL): string {
  const path = url.pathname
    .split('/')
    .map((part) => (/\d|%/.test(part) ? ':id' : part))
    .join('/');
  return `${path}?${[...url.searchParams.keys()].toSorted().join('&')}`;
}

const settled = (page: Page) => page.waitForLoadState('networkidle');

const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href], nav a[href]')]
      .filter((link) => link.target === '' && !link.hasAttribute('download'))
      .map((link) => link.href),
  );

/**
 * Opens one page of each form of address that is linked from the pages opened before, at most
 * `most`, and returns the links whose page or one of its calls refused the operator's role.
 */
export async function refusedLinks(page: Page, start: string, most = 200): Promise<Refused[]> {
  const origin = new URL(start).origin;
  const refused: Refused[] = [];
  const known = new Set<string>();
  const waiting: { from: string; to: string }[] = [{ from: '', to: start }];
  let at = waiting[0]!;
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) refused.push({ ...at, by: pathname });
  });
  for (let count = 0; count < most; count += 1) {
    const next = waiting.shift();
    if (!next) break;
    at = next;
    await page.goto(next.to);
    await settled(page);
    const words = await page.getByText(/^您的角色無法/).allTextContents();
    if (words[0] !== undefined) refused.push({ ...at, by: words[0] });
    for (const to of await linksOf(page)) {
      const url = new URL(to);
      if (url.origin !== origin || known.has(patternOf(url))) continue;
      known.add(patternOf(url));
      waiting.push({ from: next.to, to });
    }
  }
  const short = (address: string) => address.replace(origin, '');
  return refused.map(({ from, to, by }) => ({ from: short(from), to: short(to), by }));
}
