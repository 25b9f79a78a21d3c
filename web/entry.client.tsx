// Hydrates the page in the browser, on the document that the server rendered.
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnce, whyNotLoaded } from './first-paint/route-modules.ts';

// If a lazily loaded part of a page is missing, the page is reloaded, as for a missing route chunk.
// Without a connection a reload would only remove the page that is shown. If nothing is reloaded,
// the error itself says why, so that the error page can show it.
window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine && reloadOnce()) return event.preventDefault();
  const { name, message } = whyNotLoaded(event.payload);
  Object.assign(event.payload, { name, message });
});

/** Runs after the load of the document, which may have ended before this script was loaded. */
function onceLoaded(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

// The first view does not need this code.
onceLoaded(() => void import('./after-load.ts').catch(() => {}));

// The service worker caches the offline page; during development it is not used, because cached
// pages would hide changes.
if (import.meta.env.PROD) {
  onceLoaded(() => void navigator.serviceWorker?.register('/worker.js'));
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
