// Carousel hook: slides can be swiped from the start, and moved by buttons after hydration.
import useEmblaCarousel from 'embla-carousel-react';
import { type FocusEvent, useCallback, useEffect, useState, useSyncExternalStore } from 'react';

type Options = NonNullable<Parameters<typeof useEmblaCarousel>[0]>;

const REDUCED = '(prefers-reduced-motion: reduce)';

/**
 * Returns the state and controls of a carousel. `at` is the index of the front slide out of
 * `count`; with reduced motion slides change without animation.
 */
export function useCarousel(options: Options) {
  const [ref, api] = useEmblaCarousel(options);
  const subscribe = useCallback(
    (listener: () => void) => {
      api?.on('select', listener).on('reInit', listener);
      return () => {
        api?.off('select', listener).off('reInit', listener);
      };
    },
    [api],
  );
  const at = useSyncExternalStore(
    subscribe,
    () => api?.selectedScrollSnap() ?? 0,
    () => 0,
  );
  const jump = () => window.matchMedia(REDUCED).matches;
  return {
    ref,
    at,
    ready: api !== undefined,
    show: (i: number) => api?.scrollTo(i, jump()),
    next: () => api?.scrollNext(jump()),
    previous: () => api?.scrollPrev(jump()),
  };
}

const onReduced = (listener: () => void) => {
  const asked = window.matchMedia(REDUCED);
  asked.addEventListener('change', listener);
  return () => asked.removeEventListener('change', listener);
};

/**
 * Shows the next slide every `ms` while `on` is true; never while the pointer is over the carousel
 * or the keyboard focus is inside, nor with reduced motion.
 */
export function useAutoplay(on: boolean, ms: number, next: () => void) {
  const [pointed, setPointed] = useState(false);
  const [inside, setInside] = useState(false);
  const still = useSyncExternalStore(
    onReduced,
    () => window.matchMedia(REDUCED).matches,
    () => false,
  );
  const held = pointed || inside || still;
  useEffect(() => {
    if (!on || held) return;
    const timer = setInterval(next, ms);
    return () => clearInterval(timer);
  }, [on, held, ms, next]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // A button keeps the focus after a tap, but this does not mean that somebody is reading the
    // slides.
    onFocus: ({ target }: FocusEvent) => setInside(target.matches(':focus-visible')),
    onBlur: () => setInside(false),
  };
}
