// Hiding of amounts: the member's setting, and the choice for this visit.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../session.ts';
import { queryOf } from './api.ts';

const KEY = 'hideAmounts';
let chosen: boolean | null = null;
const listeners = new Set<() => void>();

/**
 * Returns the last known setting, so that no amount is visible before the current setting is
 * loaded.
 */
function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

function remember(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the setting is loaded again at the next visit.
  }
}

/**
 * Shows or hides amounts for this visit, whatever the member's setting; null returns to the
 * setting.
 */
export function chooseHidden(hidden: boolean | null): void {
  chosen = hidden;
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
    if (set !== undefined) remember(set);
  }, [set]);
  const now = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => null,
  );
  return now ?? set ?? remembered();
}
