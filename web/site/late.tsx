// Parts of a page whose code comes after it: there from the start, alive once they are near.
import { type ComponentType, lazy, memo, Suspense, useEffect } from 'react';

/** So far from the window's edge a part begins to load. */
const MARGIN = '400px';
const waiting = new Map<string, () => void>();

/** Whoever touches the page may go anywhere from here: then all of it should be alive. */
function wakeAll(): void {
  for (const wake of [...waiting.values()]) wake();
}
const touches = ['pointerdown', 'keydown', 'focusin'] as const;

/** When the element comes near; at once on the server, and where the page is drawn anew. */
function near(id: string): Promise<void> | undefined {
  const place = typeof document === 'undefined' ? null : document.getElementById(id);
  if (!place) return undefined;
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && waiting.get(id)?.(),
      { rootMargin: MARGIN },
    );
    waiting.set(id, () => {
      watch.disconnect();
      waiting.delete(id);
      resolve();
    });
    watch.observe(place);
    for (const touch of touches) {
      document.addEventListener(touch, wakeAll, { once: true, passive: true });
    }
  });
}

/**
 * A component of its own chunk inside the element `id`. The server renders it whole, so nothing
 * moves when its code arrives; a document refers to none of that code. Its props must stay the
 * same objects: one that changes before it is alive would have React draw it anew.
 */
export function late<P extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const Part = lazy(async () => {
    await near(id);
    return load();
  });
  return memo(function Late(props: P) {
    // Whoever leaves the page before it came near finds it ready when he returns.
    useEffect(() => () => waiting.get(id)?.(), []);
    return (
      <Suspense fallback={<div className="late-room" />}>
        <Part {...props} />
      </Suspense>
    );
  });
}
