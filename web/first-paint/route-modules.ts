// Loads the chunk of a route, in place of the router's own loader (web/first-paint/replaced.ts).

const KEY = 'reloaded-for-chunk';
const PAUSE_MS = 60_000;

type Route = { id: string; module: string };
type Modules = Record<string, unknown>;

/** Thrown into the page when its code is gone: a newer version has been put in its place. */
export class StalePage extends Error {
  override name = 'StalePage';
  constructor(cause: unknown) {
    super('網站已更新，請重新整理頁面', { cause });
  }
}

/** Thrown into the page when its code cannot be had for want of a connection. */
export class NoConnection extends Error {
  override name = 'NoConnection';
  constructor(cause: unknown) {
    super('目前沒有網路連線', { cause });
  }
}

/**
 * Reloads the page for a chunk that failed, at most once a minute, and answers whether it does.
 * Without session storage it never does, for it could not know how often.
 */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    const now = Date.now();
    if (now >= last && now - last < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, String(now));
    // Some browsers refuse quietly; then nothing would stop the next reload.
    if (sessionStorage.getItem(KEY) !== String(now)) return false;
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}

/** The router calls this for every route of the page it goes to. */
export async function loadRouteModule(route: Route, cache: Modules): Promise<unknown> {
  if (route.id in cache) return cache[route.id];
  try {
    const loaded: unknown = await import(/* @vite-ignore */ route.module);
    cache[route.id] = loaded;
    return loaded;
  } catch (error) {
    // Without a connection a reload would only lose what is shown; the site was not renewed.
    const isOffline = !navigator.onLine;
    // While the page reloads nothing more is shown.
    if (!isOffline && reloadOnce()) return new Promise(() => {});
    const failure = isOffline ? new NoConnection(error) : new StalePage(error);
    // Rejecting would leave a blank outlet: a component that throws reaches the error boundary.
    return {
      default() {
        throw failure;
      },
    };
  }
}
