// Hydrates the page in the browser, on the document that the server rendered.
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnce } from './first-paint/route-modules.ts';

// Lazily loaded parts of a page are handled like a missing route chunk: the page is reloaded.
window.addEventListener('vite:preloadError', (event) => {
  if (reloadOnce()) event.preventDefault();
});

// Loaded after the first view, which does not need it; it also retries style sheets that failed to
// load.
window.addEventListener('load', () => {
  void import('./connection.ts').then(({ retryStylesheets }) => retryStylesheets()).catch(() => {});
});

// The service worker caches the offline page; in development it would only be in the way.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => void navigator.serviceWorker?.register('/worker.js'));
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
