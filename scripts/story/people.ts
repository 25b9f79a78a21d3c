// People of the story, generated from a seed: names, numbers with valid checksums, documents.
import sharp from 'sharp';

export type Random = {
  next(): number;
  int(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
};

/** mulberry32: small, fast and the same everywhere, so that a seed determines the whole story. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { next, int, pick: (of) => of[int(0, of.length - 1)] as (typeof of)[number] };
}

const LETTERS: Record<string, number> = {
  A: 10,
  B: 11,
  C: 12,
  D: 13,
  E: 14,
  F: 15,
  G: 16,
  H: 17,
  I: 34,
  J: 18,
  K: 19,
  L: 20,
  M: 21,
  N: 22,
  O: 35,
  P: 23,
  Q: 24,
  R: 25,
  S: 26,
  T: 27,
  U: 28,
  V: 29,
  W: 32,
  X: 30,
  Y: 31,
  Z: 33,
};

/**
 * Returns a national ID number with a correct check digit (weights 1,9,8,…,1,1; sum divisible by
 * 10).
 */
export function nationalId(random: Random): string {
  const letter = random.pick(Object.keys(LETTERS));
  const code = LETTERS[letter] as number;
  const digits = [random.int(1, 2), ...Array.from({ length: 7 }, () => random.int(0, 9))];
  const sum =
    Math.floor(code / 10) +
    (code % 10) * 9 +
    digits.reduce((total, digit, k) => total + digit * (8 - k), 0);
  return `${letter}${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

const FAMILY = '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高';
const GIVEN_NAME_CHARACTERS =
  '怡君雅婷淑芬志明俊傑佳蓉建宏欣怡宗翰詩涵冠宇品妍承恩子晴柏翰語彤家豪美玲國華';

export function personName(random: Random): string {
  const sign = (text: string) => random.pick([...text]);
  return `${sign(FAMILY)}${sign(GIVEN_NAME_CHARACTERS)}${sign(GIVEN_NAME_CHARACTERS)}`;
}

export const mobile = (random: Random) => `09${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

/**
 * Returns a bank account of 12 digits; the last four are never 0000, which the sandbox bank
 * refuses.
 */
export const accountNumber = (random: Random) =>
  `${random.int(10_000_000, 99_999_999)}${random.int(1001, 9998)}`;

/** Returns a random photo of noise, so that no two are alike and JPEG cannot compress them much. */
export function photo(random: Random): Promise<Buffer> {
  const [width, height] = [1280, 800];
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: random.int(120, 240), g: random.int(120, 240), b: random.int(120, 240) },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/**
 * Returns a signature as the canvas would send it: a PNG data URL with dark strokes on
 * transparency.
 */
export async function signature(random: Random): Promise<string> {
  const points = Array.from({ length: 8 }, (_, k) => `${40 + k * 70} ${random.int(50, 150)}`);
  const size = 'width="600" height="200"';
  const stroke = 'fill="none" stroke="#1E1B17" stroke-width="5" stroke-linecap="round"';
  const path = `<path d="M${points.join(' L')}" ${stroke}/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${path}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
