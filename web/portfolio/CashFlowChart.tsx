// Cash flow chart: stacked bars by month, scheduled amounts hatched; arrow keys select a month.
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { use, useId, type KeyboardEvent } from 'react';
import type { MonthFlow } from '#contract/investing/portfolio.ts';
import { AmountsHidden } from '../ui/amounts-hidden.ts';
import { axisOf, heightOnPage, placeAfter, useWidth, yearPlaces } from '../ui/drawings/chart.ts';
import { formatMoney, formatShort, monthText } from '../ui/format.ts';
import { axisLimitOf, cumulated, flowParts, totalOf } from './cash-flow.ts';

const HEIGHT = 284;
const EDGE = { top: 24, bottom: 44, left: 58, right: 6 };
/** Width that the label of a month needs. */
const LABEL = 34;

/** 45° lines for amounts not received yet, in the colour of their kind. */
function Hatching({ id }: { id: string }) {
  return (
    <defs>
      {['principal', 'interest'].map((kind) => (
        <pattern
          key={kind}
          id={`${id}-${kind}-due`}
          className={`flow-hatch flow-${kind}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0v6M6 0v6" strokeWidth="5" />
        </pattern>
      ))}
    </defs>
  );
}

type Scales = {
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number>>;
};

/** Marks a bar that is higher than the axis: a gap below its top, and its amount above. */
function Cut({ month, hidden, x }: { month: MonthFlow; hidden: boolean; x: Scales['x'] }) {
  const left = x(month.month) ?? 0;
  const wide = x.bandwidth();
  const top = EDGE.top + 10;
  return (
    <g>
      <path
        className="fill-none stroke-card stroke-3"
        d={`M${left - 2} ${top + 4}l${wide / 2 + 2} -6l${wide / 2 + 2} 4`}
      />
      {!hidden && (
        <text
          className="fill-ink text-[13px] tabular-nums"
          x={left + wide / 2}
          y={EDGE.top - 8}
          textAnchor="middle"
        >
          {formatShort(totalOf(month))}
        </text>
      )}
    </g>
  );
}

function MonthBar({ month, id, x, y }: Scales & { month: MonthFlow; id: string }) {
  const tops: number[] = [];
  for (const { of } of flowParts) tops.push((tops.at(-1) ?? 0) + of(month));
  return flowParts.map(({ id: part, scheduled, of }, i) => {
    if (of(month) === 0) return null;
    const top = y(tops[i] ?? 0);
    return (
      <Bar
        key={part}
        className={scheduled ? 'flow-bar flow-due' : `flow-bar flow-${part}`}
        {...(scheduled && { fill: `url(#${id}-${part})` })}
        x={x(month.month) ?? 0}
        y={top}
        width={x.bandwidth()}
        // A part above the end of the axis has no height.
        height={Math.max(top > EDGE.top ? 1 : 0, y((tops[i] ?? 0) - of(month)) - top)}
      />
    );
  });
}

function Axes({
  months,
  ticks,
  hidden,
  width,
  x,
  y,
}: Scales & { months: readonly MonthFlow[]; ticks: number[]; hidden: boolean; width: number }) {
  const every = [1, 2, 3, 6].find((n) => n * x.step() >= LABEL) ?? 12;
  const labelled = months.filter((_, i) => i % every === 0);
  const middle = (month: string) => (x(month) ?? 0) + x.bandwidth() / 2;
  const years = yearPlaces(
    labelled.map(({ month }) => ({ year: month.slice(0, 4), x: middle(month) })),
  );
  return (
    <>
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
            <text
              className="fill-ink-3 text-[13px] tabular-nums"
              x={EDGE.left - 8}
              y={y(tick) + 4}
              textAnchor="end"
            >
              {formatShort(tick)}
            </text>
          )}
        </g>
      ))}
      {labelled.map(({ month }, i) => (
        <text
          key={month}
          className="fill-ink-3 text-[13px] tabular-nums"
          x={middle(month)}
          y={HEIGHT - 24}
          textAnchor="middle"
        >
          {Number(month.slice(5))}
          {years.has(i) && (
            <tspan className="font-bold" x={middle(month)} dy="18">
              {month.slice(0, 4)}
            </tspan>
          )}
        </text>
      ))}
    </>
  );
}

/** Describes a month as text, for screen readers. */
export function monthWords(month: MonthFlow, hidden: boolean): string {
  if (hidden) return `${monthText(month.month)}：金額已隱藏`;
  const parts = flowParts.filter(({ of }) => of(month) > 0);
  if (parts.length === 0) return `${monthText(month.month)}：沒有款項`;
  const said = parts.map(({ label, of }) => `${label} ${formatMoney(of(month))}`);
  return `${monthText(month.month)}：${said.join('，')}，合計 ${formatMoney(totalOf(month))}`;
}

/** Line of the cumulated amounts, which has a separate scale. */
function SumLine({ months, x }: { months: readonly MonthFlow[]; x: Scales['x'] }) {
  const sums = cumulated(months);
  const range = [HEIGHT - EDGE.bottom, EDGE.top];
  const y = scaleLinear<number>({ domain: [0, sums.at(-1) || 1], range });
  return (
    <LinePath
      className="fill-none stroke-accent stroke-2 pointer-events-none"
      data={sums}
      x={(_, i) => (x(months[i]?.month ?? '') ?? 0) + x.bandwidth() / 2}
      y={(sum) => y(sum)}
    />
  );
}

/** Clickable column of a month in full height; that of the selected month is tinted. */
function Column({
  month,
  x,
  chosen,
  onChoose,
}: {
  month: string;
  x: Scales['x'];
  chosen?: boolean;
  onChoose?: () => void;
}) {
  return (
    <rect
      className={chosen ? 'fill-sunken' : undefined}
      x={(x(month) ?? 0) - (x.step() - x.bandwidth()) / 2}
      y={EDGE.top - 6}
      width={x.step()}
      height={HEIGHT - EDGE.top - EDGE.bottom + 6}
      rx="4"
      fill="transparent"
      onPointerEnter={onChoose}
      onClick={onChoose}
    />
  );
}

export function CashFlowChart({
  months,
  line,
  at,
  onAt,
}: {
  months: readonly MonthFlow[];
  /** Whether to draw the cumulated amounts as well. */
  line: boolean;
  at: number;
  onAt: (at: number) => void;
}) {
  const hidden = use(AmountsHidden);
  const { ref, width } = useWidth();
  const id = useId();
  const ticks = axisOf(axisLimitOf(months.map(totalOf)));
  const end = ticks.at(-1) || 1;
  const x = scaleBand<string>({
    domain: months.map(({ month }) => month),
    range: [EDGE.left, width - EDGE.right],
    padding: 0.28,
  });
  const range = [HEIGHT - EDGE.bottom, EDGE.top];
  const y = scaleLinear<number>({ domain: [0, end], range, clamp: true });
  const cut = months.filter((month) => totalOf(month) > end);
  const chosen = months[at];
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, months.length);
    if (next === null) return;
    event.preventDefault();
    onAt(next);
  };
  return (
    <div
      ref={ref}
      className="rounded-ctl"
      role="slider"
      tabIndex={0}
      aria-label="現金流，以左右鍵逐月讀取"
      aria-valuemin={1}
      aria-valuemax={months.length}
      aria-valuenow={at + 1}
      aria-valuetext={chosen && monthWords(chosen, hidden)}
      onKeyDown={move}
    >
      <svg
        className="block"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width="100%"
        height={heightOnPage(HEIGHT)}
        aria-hidden="true"
      >
        <Hatching id={id} />
        {chosen && <Column month={chosen.month} x={x} chosen />}
        <Axes months={months} ticks={ticks} hidden={hidden} width={width} x={x} y={y} />
        {months.map((month) => (
          <MonthBar key={month.month} month={month} id={id} x={x} y={y} />
        ))}
        {cut.map((month) => (
          <Cut key={month.month} month={month} hidden={hidden} x={x} />
        ))}
        {line && <SumLine months={months} x={x} />}
        {months.map(({ month }, i) => (
          <Column key={month} month={month} x={x} onChoose={() => onAt(i)} />
        ))}
      </svg>
    </div>
  );
}
