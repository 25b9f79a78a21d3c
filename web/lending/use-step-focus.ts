// After a change of step: scrolls to the top and focuses the heading, so that it is read aloud.
import { useEffect, useRef } from 'react';

/**
 * `heading` is the ref of the step's heading; `moved()` must be called when the member changes to
 * another step.
 */
export function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!hasMoved.current) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return { heading, moved: () => (hasMoved.current = true) };
}
