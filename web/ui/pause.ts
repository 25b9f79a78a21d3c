// Counts down whole seconds until something may be done again, such as asking for a code.
import { useEffect, useState } from 'react';

/**
 * `[left, begin]`: seconds left (0: none) and what starts a pause. Counts on a clock that no
 * change of date moves, and stays right while the page sleeps in the background.
 */
export function usePause(): readonly [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [
    left,
    (seconds) => {
      setUntil(performance.now() + seconds * 1000);
      setLeft(seconds);
    },
  ];
}
