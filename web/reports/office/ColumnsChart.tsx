// Column chart by month or band, stacked in both directions or side by side; can be read with the
// arrow keys.
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useId, useState } from 'react';
import { axisAround, useWidth } from '../../ui/drawings/chart.ts';
import {
  fillOf,
  Hatchings,
  Legend,
  placeWords,
  Read,
  Reading,
  type Series,
  Ticks,
  type Unit,
} from './chart-parts.tsx';

const HEIGHT = 280;
const EDGE = { top: 14, bottom: 28, left: 64, right: 6 };
/**
 * Maximum width of a place on the axis, so that a few bars are on the left instead of filling the
 * page.
 */
const WIDEST = 140;
/** Width in pixels that each letter of a label below a bar needs. */
const ROOM_A_LETTER = 8;

type Scales = {
  x: ReturnType<typeof scaleBand<number>>;
  y: ReturnType<typeof scaleLinear<number>>;
};

/** Returns the lower and upper end of each series' bar at one place. */
function piled<Row>(row: Row, series: readonly Series<Row>[]): { from: number; to: number }[] {
  let [up, down] = [0, 0];
  return series.map(({ of }) => {
    const value = of(row) ?? 0;
    const from = value < 0 ? down : up;
    if (value < 0) down += value;
    else up += value;
    return { from, to: from + value };
  });
}

const besides = <Row,>(row: Row, series: readonly Series<Row>[]) =>
  series.map(({ of }) => ({ from: 0, to: of(row) ?? 0 }));

function Bars<Row>({
  at,
  row,
  series,
  stacked,
  id,
  x,
  y,
}: Scales & {
  at: number;
  row: Row;
  series: readonly Series<Row>[];
  stacked: boolean;
  id: string;
}) {
  const spans = stacked ? piled(row, series) : besides(row, series);
  const width = stacked ? x.bandwidth() : x.bandwidth() / series.length;
  return series.map((one, i) => {
    const { from, to } = spans[i] ?? { from: 0, to: 0 };
    if (from === to) return null;
    const top = y(Math.max(from, to));
    return (
      <Bar
        key={one.id}
        className="report-bar"
        data-colour={one.colour}
        {...fillOf(id, one)}
        x={(x(at) ?? 0) + (stacked ? 0 : i * width)}
        y={top}
        width={Math.max(1, stacked ? width : width - 1)}
        height={Math.max(1, y(Math.min(from, to)) - top)}
      />
    );
  });
}

function Axes({
  names,
  ticks,
  unit,
  width,
  x,
  y,
}: Scales & { names: readonly string[]; ticks: readonly number[]; unit: Unit; width: number }) {
  const longest = Math.max(...names.map((name) => [...name].length));
  const every = Math.max(1, Math.ceil(((longest + 1) * ROOM_A_LETTER) / x.step()));
  return (
    <>
      <Ticks ticks={ticks} unit={unit} left={EDGE.left} right={width - EDGE.right} y={y} />
      {names.map((name, i) =>
        i % every === 0 ? (
          <text
            key={name}
            className="report-text"
            x={(x(i) ?? 0) + x.bandwidth() / 2}
            y={HEIGHT - 8}
            textAnchor="middle"
          >
            {name}
          </text>
        ) : null,
      )}
    </>
  );
}

/** Clickable area over the whole height of a place; that of the selected place is tinted. */
function Place({ at, x, read, onRead }: Pick<Scales, 'x'> & PlaceOf) {
  return (
    <rect
      className={read ? 'report-read' : undefined}
      x={(x(at) ?? 0) - (x.step() - x.bandwidth()) / 2}
      y={EDGE.top - 6}
      width={x.step()}
      height={HEIGHT - EDGE.top - EDGE.bottom + 6}
      rx="4"
      fill="transparent"
      onPointerEnter={onRead}
      onClick={onRead}
    />
  );
}
type PlaceOf = { at: number; read?: boolean; onRead?: () => void };

function extent<Row>(rows: readonly Row[], series: readonly Series<Row>[], stacked: boolean) {
  const ends = rows.flatMap((row) => (stacked ? piled(row, series) : besides(row, series)));
  const values = ends.flatMap(({ from, to }) => [from, to]);
  return axisAround(Math.min(0, ...values), Math.max(0, ...values));
}

export function ColumnsChart<Row>({
  label,
  rows,
  nameOf,
  shortOf = nameOf,
  series,
  unit,
  stacked = true,
}: {
  label: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Short name that fits below a bar. */
  shortOf?: (row: Row) => string;
  series: readonly Series<Row>[];
  unit: Unit;
  stacked?: boolean;
}) {
  const id = useId();
  const { ref, width } = useWidth();
  const [chosen, setChosen] = useState(rows.length - 1);
  const at = Math.min(chosen, rows.length - 1);
  const row = rows[at];
  const ticks = extent(rows, series, stacked);
  const x = scaleBand<number>({
    domain: rows.map((_, i) => i),
    range: [EDGE.left, Math.min(width - EDGE.right, EDGE.left + rows.length * WIDEST)],
    padding: 0.28,
  });
  const y = scaleLinear<number>({
    domain: [ticks[0] ?? 0, ticks.at(-1) || 1],
    range: [HEIGHT - EDGE.bottom, EDGE.top],
  });
  if (row === undefined) return null;
  return (
    <figure className="report-figure grid grid-cols-1 gap-3 m-0">
      <Read
        ref={ref}
        label={label}
        at={at}
        count={rows.length}
        words={placeWords(nameOf(row), row, series, unit)}
        width={width}
        height={HEIGHT}
        onAt={setChosen}
      >
        <Hatchings id={id} series={series} />
        <Place at={at} x={x} read />
        <Axes names={rows.map(shortOf)} ticks={ticks} unit={unit} width={width} x={x} y={y} />
        {rows.map((one, i) => (
          <Bars key={i} at={i} row={one} series={series} stacked={stacked} id={id} x={x} y={y} />
        ))}
        {rows.map((_, i) => (
          <Place key={i} at={i} x={x} onRead={() => setChosen(i)} />
        ))}
      </Read>
      <Reading name={nameOf(row)} row={row} series={series} unit={unit} />
      {series.length > 1 && <Legend series={series} />}
    </figure>
  );
}
