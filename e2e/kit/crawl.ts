// Follows the links of the office as one operator, and says which of them lead to a refusal.
import type { Page } from 'playwright-core';

export type Refused = {
  /** Page with the link, and the link. */
  from: string;
  to: string;
  /** The call that was refused, or the text of the page. */
  by: string;
};

/** Pages opened of forms of address whose pages differ by kind or state; of others one is. */
const SEVERAL: Record<string, number> = { '/tasks/:id': 6, '/money/bookings/:id': 2 };

/** The form of an address: its path without ids. Its filters change nothing about the roles. */
const patternOf = ({ pathname }: URL) =>
  pathname
    .replace(/^\/(settings|wordings)\/[^/]+$/, '/$1/:id')
    .split('/')
    .map((part) => (/\d|%/.test(part) ? ':id' : part))
    .join('/');

const settled = (page: Page) => page.waitForLoadState('networkidle');

const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href], nav a[href]')]
      .filter((link) => link.target === '' && !link.hasAttribute('download'))
      .map((link) => link.href),
  );

/**
 * Opens a few pages of each form of address that is linked from the pages opened before, and
 * returns the links whose page or one of its calls refused the operator's role.
 */
export async function refusedLinks(page: Page, start: string): Promise<Refused[]> {
  const origin = new URL(start).origin;
  const refused: Refused[] = [];
  const known = new Set<string>();
  const counts = new Map<string, number>();
  const waiting: { from: string; to: string }[] = [{ from: '', to: start }];
  let at = waiting[0]!;
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() === 403) refused.push({ ...at, by: pathname });
  });
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    at = next;
    await page.goto(next.to);
    await settled(page);
    const words = await page.getByText(/^您的角色無法/).allTextContents();
    if (words[0] !== undefined) refused.push({ ...at, by: words[0] });
    for (const to of await linksOf(page)) {
      const url = new URL(to);
      const pattern = patternOf(url);
      const count = counts.get(pattern) ?? 0;
      const isNew =
        url.origin === origin && !known.has(url.pathname) && count < (SEVERAL[pattern] ?? 1);
      if (!isNew) continue;
      known.add(url.pathname);
      counts.set(pattern, count + 1);
      waiting.push({ from: next.to, to });
    }
  }
  const short = (address: string) => address.replace(origin, '');
  return refused.map(({ from, to, by }) => ({ from: short(from), to: short(to), by }));
}
