// Detects the browser's network connection, and reloads failed stylesheets once it is back.
import { useSyncExternalStore } from 'react';

function watch(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** False if the browser knows that it is offline. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
}

/** If a stylesheet failed to load, Chromium gives it an object whose rules cannot be read. */
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
 * Reloads each stylesheet that failed to load: after two seconds, at most three times, and whenever
 * the connection returns. A browser requests a link's stylesheet only once, so that a page opened
 * on a bad line would otherwise stay unstyled.
 */
export function retryStylesheets(): void {
  /** Number of failures for each URL, and the last link element that requested it. */
  const failures = new Map<string, { count: number; link: HTMLLinkElement }>();
  const load = ({ href }: HTMLLinkElement) => {
    const failure = failures.get(href);
    if (!failure?.link.isConnected) return;
    // The new link element is inserted right after the failed one, so that the order of the styles
    // stays the same.
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
  // Uses capture, because load and error events of resources do not bubble.
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
  // Finds stylesheets that failed before this script started, whose events were missed.
  if (document.readyState === 'complete') findFailed();
  else window.addEventListener('load', findFailed, { once: true });
}
