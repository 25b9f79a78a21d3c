// Starts the page in the browser, on the document that the server rendered.
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnce } from './first-paint/route-modules.ts';

// Parts loaded late, within a page, fail like a route's chunk does.
window.addEventListener('vite:preloadError', (event) => {
  if (reloadOnce()) event.preventDefault();
});

// Fetched after the first view, which needs none of it; what failed before is found then.
window.addEventListener('load', () => {
  void import('./connection.ts').then(({ retryStylesheets }) => retryStylesheets()).catch(() => {});
});

// Keeps the page that says there is no line; in development it would only be in the way.
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
