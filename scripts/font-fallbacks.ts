// Faces of the reader's own system that take the room of our fonts until those have come.
import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

type Metrics = { em: number; ascent: number; descent: number; gap: number; digit: number };

/** What a font file says of its lines and of the width of its digits, in its own units. */
async function metricsOf(file: string): Promise<Metrics> {
  const font = await subsetFont(readFileSync(file), '0', { targetFormat: 'sfnt' });
  const tables = new Map<string, number>();
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + i * 16;
    tables.set(font.toString('latin1', record, record + 4), font.readUInt32BE(record + 8));
  }
  const at = (table: string) => {
    const offset = tables.get(table);
    if (offset === undefined) throw new Error(`${file} has no table ${table}`);
    return offset;
  };
  return {
    em: font.readUInt16BE(at('head') + 18),
    ascent: font.readInt16BE(at('hhea') + 4),
    descent: -font.readInt16BE(at('hhea') + 6),
    gap: font.readInt16BE(at('hhea') + 8),
    // The first glyph is what stands for missing ones, the second the digit.
    digit: font.readUInt16BE(at('hmtx') + 4),
  };
}

/** A face of a system, by the names it may have there. */
type Fallback = {
  family: string;
  weight: string;
  names: readonly string[];
  range: string;
  /** The font whose room it takes. */
  insteadOf: string;
  /** How wide its digits are, as a share of its size; none where all characters are square. */
  digit?: number;
};

const percent = (share: number) => `${Math.floor(share * 10_000) / 100}%`;

/** One @font-face: as wide as the font it stands for, and on lines as high. */
export async function fallbackFace(fallback: Fallback): Promise<string> {
  const { family, weight, names, range, insteadOf, digit } = fallback;
  const { em, ascent, descent, gap, ...theirs } = await metricsOf(insteadOf);
  const size = digit === undefined ? 1 : theirs.digit / em / digit;
  const line = (units: number) => percent(units / em / size);
  return (
    `@font-face{font-family:'${family}';font-weight:${weight};` +
    `src:${names.map((name) => `local('${name}')`).join(',')};unicode-range:${range};` +
    `size-adjust:${percent(size)};ascent-override:${line(ascent)};` +
    `descent-override:${line(descent)};line-gap-override:${line(gap)}}`
  );
}

/** Digits of Arial and of all that are made to its measure: 1139 of 2048 units. */
export const ARIAL_DIGIT = 1139 / 2048;
export const likeArial = ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'];
/** Their characters are as wide as they are high, whoever drew them. */
export const systemChinese = {
  400: [
    'PingFangTC-Regular',
    'PingFang TC',
    'Microsoft JhengHei',
    'Noto Sans CJK TC',
    'NotoSansTC-Regular',
  ],
  700: [
    'PingFangTC-Semibold',
    'Microsoft JhengHei Bold',
    'Noto Sans CJK TC Bold',
    'NotoSansTC-Bold',
  ],
} as const;
