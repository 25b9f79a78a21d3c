// Fallback faces made from system fonts, which take the same space as the web fonts until these
// have loaded.
import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

type Metrics = { em: number; ascent: number; descent: number; gap: number; digit: number };

/** Returns the line metrics and the digit width of a font file, in font units. */
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
    // The first glyph is the replacement for missing characters, the second is the digit.
    digit: font.readUInt16BE(at('hmtx') + 4),
  };
}

/** A system font, with the names under which a system may have it. */
type Fallback = {
  family: string;
  weight: string;
  names: readonly string[];
  range: string;
  /** The web font whose dimensions this font imitates. */
  insteadOf: string;
  /**
   * Width of the font's digits as a share of the font size; undefined if all characters are square.
   */
  digit?: number;
};

const percent = (share: number) => `${Math.floor(share * 10_000) / 100}%`;

/** Returns one @font-face with the width and line height of the font it replaces. */
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

/** Digit width of Arial and metric-compatible fonts: 1139 of 2048 units. */
export const ARIAL_DIGIT = 1139 / 2048;
export const likeArial = ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'];
/** In these fonts all characters are as wide as they are high. */
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
