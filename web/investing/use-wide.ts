// Whether the window is at least so wide; for what cannot be told in a style sheet.
import { useSyncExternalStore } from 'react';

/** Wide enough for tabs, and for a table, in pixels. */
export const TABS_FROM = 768;
export const TABLE_FROM = 1024;

export function useWide(from: number): boolean {
  const query = () => window.matchMedia(`(min-width: ${from}px)`);
  return useSyncExternalStore(
    (changed) => {
      const watched = query();
      watched.addEventListener('change', changed);
      return () => watched.removeEventListener('change', changed);
    },
    () => query().matches,
    () => false,
  );
}
