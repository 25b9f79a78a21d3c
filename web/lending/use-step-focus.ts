// After a step of a page was changed: to the top, with the heading read aloud.
import { useEffect, useRef } from 'react';

/** `heading` goes to the step's heading; call `moved()` where the member changes the step. */
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
