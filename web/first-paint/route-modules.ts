// Loads the chunk of a route; replaces the router's own loader (web/first-paint/replaced.ts).

const KEY = 'reloaded-for-chunk';
const PAUSE_MS = 60_000;

type Route = { id: string; module: string };
type Modules = Record<string, unknown>;

/** Thrown in the page if the page's code no longer exists because a newer version was deployed. */
export class StalePage extends Error {
  override name = 'StalePage';
  constructor(cause: unknown) {
    super('網站已更新，請重新整理頁面', { cause });
  }
}

/** Thrown in the page if its code cannot be loaded because there is no connection. */
export class NoConnection extends Error {
  override name = 'NoConnection';
  constructor(cause: unknown) {
    super('目前沒有網路連線', { cause });
  }
}

type Router = { state: { navigation: { location?: Location } } };

/**
 * Loads the document to which the router is on its way, or this one again. The router is on its way
 * only after each guard of the page that is left has agreed.
 */
function loadTarget(): void {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router };
  const to = router?.state.navigation.location;
  // On the way back the browser shows the target's address already.
  if (to && to.pathname !== window.location.pathname) {
    window.history.pushState(null, '', to.pathname + to.search + to.hash);
  }
  window.location.reload();
}

/**
 * Loads the document of the page after a chunk failed to load, at most once a minute, and returns
 * whether it does. Never without session storage, because then reloads could not be counted.
 */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    const now = Date.now();
    if (now >= last && now - last < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, String(now));
    // Some browsers ignore a write to session storage silently. Without this check, nothing would
    // prevent endless reloads.
    if (sessionStorage.getItem(KEY) !== String(now)) return false;
  } catch {
    return false;
  }
  loadTarget();
  return true;
}

/** Returns the error to show for code that failed to load although no reload helps. */
export const whyNotLoaded = (cause: unknown): Error =>
  navigator.onLine ? new StalePage(cause) : new NoConnection(cause);

/** Called by the router for every route of the page it navigates to. */
export async function loadRouteModule(route: Route, cache: Modules): Promise<unknown> {
  if (route.id in cache) return cache[route.id];
  try {
    const loaded: unknown = await import(/* @vite-ignore */ route.module);
    cache[route.id] = loaded;
    return loaded;
  } catch (error) {
    // Without a connection, a chunk fails to load although no new version was deployed, and a
    // reload would only remove the page that is shown.
    // The promise never resolves, so that nothing else is shown while the page reloads.
    if (navigator.onLine && reloadOnce()) return new Promise(() => {});
    const failure = whyNotLoaded(error);
    // A rejected promise would leave the page empty, whereas the error of a component that throws
    // is shown by the error boundary.
    return {
      default() {
        throw failure;
      },
    };
  }
}
