// Drawing of 百溪: threads of water join into a river; their thickness represents money.
import { useId } from 'react';

/** Returns at most `most` threads: the largest, and the rest combined into one. */
export function threadsOf(amounts: readonly number[], most = 24): number[] {
  if (amounts.length <= most) return [...amounts];
  const sorted = amounts.toSorted((a, b) => b - a);
  const rest = sorted.slice(most - 1).reduce((sum, amount) => sum + amount, 0);
  return [...sorted.slice(0, most - 1), rest];
}

/**
 * Returns for each thread, from top to bottom, its width in the river and the point where its
 * middle joins the river.
 */
export function joinsOf(amounts: readonly number[], river: number, middle: number) {
  const total = amounts.reduce((sum, amount) => sum + amount, 0) || 1;
  const tops = amounts.reduce<number[]>(
    (sums, amount) => [...sums, sums.at(-1)! + (amount / total) * river],
    [middle - river / 2],
  );
  return amounts.map((amount, i) => {
    const width = (amount / total) * river;
    return { width, y: tops[i]! + width / 2 };
  });
}

/** Returns the path of a river bed with width `size` around the middle, rounded at its end. */
function bedPath(cx: number, m: number, end: number, size: number, lead: number): string {
  const half = size / 2;
  return (
    `M${cx} ${m - half}H${end}A${half} ${half} 0 0 1 ${end} ${m + half}H${cx}` +
    `C${cx - lead} ${m + half} ${cx - lead} ${m - half} ${cx} ${m - half}Z`
  );
}

/**
 * `amounts` are the investors' shares and `ratio` is the funded part (0–1): the stone bed is 100 %,
 * the water is the funded part. `mirror` reverses the drawing for repayment. Pass `label` unless
 * the text beside it says the same.
 */
export function Confluence({
  amounts,
  ratio,
  label,
  mirror,
  animate,
  bleed,
  width: w = 640,
  height: h = 140,
}: {
  amounts: readonly number[];
  ratio: number;
  label?: string;
  mirror?: boolean;
  animate?: boolean;
  /** The drawing fills its box and is cropped at the edges, instead of fitting inside the box. */
  bleed?: boolean;
  width?: number;
  height?: number;
}) {
  const id = useId();
  const threads = threadsOf(amounts);
  const bed = h * 0.26;
  const river = Math.max(3, bed * ratio);
  const cx = w * 0.55;
  const m = h / 2;
  const end = w - bed / 2;
  const joins = joinsOf(threads, river, m);
  return (
    <svg
      viewBox={`0 0 ${w} ${h}`}
      preserveAspectRatio={bleed ? 'xMidYMid slice' : undefined}
      className="confluence"
      data-mirror={mirror ? '' : undefined}
      data-animate={animate ? '' : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2={cx}>
          <stop offset="0" stopColor="var(--water-thin)" />
          <stop offset="1" stopColor="var(--water)" />
        </linearGradient>
      </defs>
      <path d={bedPath(cx, m, end, bed, w * 0.06)} fill="var(--bed)" />
      {joins.map(({ width, y }, i) => {
        const from = ((i + 0.5) / threads.length) * h;
        return (
          <path
            key={i}
            className="thread"
            pathLength={1}
            d={`M0 ${from}C${w * 0.28} ${from} ${w * 0.3} ${y} ${cx + 1} ${y}`}
            stroke={`url(#${id})`}
            strokeWidth={Math.max(0.9, width)}
          />
        );
      })}
      {ratio > 0 && (
        <path className="river" d={bedPath(cx, m, end, river, 0)} fill="var(--water)" />
      )}
    </svg>
  );
}
