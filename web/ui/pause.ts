// Counts down the seconds until an action is allowed again, such as requesting a code.
import { useEffect, useState } from 'react';

/**
 * Returns `[left, begin]`: the seconds left (0 means no pause), and a function that starts a pause.
 * Uses a clock that does not depend on changes to the date and that is still right after the page
 * was suspended in the background.
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
