// Whether amounts on the member's own pages are hidden: the member's setting, and the choice made
// on this device.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../session.ts';
import { queryOf } from './api.ts';

/** The setting as last loaded, so that no amount is visible before the current one is loaded. */
const SETTING = 'hideAmounts';
/** What was chosen on this device; absent while the setting decides. */
const CHOICE = 'hideAmountsHere';

function remembered(key: string): boolean | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : text === 'true';
  } catch {
    // On the server and without storage nothing is remembered.
    return null;
  }
}

function remember(key: string, hidden: boolean | null): void {
  try {
    if (hidden === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(hidden));
  } catch {
    // Without storage, the setting is loaded again at the next visit.
  }
}

let chosen = remembered(CHOICE);
const listeners = new Set<() => void>();

/**
 * Shows or hides amounts on this device, whatever the member's setting; null returns to the
 * setting.
 */
export function chooseHidden(hidden: boolean | null): void {
  chosen = hidden;
  remember(CHOICE, hidden);
  for (const listen of listeners) listen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether amounts are hidden on pages that show a member's own money. */
export function useHidden(): boolean {
  const { user } = useSession();
  const settings = useQuery({
    ...queryOf('notices', 'preferences', {}),
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const set = settings.data?.data.hideAmounts;
  useEffect(() => {
    if (set !== undefined) remember(SETTING, set || null);
  }, [set]);
  const now = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => null,
  );
  return now ?? set ?? remembered(SETTING) ?? false;
}
