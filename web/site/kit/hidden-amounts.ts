// Hiding amounts: the member's setting, and what he chose for this visit.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../session.ts';
import { asked } from './api.ts';

const KEY = 'hideAmounts';
let chosen: boolean | null = null;
const listeners = new Set<() => void>();

/** What the setting was when last heard of, so that nothing shows for the moment before. */
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
    // Asked for again at the next visit.
  }
}

/** For this visit only; null goes by the setting again. */
export function chooseHidden(hidden: boolean | null): void {
  chosen = hidden;
  for (const listen of listeners) listen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether amounts are hidden on the pages that show what a member has at stake. */
export function useHidden(): boolean {
  const { user } = useSession();
  const settings = useQuery({
    ...asked('notices', 'preferences', {}),
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
