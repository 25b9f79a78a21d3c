// What the charts of reports are made of: their series, hatchings, legend and the reading below.
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { placeAfter } from '../../ui/drawings/chart.ts';
import { formatMoney, formatNumber, formatPercent, formatShort } from '../../ui/format.ts';

export type Unit = 'money' | 'count' | 'percent';

export type Series<Row> = {
  id: string;
  label: string;
  of: (row: Row) => number | null;
  /** Of the chart's six colours. */
  colour: 1 | 2 | 3 | 4 | 5 | 6;
  /** Crossed lines instead of a plain colour: overdue. */
  hatched?: boolean;
};

export function valueText(value: number, unit: Unit): string {
  if (unit === 'money') return formatMoney(value);
  return unit === 'percent' ? formatPercent(value) : formatNumber(value);
}

/** Short, for the axis: 3 萬, 1.5 億. */
const axisText = (value: number, unit: Unit): string =>
  unit === 'percent' ? `${formatNumber(value)}%` : formatShort(value);

/** The lines of the axis across the chart, each with what it stands for at its left. */
export function Ticks({
  ticks,
  unit,
  left,
  right,
  y,
}: {
  ticks: readonly number[];
  unit: Unit;
  left: number;
  right: number;
  y: (tick: number) => number;
}) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className="stroke-line data-zero:stroke-ink-3"
        data-zero={tick === 0 ? '' : undefined}
        x1={left}
        x2={right}
        y1={y(tick)}
        y2={y(tick)}
      />
      <text className="report-text" x={left - 8} y={y(tick) + 4} textAnchor="end">
        {axisText(tick, unit)}
      </text>
    </g>
  ));
}

export const hatchId = (id: string, colour: number) => `${id}-hatch-${colour}`.replaceAll(':', '');

/** Crossed lines in the colour of each hatched series. */
export function Hatchings({
  id,
  series,
}: {
  id: string;
  series: readonly Pick<Series<never>, 'colour' | 'hatched'>[];
}) {
  return (
    <defs>
      {series
        .filter(({ hatched }) => hatched)
        .map(({ colour }) => (
          <pattern
            key={colour}
            id={hatchId(id, colour)}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
            className="report-hatch"
            data-colour={colour}
          >
            <path d="M0 0v6M6 0v6M0 3h6" />
          </pattern>
        ))}
    </defs>
  );
}

/** How a bar of a series is filled. */
export const fillOf = (
  id: string,
  { colour, hatched }: Pick<Series<never>, 'colour' | 'hatched'>,
) => (hatched ? { fill: `url(#${hatchId(id, colour)})` } : {});

export function Key({ of }: { of: Pick<Series<never>, 'label' | 'colour' | 'hatched'> }) {
  return (
    <>
      <i data-colour={of.colour} data-hatched={of.hatched ? '' : undefined} aria-hidden="true" />
      {of.label}
    </>
  );
}

export function Legend<Row>({ series }: { series: readonly Series<Row>[] }) {
  return (
    <p className="flex flex-wrap gap-x-4.5 gap-y-1 text-ink-3 text-fine" aria-hidden="true">
      {series.map((one) => (
        <span key={one.id} className="report-key inline-flex gap-1.5 items-baseline">
          <Key of={one} />
        </span>
      ))}
    </p>
  );
}

/** One place of the chart in words, for those who hear it. */
export function placeWords<Row>(
  name: string,
  row: Row,
  series: readonly Series<Row>[],
  unit: Unit,
): string {
  const said = series.flatMap(({ label, of }) => {
    const value = of(row);
    return value === null || (value === 0 && unit !== 'percent')
      ? []
      : [`${label} ${valueText(value, unit)}`];
  });
  return `${name}：${said.length > 0 ? said.join('，') : '沒有資料'}`;
}

/** The place that is read, in figures; it stays where it is while others are chosen. */
export function Reading<Row>({
  name,
  row,
  series,
  unit,
}: {
  name: string;
  row: Row;
  series: readonly Series<Row>[];
  unit: Unit;
}) {
  const told = series.filter(({ of }) => {
    const value = of(row);
    return value !== null && (value !== 0 || unit === 'percent');
  });
  return (
    <div
      className="report-reading flex-wrap gap-x-4.5 gap-y-1 items-baseline min-h-12 px-4 py-3
        rounded-ctl bg-sunken text-note"
    >
      <b className="num text-ink">{name}</b>
      {told.length === 0 && <span>沒有資料</span>}
      {told.map((one) => (
        <span key={one.id} className="report-key inline-flex gap-1.5 items-baseline">
          <Key of={one} />
          <span className="num text-ink">{valueText(one.of(row) ?? 0, unit)}</span>
        </span>
      ))}
    </div>
  );
}

/** What is read by arrows, place by place; its drawing is for the eye alone. */
export function Read({
  label,
  at,
  count,
  words,
  height,
  width,
  onAt,
  children,
  ref,
}: {
  label: string;
  at: number;
  count: number;
  /** The place it stands at, in words. */
  words: string;
  height: number;
  width: number;
  onAt: (at: number) => void;
  children: ReactNode;
  ref: Ref<HTMLDivElement>;
}) {
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, count);
    if (next === null) return;
    event.preventDefault();
    onAt(next);
  };
  return (
    <div
      ref={ref}
      className="report-chart rounded-ctl"
      role="slider"
      tabIndex={0}
      aria-label={`${label}，以方向鍵逐項讀取`}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={words}
      onKeyDown={move}
    >
      <svg
        className="block"
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        aria-hidden="true"
      >
        {children}
      </svg>
    </div>
  );
}
