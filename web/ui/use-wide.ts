// Hook that returns whether the window has a minimum width, for cases that a stylesheet cannot
// decide.
import { useSyncExternalStore } from 'react';

/** Minimum window widths in pixels: wider than a phone, for showing tabs, and for a table. */
export const WIDER_THAN_PHONE = 768;
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
