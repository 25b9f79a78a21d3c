// Amounts that change step by step, as stacked areas: with years below the axis, read by pointer or
// arrow keys. What is expected and not certain yet is dashed. The page also has a table of it.
import { scaleLinear } from '@visx/scale';
import { Area, LinePath } from '@visx/shape';
import { axisOf, heightOnPage, placeAfter, useWidth, yearPlaces } from './chart.ts';
import { formatShort } from '../format.ts';
import './chart.css';

const HEIGHT = 236;
const EDGE = { top: 14, bottom: 44, left: 52, right: 20 };
/** Room in pixels that each character of an amount beside the axis needs. */
const CHARACTER = 10;
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
type Drawn = {
  points: readonly AreaPoint[];
  width: number;
  /** Where the drawing begins, right of the amounts beside the axis. */
  left: number;
  x: Scale;
  y: Scale;
};

const heightOf = ({ amounts }: AreaPoint, layers = amounts.length) =>
  amounts.slice(0, layers).reduce((all, amount) => all + amount, 0);

function Axes({
  points,
  width,
  left,
  x,
  y,
  ticks,
  hidden,
}: Drawn & { ticks: number[]; hidden: boolean }) {
  const room = Math.max(1, (width - left - EDGE.right) / LABEL);
  const every = [1, 2, 3, 6, 12, 24].find((n) => points.length / n <= room) ?? 36;
  const labelled = points.map((point, at) => ({ ...point, at })).filter((_, i) => i % every === 0);
  const years = yearPlaces(labelled.map(({ year, at }) => ({ year, x: x(at) })));
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid-line" x1={left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} />
          {!hidden && (
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {formatShort(tick)}
            </text>
          )}
        </g>
      ))}
      {labelled.map(({ label, year, at }, i) => (
        <text key={at} x={x(at)} y={HEIGHT - 24} textAnchor="middle">
          {label}
          {years.has(i) && (
            <tspan className="year" x={x(at)} dy="18">
              {year}
            </tspan>
          )}
        </text>
      ))}
    </g>
  );
}

function Layers({ points, x, y, certain }: Drawn & { certain: number }) {
  const all = points.map((point, at) => ({ point, at }));
  const topOf = ({ point }: { point: AreaPoint }) => y(heightOf(point, 1));
  return (
    <>
      {points[0]?.amounts.map((_, i) => (
        <Area
          key={i}
          className={`area-${i + 1}`}
          data={all}
          x={({ at }) => x(at)}
          y0={({ point }) => y(heightOf(point, i))}
          y1={({ point }) => y(heightOf(point, i + 1))}
        />
      ))}
      <LinePath className="edge" data={all.slice(0, certain + 1)} x={({ at }) => x(at)} y={topOf} />
      <LinePath
        className="edge expected"
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
      <line className="cursor" x1={x(at)} x2={x(at)} y1={y1} y2={y2} />
      <circle className="point" cx={x(at)} cy={y(heightOf(chosen, 1))} r="5" />
    </>
  );
}

type AreaChartProps = {
  label: string;
  points: readonly AreaPoint[];
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
  certain = points.length - 1,
  hidden = false,
  at,
  onAt,
  words,
}: AreaChartProps) {
  const { ref, width } = useWidth();
  const last = points.length - 1;
  const ticks = axisOf(Math.max(...points.map((point) => heightOf(point))));
  const longest = Math.max(...ticks.map((tick) => formatShort(tick).length));
  const [left, right] = [Math.max(EDGE.left, longest * CHARACTER), width - EDGE.right];
  const [top, bottom] = [EDGE.top, HEIGHT - EDGE.bottom];
  const x = scaleLinear<number>({ domain: [0, Math.max(1, last)], range: [left, right] });
  const y = scaleLinear<number>({ domain: [0, ticks.at(-1) || 1], range: [bottom, top] });
  const read = (clientX: number, box: DOMRect) => {
    const at = ((clientX - box.left) / box.width) * width;
    const share = (at - left) / (right - left);
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
        className="chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width="100%"
        height={heightOnPage(HEIGHT)}
        aria-hidden="true"
      >
        <Axes points={points} width={width} left={left} x={x} y={y} ticks={ticks} hidden={hidden} />
        <Layers points={points} width={width} left={left} x={x} y={y} certain={certain} />
        <Cursor points={points} width={width} left={left} x={x} y={y} at={at} />
      </svg>
    </div>
  );
}
