// Thin loading bar at the top: starts after a delay, moves slowly to 90 %, and turns red on a
// failure.
import { useEffect, useRef, useState } from 'react';

export type LoadingState = 'idle' | 'loading' | 'done' | 'failed';

/** Requests faster than this do not show the bar. */
const DELAY_MS = 200;
/** Requests that follow each other within this time share one run of the bar. */
const THROTTLE_MS = 200;
const FADE_MS = 1000;

/** `active`: a request is in progress; `failures`: number of requests that have failed so far. */
export function LoadingBar({ active, failures }: { active: boolean; failures: number }) {
  const [state, setState] = useState<LoadingState>('idle');
  // The bar comes after the first view, and says what failed before.
  const seen = useRef(0);
  useEffect(() => {
    const failed = failures > seen.current;
    seen.current = failures;
    if (failed) {
      setState('failed');
      return;
    }
    if (active) {
      const timer = setTimeout(() => setState('loading'), DELAY_MS);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(
      () => setState((was) => (was === 'loading' ? 'done' : was)),
      THROTTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [active, failures]);
  useEffect(() => {
    if (state !== 'done' && state !== 'failed') return;
    const timer = setTimeout(() => setState('idle'), FADE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  // A status, because the bar stands outside the page's landmarks.
  return (
    <div className="loading-bar" data-state={state} role="status">
      <i
        role={state === 'loading' ? 'progressbar' : undefined}
        aria-label={state === 'loading' ? '載入中' : undefined}
      />
    </div>
  );
}
