// Heights of the bars that are fixed at the bottom of the window, as custom properties of the root:
// `--decision-bar`, `--held-bar`, and `--sticky-bar` for both together. By them a bar stands above
// another one, the page ends above both, and a focused field is scrolled clear of them.
import { useCallback } from 'react';

type BottomBar = 'decision' | 'held';

const heights = new Map<BottomBar, number>();

function write(bar: BottomBar, height: number | null): void {
  if (height === null) heights.delete(bar);
  else heights.set(bar, height);
  const { style } = document.documentElement;
  const set = (name: string, px: number) =>
    px > 0 ? style.setProperty(name, `${px}px`) : style.removeProperty(name);
  set(`--${bar}-bar`, height ?? 0);
  set(
    '--sticky-bar',
    [...heights.values()].reduce((all, one) => all + one, 0),
  );
}

/** Returns the ref of a bar, whose height is measured as long as it is shown. */
export function useBottomBar(bar: BottomBar) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const measure = () => write(bar, element.offsetHeight);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        write(bar, null);
      };
    },
    [bar],
  );
}
