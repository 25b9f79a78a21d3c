// Draws curves of time over size as SVG, both axes logarithmic: a straight rise of one decade per
// decade is a cost in proportion, a level line a cost that does not grow.
import { scaleLog } from '@visx/scale';

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

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('`', '');

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

/** Returns the drawing of the curves over these numbers of orders. */
export function curvesSvg(curves: readonly Curve[], orders: readonly number[]): string {
  const all = curves.flatMap(({ ms }) => ms);
  const steps = decades(Math.min(...all), Math.max(...all));
  const x = scaleLog({
    domain: [orders[0] ?? 1, orders.at(-1) ?? 10],
    range: [EDGE.left, WIDTH - EDGE.right],
  });
  const y = scaleLog({
    domain: [steps[0] ?? 1, steps.at(-1) ?? 10],
    range: [HEIGHT - EDGE.bottom, EDGE.top],
  });
  const ends = curves.map(({ ms }, at) => ({ at, y: y(ms.at(-1) ?? 1) }));
  const labels = placedLabels(ends, HEIGHT - EDGE.bottom - 8);
  const grid = steps.map(
    (ms) =>
      `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#8888" stroke-width="0.5"/>` +
      `<text x="${EDGE.left - 8}" y="${y(ms) + 4}" text-anchor="end">${msText(ms)}</text>`,
  );
  const ticks = orders.map(
    (count) =>
      `<text x="${x(count)}" y="${HEIGHT - EDGE.bottom + 20}" text-anchor="middle">${count.toLocaleString('en-US')}</text>`,
  );
  const lines = curves.flatMap(({ what, ms }, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const points = ms.map((value, place) => [x(orders[place] ?? 1), y(value)] as const);
    const [endX, endY] = points.at(-1) ?? [0, 0];
    const labelY = labels.get(at) ?? endY;
    return [
      `<polyline points="${points.map((point) => point.map((n) => n.toFixed(1)).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(
        ([px, py]) =>
          `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${colour}"/>`,
      ),
      `<line x1="${endX + 5}" y1="${endY.toFixed(1)}" x2="${endX + 18}" y2="${labelY.toFixed(1)}" stroke="${colour}"/>`,
      `<text x="${endX + 22}" y="${(labelY + 4).toFixed(1)}" style="fill:${colour}">${escaped(what)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Time of the main acts over the number of orders" font-family="sans-serif" font-size="13">`,
    '<style>text{fill:#777}</style>',
    ...grid,
    ...ticks,
    `<text x="${(EDGE.left + WIDTH - EDGE.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">orders in the database</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
