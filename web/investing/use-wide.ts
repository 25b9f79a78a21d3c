// Whether there is room for a table: 1024 px and more.
import { useSyncExternalStore } from 'react';

const wide = () => window.matchMedia('(min-width: 1024px)');

function watch(changed: () => void): () => void {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export const useWide = () =>
  useSyncExternalStore(
    watch,
    () => wide().matches,
    () => false,
  );
