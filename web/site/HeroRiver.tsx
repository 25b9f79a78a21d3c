// Hero drawing of the home page: many streams, one of them orange, join into a river.

type Stream = { from: [x: number, y: number]; bend: [x: number, y: number]; width: number };

/**
 * Streams from top to bottom in the order in which they join the river; their widths add up to the
 * river's.
 */
const streams: readonly Stream[] = [
  { from: [960, -30], bend: [890, 250], width: 9 },
  { from: [860, -30], bend: [850, 270], width: 5 },
  { from: [740, -30], bend: [790, 300], width: 12 },
  { from: [650, 176], bend: [770, 350], width: 4 },
  { from: [-30, 502], bend: [520, 440], width: 6 },
  { from: [-30, 530], bend: [520, 478], width: 14 },
  { from: [-30, 556], bend: [520, 504], width: 3 },
  { from: [-30, 582], bend: [520, 528], width: 9 },
  { from: [-30, 620], bend: [540, 560], width: 11 },
  { from: [160, 670], bend: [580, 610], width: 5 },
  { from: [430, 670], bend: [720, 620], width: 10 },
  { from: [650, 670], bend: [820, 620], width: 4 },
];
const RIVER_TOP = 396;
const JOIN_X = 960;

/** Returns the vertical centre of each stream within the river, side by side without gaps. */
export function places(widths: readonly number[], top: number): number[] {
  return widths.map((width, i) => {
    const above = widths.slice(0, i).reduce((sum, one) => sum + one, 0);
    return top + above + width / 2;
  });
}

const middles = places(
  streams.map((stream) => stream.width),
  RIVER_TOP,
);

function pathOf({ from, bend }: Stream, y: number): string {
  const [x0, y0] = from;
  const [bx, by] = bend;
  return (
    `M${x0} ${y0}C${bx} ${by} ${JOIN_X - 150} ${y} ${JOIN_X} ${y}` +
    `S1180 ${y - 46} 1480 ${y - 30}`
  );
}

/** Stones at the beginning of the streams and along the river bed. */
const stones = [
  'M636 168c7-10 24-11 31-2 6 8-1 19-14 20-15 0-24-9-17-18Z',
  'M1120 492c12-13 40-12 50 1 8 12-6 24-26 23-20 0-35-12-24-24Z',
  'M1216 506c6-8 20-8 26 0 5 7-2 14-13 14-12 0-18-7-13-14Z',
  'M1010 524c8-9 25-9 32 1 5 8-4 16-16 16-13 0-22-9-16-17Z',
  'M1290 318c9-10 30-9 37 1 6 9-5 18-19 18-15-1-25-10-18-19Z',
];

export function HeroRiver() {
  return (
    <svg
      className="hero-river"
      viewBox="0 0 1440 630"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <path
        d={
          'M890 392C1020 368 1140 332 1480 334V512C1240 500 1130 520 960 508' +
          'C870 500 830 412 890 392Z'
        }
        fill="var(--bed)"
        opacity="0.75"
      />
      {stones.map((stone, i) => (
        <path key={stone} d={stone} fill={i === 0 ? 'var(--kaki)' : 'var(--pebble)'} />
      ))}
      {streams.map((stream, i) => (
        <path
          key={i}
          className={`stream stream-${i % 4}`}
          data-accent={i === 3 ? '' : undefined}
          pathLength={1}
          d={pathOf(stream, middles[i]!)}
          strokeWidth={stream.width + 0.6}
        />
      ))}
    </svg>
  );
}
