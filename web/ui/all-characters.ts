// Loads the full Chinese font, in slices, once the page is shown and idle.

const AT_LATEST_MS = 5000;
const WITHOUT_IDLE_MS = 2000;

/**
 * Loads the font for names and texts beyond the app's own characters; only the slices needed are
 * fetched.
 */
export function loadAllCharacters(): void {
  const load = () => void import('./all-characters.css');
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: AT_LATEST_MS });
  else setTimeout(load, WITHOUT_IDLE_MS);
}
