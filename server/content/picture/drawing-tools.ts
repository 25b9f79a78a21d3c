// Tools for drawings: a seeded random generator, colours, waves, hills, pebbles, rings.
import { roundedTo } from '#contract/core/money.ts';

export const DRAWING_WIDTH = 1280;
export const DRAWING_HEIGHT = 720;

/**
 * The brand's colours on a light background. All are different, because the dark palette is found
 * by the light colour.
 */
export const colour = {
  paper: '#FAF8F4',
  /** Sails, foam and rings: bright things in front, in both palettes. */
  foam: '#FAF8F3',
  /** Light upon water. */
  glint: '#CFE8E7',
  sand: '#F2EEE7',
  stone2: '#E4DED3',
  stone3: '#CFC6B8',
  stone4: '#A79D8D',
  stone5: '#81786A',
  stone7: '#4A443B',
  mist: '#EAF5F4',
  creek1: '#CFE8E6',
  creek2: '#A3D3D0',
  creek3: '#6DB8B5',
  creek4: '#3A9998',
  creek5: '#1C7C7E',
  creek6: '#0F6467',
  creek7: '#0B4F52',
  blush: '#FDF1EA',
  kaki1: '#FADCCB',
  kaki3: '#F0A178',
  kaki4: '#E67F49',
  kaki5: '#D95F26',
} as const;

/** The same scene at night: sky and land are dark, and what is drawn upon them stays readable. */
const night: Record<keyof typeof colour, string> = {
  paper: '#16262B',
  foam: '#C3D3D0',
  glint: '#5FA5A3',
  sand: '#1B2423',
  stone2: '#2C3938',
  stone3: '#43504E',
  stone4: '#5B6866',
  stone5: '#75827F',
  stone7: '#A5B1AE',
  mist: '#1A3034',
  creek1: '#2F5759',
  creek2: '#1D3F42',
  creek3: '#2A6768',
  creek4: '#2E8180',
  creek5: '#227375',
  creek6: '#1B6063',
  creek7: '#0F3C3F',
  blush: '#241F20',
  kaki1: '#8A5B45',
  kaki3: '#D98F64',
  kaki4: '#D2733D',
  kaki5: '#B4521F',
};
const nightOf = new Map(
  Object.entries(colour).map(([name, hex]) => [hex as string, night[name as keyof typeof colour]]),
);

/** Returns a drawing in its dark palette. */
export const darkOf = (drawn: string): string =>
  drawn.replaceAll(/#[0-9A-F]{6}/g, (hex) => nightOf.get(hex) ?? hex);

/** Random generator of one drawing: the same seed gives the same numbers (mulberry32). */
export type Dice = {
  between(low: number, high: number): number;
  oneOf<T>(list: readonly T[]): T;
  /** Makes `count` items. */
  many<T>(count: number, make: (at: number) => T): T[];
};

export function diceOf(seed: number): Dice {
  let state = (seed * 0x9e3779b1) >>> 0;
  const throwOne = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    between: (low, high) => low + (high - low) * throwOne(),
    oneOf: (list) => list[Math.floor(throwOne() * list.length)]!,
    many: (count, make) => Array.from({ length: count }, (_, at) => make(at)),
  };
}

const shortest = (value: number) => String(roundedTo(value, 1));

/** Template tag for SVG that shortens numbers. */
export function svg(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return parts.reduce((all, part, at) => {
    const value = values[at];
    return all + part + (typeof value === 'number' ? shortest(value) : (value ?? ''));
  }, '');
}

/** Background and sky of one drawing, and its optional accent colour. */
export type Light = { sky: string; low: string; hill: string; sun: string };

export const lights: readonly Light[] = [
  { sky: colour.paper, low: colour.mist, hill: colour.creek1, sun: colour.kaki3 },
  { sky: colour.blush, low: colour.paper, hill: colour.stone2, sun: colour.kaki4 },
  { sky: colour.mist, low: colour.paper, hill: colour.creek2, sun: colour.kaki3 },
  { sky: colour.sand, low: colour.mist, hill: colour.stone3, sun: colour.kaki4 },
];

/** Returns the surface of water: a wavy line from the left to the right side. */
function edge(y: number, height: number, length: number, from: number): string {
  let path = svg`M${-length} ${y}`;
  for (let x = -length + from, up = 1; x < DRAWING_WIDTH + 2 * length; x += length, up = -up) {
    path += svg`Q${x + length / 2} ${y - up * height} ${x + length} ${y}`;
  }
  return path;
}

/** Returns a surface of water (or land) that reaches from a wavy line down to the bottom. */
export function band(y: number, fill: string, dice: Dice, height = 14, length = 220): string {
  const from = dice.between(-length, 0);
  return svg`<path d="${edge(y, height, length, from)}V${DRAWING_HEIGHT}H${-length}Z"
    fill="${fill}"/>`;
}

/** Returns short strokes of light on water. */
export function glints(count: number, top: number, bottom: number, stroke: string, dice: Dice) {
  return dice
    .many(count, () => {
      const [x, y, w] = [
        dice.between(40, DRAWING_WIDTH - 160),
        dice.between(top, bottom),
        dice.between(30, 120),
      ];
      return svg`<path d="M${x} ${y}q${w / 4} -7 ${w / 2} 0t${w / 2} 0" fill="none"
        stroke="${stroke}" stroke-width="4" stroke-linecap="round"/>`;
    })
    .join('');
}

/** Returns a pebble of irregular shape, each one different. */
export function pebble(
  at: { x: number; y: number; rx: number; ry: number },
  fill: string,
  dice: Dice,
): string {
  const { x, y, rx, ry } = at;
  const [a, b, c, d] = dice.many(4, () => dice.between(0.8, 1.12)) as [
    number,
    number,
    number,
    number,
  ];
  const k = 0.56;
  return svg`<path d="M${x - rx * a} ${y}C${x - rx * a} ${y - ry * k} ${x - rx * k}
    ${y - ry * b} ${x} ${y - ry * b}S${x + rx * c} ${y - ry * k} ${x + rx * c}
    ${y}S${x + rx * k} ${y + ry * d} ${x} ${y + ry * d}S${x - rx * a} ${y + ry * k}
    ${x - rx * a} ${y}Z" fill="${fill}"/>`;
}

/** Returns distant hills with two ridges. */
export function hills(base: number, fill: string, dice: Dice): string {
  const ridge = (height: number, opacity: number) => {
    const [a, b, c] = dice.many(3, () => dice.between(0.35, 1)) as [number, number, number];
    return svg`<path d="M0 ${base}C160 ${base - height * a} 260 ${base - height * a} 420
      ${base - height * 0.3}S720 ${base - height * b} 880 ${base - height * 0.35}S1140
      ${base - height * c} 1280 ${base - height * 0.4}V${base + 60}H0Z" fill="${fill}"
      opacity="${opacity}"/>`;
  };
  return ridge(240, 0.45) + ridge(150, 0.8);
}

export function sun(x: number, y: number, r: number, fill: string): string {
  return svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
}

/** Returns rings spreading on water. */
export function rings(x: number, y: number, count: number, stroke: string): string {
  return Array.from(
    { length: count },
    (_, at) =>
      svg`<ellipse cx="${x}" cy="${y}" rx="${24 + at * 26}" ry="${8 + at * 8}" fill="none"
        stroke="${stroke}" stroke-width="4" opacity="${1 - at / (count + 1)}"/>`,
  ).join('');
}

/** Returns grass by the water. */
export function reeds(x: number, y: number, dice: Dice): string {
  return dice
    .many(6, (at) => {
      const [height, lean] = [dice.between(60, 150), dice.between(-36, 36)];
      const from = x + at * 13;
      return svg`<path d="M${from} ${y}q${lean * 0.2} ${-height * 0.6} ${lean} ${-height}"
        fill="none" stroke="${colour.creek5}" stroke-width="6" stroke-linecap="round"/>`;
    })
    .join('');
}

/** Assembles the parts into a whole picture on its background. */
export function framed(light: Light, parts: readonly string[]): string {
  return (
    svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING_WIDTH} ${DRAWING_HEIGHT}"
      width="${DRAWING_WIDTH}" height="${DRAWING_HEIGHT}">` +
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0"
      stop-color="${light.sky}"/>` +
    `<stop offset="1" stop-color="${light.low}"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/>${parts.join('')}</svg>`
  );
}
