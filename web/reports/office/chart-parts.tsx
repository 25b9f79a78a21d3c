// Parts that the charts of reports share: series, hatching, legend, and the figures below.
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { heightOnPage, placeAfter } from '../../ui/drawings/chart.ts';
import { formatMoney, formatNumber, formatPercent, formatShort } from '../../ui/format.ts';

export type Unit = 'money' | 'count' | 'percent';

export type Series<Row> = {
  id: string;
  label: string;
  of: (row: Row) => number | null;
  /** One of the chart's six colours. */
  colour: 1 | 2 | 3 | 4 | 5 | 6;
  /** Hatched instead of filled, to mark overdue amounts. */
  hatched?: boolean;
};

export function valueText(value: number, unit: Unit): string {
  if (unit === 'money') return formatMoney(value);
  return unit === 'percent' ? formatPercent(value) : formatNumber(value);
}

/** Formats a value briefly for the axis: 3 萬, 1.5 億. */
const axisText = (value: number, unit: Unit): string =>
  unit === 'percent' ? `${formatNumber(value)}%` : formatShort(value);

/** Grid lines of the axis, each with its value at the left. */
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

/** Hatching patterns in the colour of each hatched series. */
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

/** Returns the fill of a series' bars. */
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
    <p className="flex flex-wrap gap-x-4.5 gap-y-1 text-ink-3 text-xs" aria-hidden="true">
      {series.map((one) => (
        <span key={one.id} className="report-key inline-flex gap-1.5 items-baseline">
          <Key of={one} />
        </span>
      ))}
    </p>
  );
}

/** Describes one place of the chart as text, for screen readers. */
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

/** Figures of the selected place, always shown in the same position. */
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
        rounded-ctl bg-sunken text-sm"
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

/**
 * Makes a chart readable with the arrow keys, place by place; the drawing itself is hidden from
 * screen readers.
 */
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
  /** Description of the selected place as text. */
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
        height={heightOnPage(height)}
        aria-hidden="true"
      >
        {children}
      </svg>
    </div>
  );
}
