// Parts of a page whose code loads later: rendered at once, interactive near the viewport.
import { type ComponentType, lazy, memo, Suspense, useEffect, useLayoutEffect } from 'react';
import { typeAgain } from '../ui/fields/type-again.ts';

/** Distance from the edge of the window at which a part begins to load. */
const MARGIN = '400px';
const waiting = new Map<string, () => void>();

/**
 * At the first interaction the code of all parts is loaded, because the user may use any part next.
 */
function wakeAll(): void {
  for (const wake of [...waiting.values()]) wake();
}
const touches = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Resolves when the element comes near the visible area; resolves at once on the server, or if the
 * page was rendered in the browser.
 */
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

/** Resolves when the user clicks or types in the element. */
const used = (id: string) =>
  new Promise<void>((resolve) => {
    const note = ({ target }: Event) => {
      if (target instanceof Node && document.getElementById(id)?.contains(target)) resolve();
    };
    for (const use of ['click', 'input']) window.addEventListener(use, note, { capture: true });
  });

/**
 * Records the last click and any typing in a part that is not interactive yet. The returned
 * function repeats both once the part is interactive.
 */
function keep(place: HTMLElement): () => void {
  let clicked: HTMLElement | undefined;
  const typed = new Set<HTMLInputElement>();
  const isHere = (target: EventTarget | null): target is HTMLElement =>
    target instanceof HTMLElement && place.contains(target);
  const holdClick = (event: MouseEvent) => {
    // A link opened in a new tab or window needs no script, so the click is not held back.
    if (!isHere(event.target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = event.target;
  };
  const noteTyping = ({ target }: Event) => {
    if (isHere(target) && target instanceof HTMLInputElement) typed.add(target);
  };
  // Listens on the window, because at the document React already stops events in parts that are not
  // interactive yet.
  window.addEventListener('click', holdClick, { capture: true });
  window.addEventListener('input', noteTyping, { capture: true });
  return () => {
    window.removeEventListener('click', holdClick, { capture: true });
    window.removeEventListener('input', noteTyping, { capture: true });
    for (const field of typed) if (field.isConnected) typeAgain(field);
    typed.clear();
    if (clicked?.isConnected) clicked.click();
    clicked = undefined;
  };
}

/**
 * Returns a component whose code is a separate chunk, shown inside the element `id`. The server
 * renders it completely, so that nothing moves when its code arrives, and the document does not
 * refer to that code. Its props must stay the same objects, and it must not stand inside a form,
 * because React empties it if its props or a context around it change before it is interactive.
 */
export function deferred<P extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  let doAgain = () => {};
  const Part = lazy(async () => {
    await near(id);
    const { default: Whole } = await load().catch(async (error: unknown) => {
      // What the server rendered stays readable until somebody uses it.
      await used(id);
      throw error;
    });
    return {
      default: function Alive(props: P) {
        useEffect(() => doAgain(), []);
        return <Whole {...props} />;
      },
    };
  });
  return memo(function Late(props: P) {
    useLayoutEffect(() => {
      const place = document.getElementById(id);
      if (!place) return undefined;
      doAgain = keep(place);
      return doAgain;
    }, []);
    // If the user leaves the page before the component came near the visible area, its code is
    // loaded at that moment, so that it is ready when the user returns.
    useEffect(() => () => waiting.get(id)?.(), []);
    return (
      <Suspense fallback={<div className="deferred-room" />}>
        <Part {...props} />
      </Suspense>
    );
  });
}
