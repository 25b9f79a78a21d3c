// Test of the note below a list that is longer than one answer.
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { Rest } from './Rest.tsx';

function shown(address: string, of: { total: number; shown: number }): string {
  const routes = [{ path: '/account/invest', element: <Rest {...of} /> }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  return renderToString(<RouterProvider router={router} />).replaceAll('<!-- -->', '');
}

test.each([
  ['/account/invest', { total: 999, shown: 999 }, [], ['另有', '最新']],
  ['/account/invest', { total: 2_500, shown: 999 }, ['另有 1,501 筆', '?from=999'], ['最新']],
  ['/account/invest?from=999', { total: 2_500, shown: 999 }, ['另有 502 筆', '?from=1998'], []],
  ['/account/invest?from=1998', { total: 2_500, shown: 502 }, ['回到最新'], ['另有']],
  ['/account/invest?from=x', { total: 3, shown: 3 }, [], ['另有', '最新']],
  ['/account/invest?from=9000', { total: 3, shown: 0 }, ['回到最新'], ['另有']],
])('%s of %o', (address, of, has, lacks) => {
  const html = shown(address, of);
  for (const word of has) expect(html).toContain(word);
  for (const word of lacks) expect(html).not.toContain(word);
});
