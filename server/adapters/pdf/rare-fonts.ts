// Fonts with the rare Han characters of names: the Hanazono fonts, in slices of some hundred
// characters each, of which a document needs one or two.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { decompress } from 'wawoff2';

const folder = path.dirname(createRequire(import.meta.url).resolve('hanamin/package.json'));

/**
 * Extension A, compatibility ideographs, and everything beyond the first plane: of these blocks the
 * font of the documents has only a part.
 */
const RARE = /[\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{3fffd}]/gu;

type Slice = { file: string; ranges: (readonly [from: number, to: number])[] };

/** The slices, of which the style sheet of the package says which characters each has. */
function slicesOf(styles: string): Slice[] {
  const faces = styles.matchAll(/url\(([\w.-]+)\)[^;]*;\s*unicode-range: ([^;]+);/g);
  return [...faces].map(([, file = '', ranges = '']) => ({
    file,
    ranges: ranges.split(',').map((range) => {
      const [from, to = from] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return [from!, to!];
    }),
  }));
}

let slices: readonly Slice[] | null = null;
/** The slices that this process has loaded, by the name of their family. */
const loaded = new Map<string, Buffer>();

export type RareFonts = {
  /** Names of the families that a template lists after the font of the documents. */
  families: readonly string[];
  fonts: Buffer[];
  /** Whether the text needed a slice that was not loaded before. */
  areMore: boolean;
};

/** Loads the slices that the rare characters of a text need; returns all that are loaded. */
export async function rareFontsFor(text: string): Promise<RareFonts> {
  const before = loaded.size;
  for (const [character] of text.matchAll(RARE)) {
    slices ??= slicesOf(readFileSync(path.join(folder, 'HanaMin.css'), 'utf8'));
    const point = character.codePointAt(0)!;
    const at = slices.findIndex(({ ranges }) =>
      ranges.some(([from, to]) => from <= point && point <= to),
    );
    const family = `Hana${String(at).padStart(4, '0')}`;
    if (at < 0 || loaded.has(family)) continue;
    const font = await decompress(readFileSync(path.join(folder, slices[at]!.file)));
    loaded.set(family, renamed(Buffer.from(font), family));
  }
  return {
    families: [...loaded.keys()],
    fonts: [...loaded.values()],
    areMore: loaded.size > before,
  };
}

/**
 * Gives a slice a family of its own. All slices are called HanaMinA or HanaMinB, and the compiler
 * takes one font of a family, whatever characters it has. The new name is as long as the old one.
 */
function renamed(font: Buffer, family: string): Buffer {
  for (const old of ['HanaMinA', 'HanaMinB']) {
    for (const encode of [asAscii, asUtf16]) {
      const [from, to] = [encode(old), encode(family)];
      for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from, at)) to.copy(font, at);
    }
  }
  return font;
}

const asAscii = (name: string) => Buffer.from(name, 'ascii');
/** Big-endian, as names of fonts are. */
const asUtf16 = (name: string) => Buffer.from(name, 'utf16le').swap16();
