// What a list reads from its address: what exists, and nothing else.
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type ListUrl, useListUrl } from './listing.ts';

/** Returns the list's state at an address with these parameters. */
function listAt(query: string): ListUrl {
  let read: ListUrl | undefined;
  function List() {
    read = useListUrl();
    return null;
  }
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/?${query}`]}>
      <List />
    </MemoryRouter>,
  );
  return read!;
}

test('a day that does not exist narrows nothing', () => {
  expect(listAt('from=2028-02-29').day('from')).toBe('2028-02-29');
  const none = ['2026-02-29', '2026-02-31', '2026-13-01', '2026-1-1', '0000-01-01', '9999-12-31'];
  for (const day of [...none, 'yesterday', '']) {
    expect(listAt(`from=${day}`).day('from'), day).toBeUndefined();
  }
});
