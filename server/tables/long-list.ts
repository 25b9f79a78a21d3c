// Lists requested as a whole: read and sent page by page, so that no list is completely in memory.
import { pageMax } from '#contract/core/lists.ts';

type Answer = { data: readonly unknown[] };

/** An answer whose rows are read while it is sent; the other fields are known from the start. */
export class LongList<A extends Answer = Answer> {
  readonly beside: Omit<A, 'data'>;
  readonly pages: AsyncIterable<A['data']>;
  constructor(beside: Omit<A, 'data'>, pages: AsyncIterable<A['data']>) {
    this.beside = beside;
    this.pages = pages;
  }
}

/**
 * Returns a list with as many rows as requested. Up to one page is read at once. For more rows, the
 * ids of all of them are read first, by one statement and in order, so that no change meanwhile
 * skips or repeats a row; the rows are then read page by page.
 */
export async function inFull<A extends Answer & { total: number }, Row>(
  limit: number,
  read: {
    first: (limit: number) => Promise<A>;
    ids: () => Promise<readonly number[]>;
    page: (ids: readonly number[]) => Promise<A['data'] & readonly Row[]>;
  },
): Promise<A | LongList<A>> {
  const first = await read.first(Math.min(limit, pageMax));
  if (limit <= pageMax || first.data.length < pageMax) return first;
  const ids = await read.ids();
  const { data: _data, ...beside } = first;
  return new LongList<A>(
    { ...(beside as unknown as Omit<A, 'data'>), total: first.total },
    pages(),
  );
  async function* pages() {
    for (let from = 0; from < ids.length; from += pageMax) {
      yield await read.page(ids.slice(from, from + pageMax));
    }
  }
}
