// Horizontal bar chart for comparisons, each bar below its name; can be read with the arrow keys.
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useId, useState } from 'react';
import { useWidth } from '../../ui/drawings/chart.ts';
import {
  fillOf,
  Hatchings,
  Legend,
  placeWords,
  Read,
  Reading,
  type Series,
  type Unit,
  valueText,
} from './chart-parts.tsx';

const ROW = 46;
const BAR = 18;
const TEXT = 16;

function Lying<Row>({
  row,
  top,
  series,
  id,
  x,
}: {
  row: Row;
  top: number;
  series: readonly Series<Row>[];
  id: string;
  x: ReturnType<typeof scaleLinear<number>>;
}) {
  let from = 0;
  return series.map((one) => {
    const value = one.of(row) ?? 0;
    if (value <= 0) return null;
    const start = from;
    from += value;
    return (
      <Bar
        key={one.id}
        className="report-bar"
        data-colour={one.colour}
        {...fillOf(id, one)}
        x={x(start)}
        y={top}
        width={Math.max(1, x(from) - x(start))}
        height={BAR}
      />
    );
  });
}

/** Clickable area of a whole row; that of the selected row is tinted. */
function Behind({ top, width, read }: { top: number; width: number; read: boolean }) {
  const look = read ? 'report-read' : undefined;
  return <rect className={look} y={top} width={width} height={ROW} rx="4" fill="transparent" />;
}

export function RowsChart<Row>({
  label,
  rows,
  nameOf,
  series,
  unit,
  most,
}: {
  label: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  series: readonly Series<Row>[];
  unit: Unit;
  /** End of the scale, if the longest bar shall not fill it. */
  most?: number;
}) {
  const id = useId();
  const { ref, width } = useWidth();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, rows.length - 1);
  const row = rows[at];
  const sumOf = (one: Row) => series.reduce((sum, { of }) => sum + (of(one) ?? 0), 0);
  const x = scaleLinear<number>({
    domain: [0, most ?? Math.max(1, ...rows.map(sumOf))],
    range: [0, width - 4],
  });
  if (row === undefined) return null;
  const height = rows.length * ROW;
  return (
    <figure className="report-figure grid grid-cols-1 gap-3 m-0">
      <Read
        ref={ref}
        label={label}
        at={at}
        count={rows.length}
        words={placeWords(nameOf(row), row, series, unit)}
        width={width}
        height={height}
        onAt={setChosen}
      >
        <Hatchings id={id} series={series} />
        {rows.map((one, i) => (
          <g key={i} onPointerEnter={() => setChosen(i)} onClick={() => setChosen(i)}>
            <Behind top={i * ROW} width={width} read={i === at} />
            <text className="report-name" x="4" y={i * ROW + TEXT}>
              {nameOf(one)}
            </text>
            <text className="report-text" x={width - 4} y={i * ROW + TEXT} textAnchor="end">
              {valueText(sumOf(one), unit)}
            </text>
            <Lying row={one} top={i * ROW + TEXT + 7} series={series} id={id} x={x} />
          </g>
        ))}
      </Read>
      {series.length > 1 && (
        <>
          <Reading name={nameOf(row)} row={row} series={series} unit={unit} />
          <Legend series={series} />
        </>
      )}
    </figure>
  );
}
