// Parts of a page whose code comes after it: there from the start, alive once they are near.
import { type ComponentType, lazy, memo, Suspense, useEffect, useLayoutEffect } from 'react';

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

/** Types anew what stands in a field, which React took for its beginning. */
function typeAgain(field: HTMLInputElement): void {
  const { value } = field;
  field.value = field.defaultValue;
  // React listens at the field's own setter: by the class's one the change is news to it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Keeps the last click, and what is typed, from a part that cannot hear it yet. The answer does
 * both over again, once it can.
 */
function keep(place: HTMLElement): () => void {
  let clicked: HTMLElement | undefined;
  const typed = new Set<HTMLInputElement>();
  const isHere = (target: EventTarget | null): target is HTMLElement =>
    target instanceof HTMLElement && place.contains(target);
  const holdClick = (event: MouseEvent) => {
    // A link in a new window needs nothing of ours.
    if (!isHere(event.target) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = event.target;
  };
  const noteTyping = ({ target }: Event) => {
    if (isHere(target) && target instanceof HTMLInputElement) typed.add(target);
  };
  // The window hears before the document, where React stops what it has no ears for yet.
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
 * A component of its own chunk inside the element `id`. The server renders it whole, so nothing
 * moves when its code arrives; a document refers to none of that code. Its props must stay the
 * same objects: one that changes before it is alive would have React draw it anew.
 */
export function late<P extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  let doAgain = () => {};
  const Part = lazy(async () => {
    await near(id);
    const { default: Whole } = await load();
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
    // Whoever leaves the page before it came near finds it ready when he returns.
    useEffect(() => () => waiting.get(id)?.(), []);
    return (
      <Suspense fallback={<div className="late-room" />}>
        <Part {...props} />
      </Suspense>
    );
  });
}
