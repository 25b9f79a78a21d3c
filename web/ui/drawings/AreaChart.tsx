// Amounts that change step by step, as stacked areas: with years below the axis, read by pointer or
// arrow keys. What is expected and not certain yet is dashed. The page also has a table of it.
import { scaleLinear } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import { axisOf, placeAfter, useWidth } from './chart.ts';
import { formatShort } from '../format.ts';

const HEIGHT = 236;
const EDGE = { top: 14, bottom: 44, left: 52, right: 14 };
/** Width in pixels that the label of a point needs. */
const LABEL = 40;

export type AreaPoint = {
  /** Short label below the axis, such as the number of an instalment. */
  label: string;
  /** Shown below the first label of each year. */
  year: string;
  /** NT$ of each layer, from the lowest layer up. */
  amounts: readonly number[];
};

type Scale = ReturnType<typeof scaleLinear<number>>;
type Drawn = { points: readonly AreaPoint[]; width: number; x: Scale; y: Scale };

const heightOf = ({ amounts }: AreaPoint, layers = amounts.length) =>
  amounts.slice(0, layers).reduce((all, amount) => all + amount, 0);

function Axes({
  points,
  width,
  x,
  y,
  ticks,
  hidden,
}: Drawn & { ticks: number[]; hidden: boolean }) {
  const room = Math.max(1, (width - EDGE.left - EDGE.right) / LABEL);
  const every = [1, 2, 3, 6, 12, 24].find((n) => points.length / n <= room) ?? 36;
  const labelled = points.map((point, at) => ({ ...point, at })).filter((_, i) => i % every === 0);
  return (
    <g className="text-fine tabular-nums">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className="stroke-line"
            x1={EDGE.left}
            x2={width - EDGE.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          {!hidden && (
            <text className="fill-ink-3" x={EDGE.left - 8} y={y(tick) + 4} textAnchor="end">
              {formatShort(tick)}
            </text>
          )}
        </g>
      ))}
      {labelled.map(({ label, year, at }, i) => (
        <text key={at} className="fill-ink-3" x={x(at)} y={HEIGHT - 24} textAnchor="middle">
          {label}
          {year !== labelled[i - 1]?.year && (
            <tspan className="font-bold" x={x(at)} dy="18">
              {year}
            </tspan>
          )}
        </text>
      ))}
    </g>
  );
}

function Layers({
  points,
  x,
  y,
  looks,
  certain,
}: Drawn & { looks: readonly string[]; certain: number }) {
  const all = points.map((point, at) => ({ point, at }));
  const topOf = ({ point }: { point: AreaPoint }) => y(heightOf(point, 1));
  return (
    <>
      {looks.map((look, i) => (
        <Area
          key={look}
          className={look}
          data={all}
          x={({ at }) => x(at)}
          y0={({ point }) => y(heightOf(point, i))}
          y1={({ point }) => y(heightOf(point, i + 1))}
        />
      ))}
      <LinePath
        className="fill-none stroke-water stroke-2"
        data={all.slice(0, certain + 1)}
        x={({ at }) => x(at)}
        y={topOf}
      />
      <LinePath
        className="fill-none stroke-water stroke-2 [stroke-dasharray:4_4]"
        data={all.slice(certain)}
        x={({ at }) => x(at)}
        y={topOf}
      />
    </>
  );
}

/** The chosen point: a line through it, and a circle on the lowest layer. */
function Cursor({ points, x, y, at }: Drawn & { at: number }) {
  const chosen = points[at];
  if (!chosen) return null;
  const [y1, y2] = y.range();
  return (
    <>
      <line className="stroke-ink-3 [stroke-dasharray:2_3]" x1={x(at)} x2={x(at)} {...{ y1, y2 }} />
      <circle
        className="fill-card stroke-water stroke-[2.5]"
        cx={x(at)}
        cy={y(heightOf(chosen, 1))}
        r="5"
      />
    </>
  );
}

type AreaChartProps = {
  label: string;
  points: readonly AreaPoint[];
  /** Class of each layer, from the lowest layer up. */
  looks: readonly string[];
  /** Place of the last point that is certain; the line is dashed after it. */
  certain?: number;
  /** Whether amounts are hidden. */
  hidden?: boolean;
  at: number;
  onAt: (at: number) => void;
  /** The chosen point in words, read aloud. */
  words: string;
};

export function AreaChart({
  label,
  points,
  looks,
  certain = points.length - 1,
  hidden = false,
  at,
  onAt,
  words,
}: AreaChartProps) {
  const { ref, width } = useWidth();
  const last = points.length - 1;
  const ticks = axisOf(Math.max(...points.map((point) => heightOf(point))));
  const [left, right] = [EDGE.left, width - EDGE.right];
  const [top, bottom] = [EDGE.top, HEIGHT - EDGE.bottom];
  const x = scaleLinear<number>({ domain: [0, Math.max(1, last)], range: [left, right] });
  const y = scaleLinear<number>({ domain: [0, ticks.at(-1) || 1], range: [bottom, top] });
  const read = (clientX: number, box: DOMRect) => {
    const share = (clientX - box.left - left) / (right - left);
    onAt(Math.max(0, Math.min(last, Math.floor(share * last + 0.5))));
  };
  return (
    <div
      ref={ref}
      className="rounded-ctl"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={words}
      onKeyDown={(event) => {
        const next = placeAfter(event.key, at, points.length);
        if (next === null) return;
        event.preventDefault();
        onAt(next);
      }}
      onPointerMove={(event) => read(event.clientX, event.currentTarget.getBoundingClientRect())}
      onPointerDown={(event) => read(event.clientX, event.currentTarget.getBoundingClientRect())}
    >
      <svg
        className="block"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
      >
        <Axes {...{ points, width, x, y, ticks, hidden }} />
        <Layers {...{ points, width, x, y, looks, certain }} />
        <Cursor {...{ points, width, x, y, at }} />
      </svg>
    </div>
  );
}
