// Whether the browser has a network connection, and what is loaded again once it has.
import { useSyncExternalStore } from 'react';

function watch(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** False while the browser knows that it has no connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
}

/** Of a stylesheet that failed, Chromium has a sheet whose rules nobody may read. */
function isLoaded({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

const RETRY_MS = 2_000;
const TRIES_MAX = 3;

/**
 * Loads each stylesheet again that could not be had: after two seconds, at most three times, and
 * whenever the connection comes back. Without it a page that was opened on a bad line would stay
 * without its styles, because a browser asks for the stylesheet of a link only once.
 */
export function retryStylesheets(): void {
  /** How often each address failed, and the link that asked for it last. */
  const failures = new Map<string, { count: number; link: HTMLLinkElement }>();
  const load = ({ href }: HTMLLinkElement) => {
    const failure = failures.get(href);
    if (!failure?.link.isConnected) return;
    // Beside the one that failed, so that the order of the styles stays the same.
    const again = failure.link.cloneNode() as HTMLLinkElement;
    failure.link.after(again);
    failure.link = again;
  };
  const fail = (link: HTMLLinkElement) => {
    const count = (failures.get(link.href)?.count ?? 0) + 1;
    failures.set(link.href, { count, link });
    if (navigator.onLine && count <= TRIES_MAX) setTimeout(load, RETRY_MS, link);
  };
  const note = ({ target, type }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    if (type === 'error') fail(target);
    else failures.delete(target.href);
  };
  // The events of a resource do not bubble.
  window.addEventListener('error', note, { capture: true });
  window.addEventListener('load', note, { capture: true });
  window.addEventListener('online', () => {
    for (const { link } of failures.values()) load(link);
  });
  const findFailed = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (!isLoaded(link)) fail(link);
    }
  };
  // Those that failed before this program began, of which nothing is heard any more.
  if (document.readyState === 'complete') findFailed();
  else window.addEventListener('load', findFailed, { once: true });
}
