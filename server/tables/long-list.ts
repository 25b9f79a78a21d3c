// Lists asked for as a whole: read and sent page after page, so that none is ever held whole.
import { pageMax } from '#contract/core/lists.ts';

type Answer = { data: readonly unknown[] };

/** An answer whose rows come as they are sent; what stands beside them is known from the start. */
export class LongList<A extends Answer = Answer> {
  readonly beside: Omit<A, 'data'>;
  readonly pages: AsyncIterable<A['data']>;
  constructor(beside: Omit<A, 'data'>, pages: AsyncIterable<A['data']>) {
    this.beside = beside;
    this.pages = pages;
  }
}

/**
 * Answers a list of as many rows as were asked for. Up to a page is read at once; where more are
 * wanted and there are more, `rest` says which they are (their ids, in their order, by one
 * statement, so that what changes meanwhile is neither skipped nor told twice), and they are read
 * page by page.
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
