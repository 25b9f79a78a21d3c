// Pages are alike for every visitor but for the nonce: rendered once a moment, joined for each.
import { zipped } from './zipped.ts';

/** A document between whose parts the nonce stands; compressed once somebody asks for that. */
type Kept = {
  status: number;
  headers: Headers;
  parts: string[];
  zip?: Promise<(nonce: string) => Buffer>;
};

/** An answer for one visitor. */
export type ReadyPage = {
  status: number;
  headers: Headers;
  bytes(): Promise<Buffer>;
  /** The same compressed, at hardly any cost; only of what many ask for. */
  gzip?(): Promise<Buffer>;
};
type Entry = { at: number; stamp: number; page: Promise<Kept | null> };

/** Figures and cases on a page may be this old; a change of the texts shows at once. */
const FRESH_MS = 1_000;
const PAGES_MAX = 200;

export type PageCache = {
  /**
   * The document of `key` with this visitor's nonce, of one length for all, rendered by `render`
   * where none is fresh; what is no document to keep is his alone.
   */
  page(key: string, nonce: string, render: () => Promise<Response>): Promise<ReadyPage>;
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
        return readyPage(await render());
      }
      const rendering = render();
      const page = rendering.then((answer) => keep(nonce, answer));
      entries.delete(key);
      entries.set(key, { at: now(), stamp: texts, page });
      forgetOldest();
      const kept = await page.catch(() => null);
      if (kept) return joined(kept, nonce);
      if (entries.get(key)?.page === page) entries.delete(key);
      return readyPage(await rendering);
    },
  };
}

/** An answer as it was rendered. */
export function readyPage(answer: Response): ReadyPage {
  const { status, headers } = answer;
  return { status, headers, bytes: async () => Buffer.from(await answer.arrayBuffer()) };
}

function joined(kept: Kept, nonce: string): ReadyPage {
  const { status, headers, parts } = kept;
  return {
    status,
    headers,
    bytes: async () => Buffer.from(parts.join(nonce)),
    gzip: async () => (await (kept.zip ??= zipped(parts, Buffer.byteLength(nonce))))(nonce),
  };
}

/** Only a whole document is kept: no redirect, no failure, nothing that sets a cookie. */
async function keep(nonce: string, answer: Response): Promise<Kept | null> {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (answer.status !== 200 || !isHtml || answer.headers.has('set-cookie')) return null;
  const parts = (await answer.clone().text()).split(nonce);
  return { status: answer.status, headers: answer.headers, parts };
}
