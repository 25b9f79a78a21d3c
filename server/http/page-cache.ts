// Pages are alike for every visitor but for the nonce: rendered once a moment, joined for each.

/** A document between whose parts the nonce stands. */
type Kept = { status: number; headers: [string, string][]; parts: string[] };
type Entry = { at: number; stamp: number; page: Promise<Kept | null> };

/** Figures and cases on a page may be this old; a change of the texts shows at once. */
const FRESH_MS = 1_000;
const PAGES_MAX = 200;

export type PageCache = {
  /**
   * The document of `key` with this visitor's nonce, rendered by `render` where none is fresh; what
   * is no document to keep is his alone.
   */
  page(key: string, nonce: string, render: () => Promise<Response>): Promise<Response>;
};

/** `stamp` counts the changes of the texts; `now` is the process's own clock, in milliseconds. */
export function createPageCache(
  stamp: () => Promise<number>,
  now: () => number = () => performance.now(),
): PageCache {
  const entries = new Map<string, Entry>();
  const forgetOldest = () => {
    for (const oldest of entries.keys()) {
      if (entries.size <= PAGES_MAX) return;
      entries.delete(oldest);
    }
  };
  return {
    async page(key, nonce, render) {
      const texts = await stamp();
      const known = entries.get(key);
      if (known && known.stamp === texts && now() - known.at <= FRESH_MS) {
        const kept = await known.page.catch(() => null);
        if (kept) return joined(kept, nonce);
        return render();
      }
      const rendering = render();
      const page = rendering.then((answer) => keep(nonce, answer));
      entries.delete(key);
      entries.set(key, { at: now(), stamp: texts, page });
      forgetOldest();
      const kept = await page.catch(() => null);
      if (kept) return joined(kept, nonce);
      if (entries.get(key)?.page === page) entries.delete(key);
      return rendering;
    },
  };
}

const joined = ({ status, headers, parts }: Kept, nonce: string) =>
  new Response(parts.join(nonce), { status, headers });

/** Only a whole document is kept: no redirect, no failure, nothing that sets a cookie. */
async function keep(nonce: string, answer: Response): Promise<Kept | null> {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (answer.status !== 200 || !isHtml || answer.headers.has('set-cookie')) return null;
  const parts = (await answer.clone().text()).split(nonce);
  return { status: answer.status, headers: [...answer.headers], parts };
}
