// Line chart by months since disbursement, one line per month of disbursement; can be read with the
// arrow keys.
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState } from 'react';
import { axisOf, useWidth } from '../../ui/drawings/chart.ts';
import { Legend, placeWords, Read, Reading, Ticks, type Series } from './chart-parts.tsx';

const HEIGHT = 300;
const EDGE = { top: 14, bottom: 40, left: 48, right: 52 };
/** Minimum distance in pixels between the labels at the ends of two lines. */
const NAME = 15;
const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '4 2', '1 3'];

export type Curve = {
  id: string;
  label: string;
  colour: Series<never>['colour'];
  /** Percent for each place on the axis; the list ends where no later value is known. */
  values: readonly number[];
};

type Scales = Record<'x' | 'y', ReturnType<typeof scaleLinear<number>>>;

/**
 * Returns the position of each line's label: at the end of the line, moved if two labels would
 * overlap.
 */
function endsOf(curves: readonly Curve[], y: Scales['y']): Map<string, number> {
  const sorted = curves
    .map(({ id, values }) => ({ id, at: y(values.at(-1) ?? 0) }))
    .toSorted((a, b) => b.at - a.at);
  const ends = new Map<string, number>();
  let below = Infinity;
  for (const { id, at } of sorted) {
    below = Math.min(at, below - NAME);
    ends.set(id, below);
  }
  return ends;
}

function Axes({
  places,
  ticks,
  width,
  title,
  x,
  y,
}: Scales & { places: number; ticks: readonly number[]; width: number; title: string }) {
  const every = Math.max(1, Math.ceil((places * 26) / (width - EDGE.left - EDGE.right)));
  return (
    <>
      <Ticks ticks={ticks} unit="percent" left={EDGE.left} right={width - EDGE.right} y={y} />
      {Array.from({ length: places }, (_, i) =>
        i % every === 0 ? (
          <text key={i} className="report-text" x={x(i)} y={HEIGHT - 22} textAnchor="middle">
            {i}
          </text>
        ) : null,
      )}
      <text
        className="report-text"
        x={(EDGE.left + width - EDGE.right) / 2}
        y={HEIGHT - 4}
        textAnchor="middle"
      >
        {title}
      </text>
    </>
  );
}

function Drawn({ curve, i, end, x, y }: Scales & { curve: Curve; i: number; end: number }) {
  const last = curve.values.length - 1;
  return (
    <>
      <LinePath
        className="report-curve fill-none stroke-(--report) stroke-[2.5] pointer-events-none"
        data-colour={curve.colour}
        strokeDasharray={dashes[i]}
        data={[...curve.values]}
        x={(_, place) => x(place)}
        y={(value) => y(value)}
      />
      {last === 0 && (
        <circle
          className="report-end fill-(--report) text-[13px] font-bold tabular-nums"
          data-colour={curve.colour}
          cx={x(0)}
          cy={y(curve.values[0] ?? 0)}
          r="4"
        />
      )}
      <text
        className="report-end fill-(--report) text-[13px] font-bold tabular-nums"
        data-colour={curve.colour}
        x={x(last) + 6}
        y={end + 4}
      >
        {curve.label}
      </text>
    </>
  );
}

const Cursor = ({ at }: { at: number }) => (
  <line
    className="stroke-ink-3 [stroke-dasharray:2_3]"
    x1={at}
    x2={at}
    y1={EDGE.top}
    y2={HEIGHT - EDGE.bottom}
  />
);

export function CurvesChart({
  label,
  axis,
  placeOf,
  curves,
}: {
  label: string;
  /** Description of the axis, shown below it. */
  axis: string;
  placeOf: (place: number) => string;
  curves: readonly Curve[];
}) {
  const { ref, width } = useWidth();
  const places = Math.max(1, ...curves.map(({ values }) => values.length));
  const [chosen, setChosen] = useState(places - 1);
  const at = Math.min(chosen, places - 1);
  const ticks = axisOf(Math.max(1, ...curves.flatMap(({ values }) => values)));
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, places - 1)],
    range: [EDGE.left, width - EDGE.right],
  });
  const y = scaleLinear<number>({
    domain: [0, ticks.at(-1) || 1],
    range: [HEIGHT - EDGE.bottom, EDGE.top],
  });
  const series: Series<number>[] = curves.map(({ id, label: name, colour, values }) => ({
    id,
    label: name,
    colour,
    of: (place) => values[place] ?? null,
  }));
  const ends = endsOf(curves, y);
  const half = (width - EDGE.left - EDGE.right) / Math.max(1, places - 1) / 2;
  return (
    <figure className="report-figure grid grid-cols-1 gap-3 m-0">
      <Read
        ref={ref}
        label={label}
        at={at}
        count={places}
        words={placeWords(placeOf(at), at, series, 'percent')}
        width={width}
        height={HEIGHT}
        onAt={setChosen}
      >
        <Axes places={places} ticks={ticks} width={width} title={axis} x={x} y={y} />
        <Cursor at={x(at)} />
        {curves.map((curve, i) => (
          <Drawn key={curve.id} curve={curve} i={i} end={ends.get(curve.id) ?? 0} x={x} y={y} />
        ))}
        {Array.from({ length: places }, (_, i) => (
          <rect
            key={i}
            x={x(i) - half}
            y={EDGE.top}
            width={half * 2}
            height={HEIGHT - EDGE.top - EDGE.bottom}
            fill="transparent"
            onPointerEnter={() => setChosen(i)}
            onClick={() => setChosen(i)}
          />
        ))}
      </Read>
      <Reading name={placeOf(at)} row={at} series={series} unit="percent" />
      <Legend series={series} />
    </figure>
  );
}
