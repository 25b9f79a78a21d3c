// Draws curves of time over size as SVG, both axes logarithmic: a straight rise of one decade per
// decade is a cost in proportion, a level line a cost that does not grow.
import { scaleLog } from '@visx/scale';
import { type ReactElement, createElement as draw } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** What was measured, and its median in ms at each size. */
export type Curve = { what: string; ms: number[] };

const WIDTH = 920;
const HEIGHT = 520;
const EDGE = { left: 64, right: 330, top: 24, bottom: 48 };
/** Space between two labels, so that none covers another. */
const LABEL_PX = 18;
/** Colours with a contrast of 3:1 on white and on GitHub's dark ground. */
const COLOURS = [
  '#2f7d6d',
  '#b5762a',
  '#4d74c9',
  '#a84f86',
  '#6f8f2a',
  '#c2553f',
  '#7a6ec2',
  '#7d7d7d',
];

const msText = (ms: number) =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString('en-US')} s`;

/** Powers of ten from the one below `low` to the one above `high`. */
const decades = (low: number, high: number) =>
  Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, at) => 10 ** (Math.floor(Math.log10(low)) + at),
  );

/** Moves labels apart: from the top down, then up again from the bottom of the drawing. */
function placedLabels(ends: readonly { at: number; y: number }[], bottom: number) {
  const placed = new Map<number, number>();
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  let last = -Infinity;
  for (const { at, y } of sorted) {
    last = Math.max(y, last + LABEL_PX);
    placed.set(at, last);
  }
  let next = bottom + LABEL_PX;
  for (const { at } of sorted.toReversed()) {
    next = Math.min(placed.get(at) ?? 0, next - LABEL_PX);
    placed.set(at, next);
  }
  return placed;
}

type Scale = (value: number) => number;

const right = WIDTH - EDGE.right;

/** A thin line for each power of ten, with its time at the left. */
const grid = (y: Scale, steps: readonly number[]): ReactElement[] =>
  steps.flatMap((ms) => [
    draw('line', { key: ms, x1: EDGE.left, x2: right, y1: y(ms), y2: y(ms), stroke: '#8886' }),
    draw('text', { key: -ms, x: EDGE.left - 8, y: y(ms) + 4, textAnchor: 'end' }, msText(ms)),
  ]);

/** One curve with a dot at each size, and its name at `labelY`. */
function curve(
  { what, points, labelY }: { what: string; points: readonly [number, number][]; labelY: number },
  colour: string,
): ReactElement {
  const [endX, endY] = points.at(-1) ?? [0, 0];
  const lead = { x1: endX + 5, y1: endY, x2: endX + 18, y2: labelY, stroke: colour };
  return draw(
    'g',
    { key: what, strokeWidth: 2, fill: 'none' },
    draw('polyline', { points: points.join(' '), stroke: colour }),
    points.map(([cx, cy]) => draw('circle', { key: cx, cx, cy, r: 3, fill: colour })),
    draw('line', { ...lead, strokeWidth: 1 }),
    draw('text', { x: endX + 22, y: labelY + 4, fill: colour, strokeWidth: 0 }, what),
  );
}

const round = (place: number) => Math.round(place * 10) / 10;

/** Returns the drawing of the curves over these numbers of orders. */
export function curvesSvg(curves: readonly Curve[], orders: readonly number[]): string {
  const all = curves.flatMap(({ ms }) => ms);
  const steps = decades(Math.min(...all), Math.max(...all));
  const [x, y] = [
    scaleLog({ domain: [orders[0] ?? 1, orders.at(-1) ?? 10], range: [EDGE.left, right] }),
    scaleLog({
      domain: [steps[0] ?? 1, steps.at(-1) ?? 10],
      range: [HEIGHT - EDGE.bottom, EDGE.top],
    }),
  ].map((scale) => (value: number) => round(scale(value))) as [Scale, Scale];
  const ends = curves.map(({ ms }, at) => ({ at, y: y(ms.at(-1) ?? 1) }));
  const labels = placedLabels(ends, HEIGHT - EDGE.bottom - 8);
  const under = { y: HEIGHT - EDGE.bottom + 20, textAnchor: 'middle' };
  const drawing = draw(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': 'Time of the main acts over the number of orders',
      fontFamily: 'sans-serif',
      fontSize: 13,
      fill: '#777',
    },
    grid(y, steps),
    orders.map((count) =>
      draw('text', { key: count, x: x(count), ...under }, count.toLocaleString('en-US')),
    ),
    draw('text', { ...under, x: (EDGE.left + right) / 2, y: HEIGHT - 6 }, 'orders in the database'),
    curves.map(({ what, ms }, at) => {
      const points = ms.map((value, place): [number, number] => [x(orders[place] ?? 1), y(value)]);
      const labelY = round(labels.get(at) ?? 0);
      return curve({ what, points, labelY }, COLOURS[at % COLOURS.length] ?? '');
    }),
  );
  return `${renderToStaticMarkup(drawing)}\n`;
}
