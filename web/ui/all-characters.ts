// Brings in the whole Chinese font, in slices, once the page is shown and at rest.

const AT_LATEST_MS = 5000;
const WITHOUT_IDLE_MS = 2000;

/** For names and texts our own copy never uses; only the slices needed are fetched. */
export function loadAllCharacters(): void {
  const load = () => void import('./all-characters.css');
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: AT_LATEST_MS });
  else setTimeout(load, WITHOUT_IDLE_MS);
}
