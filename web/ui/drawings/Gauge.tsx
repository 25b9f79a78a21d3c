// A share as a half circle: how far it reaches, and from where on it is high.
import { Arc } from '@visx/shape';
import './chart.css';

const RADIUS = 88;
const WIDTH = 14;
const SIZE = 2 * (RADIUS + 4);
const QUARTER = Math.PI / 2;
/** Angle of a share from 0 to 1, clockwise from the top; the half circle begins at the left. */
const angleOf = (share: number) => QUARTER * (2 * Math.max(0, Math.min(1, share)) - 1);

function Band({
  from,
  to,
  look,
  isHigh = false,
}: {
  from: number;
  to: number;
  look: string;
  isHigh?: boolean;
}) {
  return (
    <Arc
      className={look}
      data-high={isHigh ? '' : undefined}
      startAngle={angleOf(from)}
      endAngle={angleOf(to)}
      innerRadius={RADIUS - WIDTH}
      outerRadius={RADIUS}
      cornerRadius={WIDTH / 2}
    />
  );
}

/** The figures themselves must stand beside it as text; `words` is read aloud. */
export function Gauge({
  share,
  high,
  label,
  words,
  children,
}: {
  /** From 0 to 1; a larger share fills the whole half circle. */
  share: number;
  /** Share from which on it is high, marked by a line. */
  high: number;
  label: string;
  words: string;
  /** What is written in the middle. */
  children: string;
}) {
  const mark = angleOf(high);
  const at = (radius: number) => [radius * Math.sin(mark), -radius * Math.cos(mark)] as const;
  const [x1, y1] = at(RADIUS - WIDTH - 3);
  const [x2, y2] = at(RADIUS + 3);
  return (
    <div
      className="gauge"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.floor(share * 100))}
      aria-valuetext={words}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE / 2 + 4}`} width="100%" aria-hidden="true">
        <g transform={`translate(${SIZE / 2}, ${SIZE / 2})`}>
          <Band from={0} to={1} look="bed" />
          {share > 0 && <Band from={0} to={share} look="reach" isHigh={share >= high} />}
          <line className="mark" x1={x1} y1={y1} x2={x2} y2={y2} />
        </g>
      </svg>
      <p className="num text-h2 font-bold text-ink">{children}</p>
    </div>
  );
}
