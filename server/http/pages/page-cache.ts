// Page cache: the nonce is the only difference between visitors, so a page is rendered once and
// assembled for each visitor.
import { zipped } from './zipped.ts';

/** A document split at the places of the nonce; it is compressed when it is first requested. */
type CachedPage = {
  status: number;
  headers: readonly [string, string][];
  parts: string[];
  zip?: Promise<(nonce: string) => Buffer>;
};

/** A page that is ready to be sent to one visitor. */
export type ReadyPage = {
  status: number;
  headers: readonly [string, string][];
  isHtml: boolean;
  bytes(): Promise<Buffer>;
  /** The page as gzip, at hardly any cost; only for pages that are cached. */
  gzip?(): Promise<Buffer>;
};
type Entry = { at: number; stamp: number; page: Promise<CachedPage | null> };

/** Figures and cases on a page may be this old. */
const FRESH_MS = 1_000;
/** Changes of the texts show after this time at the latest. */
const TEXTS_FRESH_MS = 50;
const PAGES_MAX = 200;

export type PageCache = {
  /**
   * Returns the document of `key` with this visitor's nonce (all nonces have the same length). If
   * no fresh document is cached, `render` renders it. An answer that cannot be cached goes to this
   * visitor alone.
   */
  page(key: string, nonce: string, render: () => Promise<Response>): Promise<ReadyPage>;
};

/**
 * `stamp` counts the changes of the texts; `now` is the process's monotonic clock in milliseconds.
 */
export function createPageCache(
  stamp: () => Promise<number>,
  now: () => number = () => performance.now(),
): PageCache {
  const entries = new Map<string, Entry>();
  let lastLook: { at: number; stamp: Promise<number> } | undefined;
  /** One query serves all visitors of the same moment; a failed one serves nobody later. */
  const recentStamp = (): Promise<number> => {
    if (lastLook && now() - lastLook.at <= TEXTS_FRESH_MS) return lastLook.stamp;
    const look = { at: now(), stamp: stamp() };
    lastLook = look;
    look.stamp.catch(() => {
      if (lastLook === look) lastLook = undefined;
    });
    return look.stamp;
  };
  const forgetOldest = () => {
    for (const oldest of entries.keys()) {
      if (entries.size <= PAGES_MAX) return;
      entries.delete(oldest);
    }
  };
  return {
    async page(key, nonce, render) {
      const texts = await recentStamp();
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

const isHtml = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/** Returns an answer as it was rendered, without caching it. */
export function readyPage(answer: Response): ReadyPage {
  return {
    status: answer.status,
    headers: [...answer.headers],
    isHtml: isHtml(answer),
    bytes: async () => Buffer.from(await answer.arrayBuffer()),
  };
}

function joined(kept: CachedPage, nonce: string): ReadyPage {
  const { status, headers, parts } = kept;
  return {
    status,
    headers,
    isHtml: true,
    bytes: async () => Buffer.from(parts.join(nonce)),
    gzip: async () => (await (kept.zip ??= zipped(parts, Buffer.byteLength(nonce))))(nonce),
  };
}

/** Caches only complete documents: no redirect, no failure, nothing that sets a cookie. */
async function keep(nonce: string, answer: Response): Promise<CachedPage | null> {
  if (answer.status !== 200 || !isHtml(answer) || answer.headers.has('set-cookie')) return null;
  const parts = (await answer.clone().text()).split(nonce);
  return { status: answer.status, headers: [...answer.headers], parts };
}
