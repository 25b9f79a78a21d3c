// Built-in pictures, drawn from a few motifs: water, stones, and things beside them.
import type { Drawing } from '#contract/content/shapes.ts';
import {
  band,
  colour,
  darkOf,
  type Dice,
  diceOf,
  DRAWING_HEIGHT,
  DRAWING_WIDTH,
  framed,
  glints,
  hills,
  type Light,
  lights,
  pebble,
  reeds,
  rings,
  sun,
  svg,
} from './drawing-tools.ts';

export { DRAWING_HEIGHT, DRAWING_WIDTH };

type Scene = (dice: Dice, light: Light) => string[];

const stones = [colour.stone3, colour.stone4, colour.stone2, colour.stone5] as const;
const streams = [colour.creek3, colour.creek4, colour.creek5, colour.creek6] as const;

/** Draws streams that join into one river, which is as wide as all streams together. */
function joined(dice: Dice): string {
  const count = Math.floor(dice.between(7, 12));
  const widths = dice.many(count, () => dice.between(8, 30));
  const river = widths.reduce((sum, width) => sum + width, 0);
  const [cx, middle] = [dice.between(560, 720), dice.between(330, 400)];
  const warm = Math.floor(dice.between(1, count - 1));
  const [above, below] = [middle - river / 2 - 34, middle + river / 2 + 34];
  const bed = svg`<path d="M${cx - 40} ${above}H${DRAWING_WIDTH}V${below}H${cx - 40}
    C${cx - 140} ${below} ${cx - 140} ${above} ${cx - 40} ${above}Z" fill="${colour.stone2}"/>`;
  const threads = widths.map((width, at) => {
    const before = widths.slice(0, at).reduce((sum, each) => sum + each, 0);
    const from = ((at + 0.5) / count) * 700 + 10;
    const to = middle - river / 2 + before + width / 2;
    const stroke = at === warm ? colour.kaki4 : dice.oneOf(streams);
    return svg`<path d="M-20 ${from}C${cx * 0.45} ${from} ${cx * 0.55} ${to} ${cx}
      ${to}H${DRAWING_WIDTH + 20}" fill="none" stroke="${stroke}" stroke-width="${width + 1}"/>`;
  });
  return bed + threads.join('');
}

const scenes: Record<Drawing, Scene> = {
  confluence: (dice, light) => [
    sun(dice.between(960, 1150), dice.between(110, 150), 62, light.sun),
    joined(dice),
    ...dice.many(5, () =>
      pebble(
        { x: dice.between(700, 1240), y: dice.between(600, 670), rx: 46, ry: 22 },
        dice.oneOf(stones),
        dice,
      ),
    ),
  ],
  split: (dice, light) => [
    sun(dice.between(130, 280), dice.between(110, 150), 62, light.sun),
    svg`<g transform="translate(${DRAWING_WIDTH} 0) scale(-1 1)">${joined(dice)}</g>`,
    ...dice.many(5, () =>
      pebble(
        { x: dice.between(40, 560), y: dice.between(600, 670), rx: 46, ry: 22 },
        dice.oneOf(stones),
        dice,
      ),
    ),
  ],
  stones: (dice, light) => {
    const lean = dice.oneOf([1, -1]);
    const path = dice.many(7, (at) => {
      const near = 1 - at / 7.5;
      const x = 640 - lean * (430 * near - 130) + dice.between(-26, 26) * near;
      const y = 290 + 370 * near * near;
      const size = { x, y, rx: 26 + 96 * near, ry: 10 + 36 * near };
      const shade = { ...size, y: y + size.ry * 0.42 };
      return pebble(shade, colour.creek6, dice) + pebble(size, dice.oneOf(stones), dice);
    });
    return [
      sun(640 + lean * dice.between(260, 420), 130, 58, light.sun),
      hills(270, light.hill, dice),
      band(270, colour.creek2, dice, 8),
      band(380, colour.creek3, dice),
      band(530, colour.creek4, dice, 18),
      glints(9, 320, 690, colour.glint, dice),
      ...path.toReversed(),
    ];
  },
  bridge: (dice, light) => {
    const [rise, deck] = [dice.between(120, 190), 400];
    const arch = (y: number, up: number) => svg`M120 ${y}Q640 ${y - up * 2} 1160 ${y}`;
    const posts = dice.many(9, (at) => {
      const x = 200 + at * 110;
      const t = (x - 120) / 1040;
      const y = deck - rise * 4 * t * (1 - t);
      return svg`<path d="M${x} ${y}v-62" stroke="${colour.stone5}" stroke-width="9"
        stroke-linecap="round"/>`;
    });
    return [
      sun(dice.between(220, 1060), 130, 60, light.sun),
      hills(330, light.hill, dice),
      band(430, colour.creek3, dice, 10),
      svg`<path d="${arch(470, -rise * 0.55)}" fill="none" stroke="${colour.creek4}"
        stroke-width="30"/>`,
      band(560, colour.creek4, dice, 16),
      glints(8, 470, 690, colour.glint, dice),
      svg`<path d="M0 430C60 395 110 392 150 410L130 470H0Z" fill="${colour.stone3}"/>`,
      svg`<path d="M1280 430C1220 395 1170 392 1130 410L1150 470H1280Z"
        fill="${colour.stone3}"/>`,
      ...posts,
      svg`<path d="${arch(deck - 62, rise)}" fill="none" stroke="${colour.kaki5}"
        stroke-width="12" stroke-linecap="round"/>`,
      svg`<path d="${arch(deck, rise)}" fill="none" stroke="${colour.stone7}" stroke-width="26"
        stroke-linecap="round"/>`,
    ];
  },
  lantern: (dice, light) => {
    const x = dice.between(380, 900);
    const y = 250;
    const halo = [230, 165, 105].map(
      (r, at) =>
        svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${colour.kaki1}"
          opacity="${0.28 + at * 0.2}"/>`,
    );
    return [
      hills(400, light.hill, dice),
      ...halo,
      band(480, colour.creek4, dice, 10),
      band(590, colour.creek5, dice, 16),
      svg`<path d="M${x} 500c-46 26 40 44 0 70s46 44 0 80" fill="none" stroke="${colour.kaki3}"
        stroke-width="14" stroke-linecap="round" opacity=".8"/>`,
      svg`<path d="M${x - 110} 500C${x - 120} 300 ${x - 90} 150 ${x} 150" fill="none"
        stroke="${colour.stone7}" stroke-width="13" stroke-linecap="round"/>`,
      svg`<path d="M${x} 150v40" stroke="${colour.stone7}" stroke-width="8"/>`,
      svg`<rect x="${x - 56}" y="196" width="112" height="130" rx="46" fill="${colour.kaki4}"/>`,
      svg`<path d="M${x - 22} 198v126M${x + 22} 198v126" stroke="${colour.kaki5}"
        stroke-width="5"/>`,
      svg`<rect x="${x - 38}" y="186" width="76" height="16" rx="8" fill="${colour.stone7}"/>`,
      svg`<rect x="${x - 38}" y="320" width="76" height="16" rx="8" fill="${colour.stone7}"/>`,
      svg`<path d="M${x - 210} 520C${x - 170} 470 ${x - 60} 470 ${x - 10} 520Z"
        fill="${colour.stone4}"/>`,
      reeds(x + dice.oneOf([140, -330]), 520, dice),
    ];
  },
  umbrella: (dice, light) => {
    const [x, y] = [dice.between(480, 800), 360];
    const scallops = svg`M${x - 250} ${y}A250 250 0 0 1 ${x + 250} ${y}q-42 -40 -83 0q-42 -40
      -84 0q-42 -40 -83 0q-42 -40 -83 0q-42 -40 -84 0q-42 -40 -83 0Z`;
    const ribs = svg`M${x} ${y - 250}Q${x - 110} ${y - 150} ${x - 83} ${y}M${x}
      ${y - 250}Q${x + 110} ${y - 150} ${x + 83} ${y}`;
    return [
      rainfall(dice, 60, colour.creek3),
      hills(430, light.hill, dice),
      band(520, colour.creek3, dice, 12),
      band(610, colour.creek5, dice, 18),
      glints(7, 540, 690, colour.glint, dice),
      svg`<path d="M${x} ${y - 20}V590q0 46 44 46t44 -40" fill="none" stroke="${colour.stone7}"
        stroke-width="15" stroke-linecap="round"/>`,
      svg`<path d="${scallops}" fill="${colour.kaki4}"/>`,
      svg`<path d="${ribs}" fill="none" stroke="${colour.kaki5}" stroke-width="6"/>`,
      svg`<path d="M${x} ${y - 252}v-26" stroke="${colour.stone7}" stroke-width="13"
        stroke-linecap="round"/>`,
    ];
  },
  riverbed: (dice, light) => [
    sun(dice.between(200, 1080), 140, 66, light.sun),
    hills(330, light.hill, dice),
    band(360, colour.stone2, dice, 10, 320),
    band(450, colour.sand, dice, 14, 320),
    svg`<path d="M-20 520C260 470 420 610 700 560S1060 520 1300 590" fill="none"
      stroke="${colour.creek3}" stroke-width="${dice.between(14, 24)}" stroke-linecap="round"/>`,
    ...dice.many(34, (at) => {
      const near = at / 34;
      const rx = 14 + 46 * near * dice.between(0.7, 1.2);
      const place = { x: dice.between(0, 1280), y: 400 + 300 * near, rx, ry: rx * 0.46 };
      return pebble(place, dice.oneOf(stones), dice);
    }),
  ],
  boat: (dice, light) => {
    const x = dice.between(460, 760);
    return [
      sun(x + dice.oneOf([-300, 320]), 170, 82, light.sun),
      hills(360, light.hill, dice),
      band(380, colour.creek2, dice, 10),
      band(470, colour.creek3, dice, 14),
      svg`<path d="M${x + 10} 440V170" stroke="${colour.stone7}" stroke-width="12"
        stroke-linecap="round"/>`,
      svg`<path d="M${x + 22} 180C${x + 190} 260 ${x + 190} 350 ${x + 150} 410H${x + 22}Z"
        fill="${colour.foam}"/>`,
      svg`<path d="M${x - 6} 220C${x - 110} 290 ${x - 130} 350 ${x - 130} 410H${x - 6}Z"
        fill="${colour.kaki1}"/>`,
      svg`<path d="M${x - 210} 440H${x + 240}C${x + 200} 530 ${x + 140} 550 ${x + 10}
        550S${x - 170} 530 ${x - 210} 440Z" fill="${colour.kaki5}"/>`,
      svg`<path d="M${x - 200} 462H${x + 230}" stroke="${colour.kaki3}" stroke-width="12"/>`,
      band(530, colour.creek4, dice, 18),
      band(620, colour.creek5, dice, 20),
      glints(9, 550, 695, colour.glint, dice),
    ];
  },
  rain: (dice, light) => [
    hills(360, light.hill, dice),
    rainfall(dice, 80, colour.creek4),
    band(390, colour.creek2, dice, 8),
    band(500, colour.creek3, dice, 12),
    ...dice.many(7, (at) =>
      rings(110 + at * 175 + dice.between(-50, 50), dice.between(450, 670), 3, colour.foam),
    ),
    reeds(dice.between(60, 220), 720, dice),
    reeds(dice.between(960, 1120), 720, dice),
  ],
  terrace: (dice, light) => {
    const lean = dice.between(-50, 50);
    const steps = dice.many(5, (at) => {
      const y = 300 + at * 92;
      const [rise, bend] = [dice.between(24, 52), dice.between(420, 860) + lean];
      const surface = svg`M-20 ${y}C${bend - 260} ${y - rise} ${bend} ${y + rise} 1300
        ${y - rise * 0.4}`;
      const fill = streams[Math.min(at, streams.length - 1)] ?? colour.creek4;
      return (
        svg`<path d="${surface}V740H-20Z" fill="${at === 0 ? colour.creek2 : fill}"/>` +
        svg`<path d="${surface}" fill="none" stroke="${colour.stone2}"
          stroke-width="${12 + at * 3}"/>` +
        svg`<path d="M${bend} ${y + 14}c-18 26 -14 44 -6 78" fill="none"
          stroke="${colour.foam}" stroke-width="${8 + at * 2}" stroke-linecap="round"
          opacity=".85"/>`
      );
    });
    return [
      sun(dice.between(200, 1080), 130, 60, light.sun),
      hills(290, light.hill, dice),
      ...steps,
      glints(6, 400, 690, colour.glint, dice),
    ];
  },
};

function rainfall(dice: Dice, count: number, stroke: string): string {
  return dice
    .many(count, () => {
      const [x, y, length] = [dice.between(0, 1280), dice.between(-20, 420), dice.between(26, 54)];
      return svg`<path d="M${x} ${y}l${-length * 0.2} ${length}" stroke="${stroke}"
        stroke-width="4" stroke-linecap="round" opacity=".55"/>`;
    })
    .join('');
}

const alts: Record<Drawing, string> = {
  confluence: '多條小溪匯成一條河的插畫',
  split: '一條河分成許多細流的插畫',
  stones: '溪中踏腳石的插畫',
  bridge: '跨過溪流的橋的插畫',
  lantern: '溪邊一盞燈籠的插畫',
  umbrella: '溪流上一把傘的插畫',
  riverbed: '乾涸河床與卵石的插畫',
  boat: '溪上一艘小船的插畫',
  rain: '雨落在溪面上的插畫',
  terrace: '溪水流過梯田的插畫',
};

/** Returns the alternative text of a motif. */
export const drawingAlt = (drawing: Drawing): string => alts[drawing];

/**
 * Draws a motif as SVG; another seed changes light and details, but not the subject. With `dark` it
 * is the same picture for pages in dark colours.
 */
export function draw(drawing: Drawing, seed: number, { dark = false } = {}): string {
  const dice = diceOf(seed);
  const light = lights[seed % lights.length]!;
  const drawn = framed(light, scenes[drawing](dice, light));
  return dark ? darkOf(drawn) : drawn;
}
