// The element of 今天 in which the cards of notices stand on a phone.
import { useSyncExternalStore } from 'react';

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Used as the `ref` of the element. */
export function setNoticePlace(element: HTMLElement | null): void {
  place = element;
  for (const listen of listeners) listen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNoticePlace = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => place,
    () => null,
  );
