// Shared functions of charts: width on the page, end of the axis, keyboard navigation.
import { useEffect, useRef, useState } from 'react';

const FALLBACK_WIDTH = 720;
const LEAST_WIDTH = 120;
/** Size in pixels of text for which charts are drawn. */
const TEXT_PX = 16;

/**
 * Returns a height of a drawing, which is in units of `useWidth`, as it is on the page.
 */
export const heightOnPage = (height: number): string => `${height / TEXT_PX}rem`;

const unitPx = (): number => {
  const { fontSize } = getComputedStyle(document.documentElement);
  return Number(fontSize.replace('px', '')) / TEXT_PX || 1;
};

/**
 * Returns the current width of the element that carries `ref`, in units that are a pixel at the
 * usual size of text and grow with it, so that labels always have the room for which the chart was
 * drawn. Text in the drawing therefore has a size in units, not in rem.
 */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FALLBACK_WIDTH);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(LEAST_WIDTH, Math.floor(entry.contentRect.width / unitPx())));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { ref, width };
}

/** Returns the place to which an arrow key leads among `count` places; null for any other key. */
export function placeAfter(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Width in pixels that a year below the axis needs. */
const YEAR = 36;

/**
 * Returns the places of the labels that also show their year: the first of each year. The first
 * label leaves it out if the next year follows so closely that the two would touch.
 */
export function yearPlaces(labels: readonly { year: string; x: number }[]): ReadonlySet<number> {
  const firsts = labels.flatMap(({ year }, i) => (year === labels[i - 1]?.year ? [] : [i]));
  const [one, two] = firsts.map((i) => labels[i]);
  return new Set(one && two && two.x - one.x < YEAR ? firsts.slice(1) : firsts);
}

/**
 * Returns the lines of the axis, including its end: at most four steps of 1, 2 or 5 times a power
 * of ten.
 */
export function axisOf(most: number): number[] {
  if (most <= 0) return [0];
  const step = stepOf(most);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** Returns the lines of an axis for values that may be negative. */
export function axisAround(least: number, most: number): number[] {
  if (least >= 0) return axisOf(most);
  const step = stepOf(Math.max(most, -least));
  const from = Math.floor(least / step);
  const to = Math.max(0, Math.ceil(most / step));
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
}

function stepOf(most: number): number {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power);
}
