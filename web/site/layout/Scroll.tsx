// Scroll position after a navigation: the target of the hash, otherwise the top.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const HASH_MS = 250;
const WIDE_PX = 768;
const OFFSET_WIDE_PX = 100;
const OFFSET_NARROW_PX = 150;

/** Returns how far below the top edge the target of a hash is placed. */
export function hashOffset(viewportWidth: number): number {
  return viewportWidth >= WIDE_PX ? OFFSET_WIDE_PX : OFFSET_NARROW_PX;
}

/**
 * Scrolls smoothly, and stops as soon as the user scrolls or presses a button, because a button
 * that moves between press and release would not be clicked.
 */
function glideTo(top: number): () => void {
  const from = window.scrollY;
  const start = performance.now();
  let at = from;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointerdown', stop);
  };
  const moveTo = (to: number) => {
    window.scrollTo({ top: to, behavior: 'instant' });
    at = window.scrollY;
  };
  const step = (time: number) => {
    if (Math.abs(window.scrollY - at) > 1) return stop();
    const share = Math.min(1, (time - start) / HASH_MS);
    moveTo(from + (top - from) * (1 - (1 - share) ** 3));
    if (share < 1) frame = requestAnimationFrame(step);
    else stop();
  };
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) moveTo(top);
  else {
    window.addEventListener('pointerdown', stop);
    frame = requestAnimationFrame(step);
  }
  return stop;
}

function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function showTarget(target: HTMLElement): () => void {
  if (target instanceof HTMLDetailsElement) target.open = true;
  const top = target.getBoundingClientRect().top + window.scrollY - hashOffset(window.innerWidth);
  const stop = glideTo(Math.max(0, top));
  // Only a control shows the focus; a ring around a whole section would mark nothing to act on.
  const isControl = target.tabIndex >= 0;
  if (!isControl) target.tabIndex = -1;
  target.focus({ preventScroll: true, focusVisible: isControl } as FocusOptions);
  return stop;
}

/**
 * Scrolls to the top and focuses the page's content after every navigation; mounted once. With
 * `state: {keepFocus: true}` the focus does not move, so that users who change a filter stay at its
 * control.
 */
export function Scroll() {
  const { pathname, search, hash, state, key } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    const initial = first.current;
    first.current = false;
    if (hash) {
      const target = findTarget(hash);
      if (target) return showTarget(target);
      // The target may still be loading, so changes of the content are watched for two seconds.
      let stop = () => {};
      const watch = new MutationObserver(() => {
        const late = findTarget(hash);
        if (!late) return;
        watch.disconnect();
        stop = showTarget(late);
      });
      watch.observe(document.body, { childList: true, subtree: true });
      const timer = setTimeout(() => watch.disconnect(), 2000);
      return () => {
        clearTimeout(timer);
        watch.disconnect();
        stop();
      };
    }
    if (initial) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if ((state as { keepFocus?: boolean } | null)?.keepFocus) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, search, hash, state, key]);
  return null;
}
