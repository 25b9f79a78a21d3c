// Reduces the fonts to the characters that the app uses, and writes one file per set of characters
// to build/fonts.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { ARIAL_DIGIT, fallbackFace, likeArial, systemChinese } from './fallbacks.ts';
import { readOptions } from '../options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = `${root}build/fonts/`;
const require = createRequire(import.meta.url);

/** Sources of what is shown on every page, and of the start of the home page. */
const everywhere = [
  'web/site/layout/{Header,Footer,Disclosure,MobileMenu,MenuDrawer,menu}.{ts,tsx}',
  'web/site/kit/{brand,theme}.ts',
  'web/site/{Layout,Page,ErrorPage,NotFoundPage}.tsx',
  'web/site/home/Hero.tsx',
];
/** Sources of the public pages, grouped by kind. */
const publicCopy = [
  'web/{site,ui}/**/*.{ts,tsx}',
  'web/*.{ts,tsx}',
  'server/lending/plan/first-plans.ts',
  'web/{lending,investing}/**/*.{ts,tsx}',
  'contract/**/*.ts',
  'web/{identity,form}/**/*.{ts,tsx}',
  'web/content/**/*.{ts,tsx}',
  'db/content/*.yaml',
  'db/content/policies/*.md',
  'db/content/articles/*.md',
];
/**
 * All other texts. Names of places and banks are data and are not included; the full fonts are used
 * for them.
 */
const otherCopy = ['web/**/*.{ts,tsx,html}', 'server/**/*.{ts,typ}', 'db/**/*.ts'];

/**
 * A character found in at least this many files of the public texts goes into the first font file.
 */
const COMMON_FROM = 12;
/** Number of rarer characters per font file; a page requests the files it needs together. */
const RARE_COUNT = 140;

/** Characters that any Chinese page needs, whether or not the app's texts use them yet. */
const always = '，。；：？！（）「」『』、…─《》％＋－／一二三四五六七八九十日月年元萬';

/** Punctuation and symbols that look better, and align in tables, in the Latin font. */
const latinCharacters = '\u00a0\u00a9\u00d7\u2013\u2212';

/** Users never see tests and the page that shows the design system. */
const unseen = /\.test\.|site\/style\//;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Returns every non-Latin character in a text. */
function chineseOf(text: string): string[] {
  return [...text].filter((one) => one > '\u007f' && !latinCharacters.includes(one));
}

/** Returns the non-Latin characters of each file of `patterns`, in order. */
function charactersIn(patterns: readonly string[]): Set<string>[] {
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  return [...new Set(paths)]
    .filter((path) => !unseen.test(path))
    .map((path) => readFileSync(root + path, 'utf8').replaceAll(comments, ''))
    .map((text) => new Set(chineseOf(text)));
}

/**
 * Returns the characters of each font file of a weight, without duplicates: the characters that
 * every page needs come first. The others are grouped by where they are used, so that characters
 * used by a single page are in the same file.
 */
export function slicesOfCopy(): string[] {
  const pages = charactersIn(publicCopy);
  const counts = new Map<string, number>();
  for (const one of pages.flatMap((page) => [...page])) counts.set(one, (counts.get(one) ?? 0) + 1);
  const common = [...counts].flatMap(([one, files]) => (files >= COMMON_FROM ? [one] : []));
  const shell = charactersIn(everywhere).flatMap((part) => [...part]);
  const all = [...pages, ...charactersIn(otherCopy)].flatMap((page) => [...page]);
  const cut = new Set<string>();
  const notYetCut = (wanted: readonly string[]) => {
    const left = [...new Set(wanted)].filter((one) => !cut.has(one));
    left.forEach((one) => cut.add(one));
    return left;
  };
  const slices = [notYetCut([...shell, ...always, ...common])];
  const rare = notYetCut(all);
  for (let at = 0; at < rare.length; at += RARE_COUNT) slices.push(rare.slice(at, at + RARE_COUNT));
  return slices.map((slice) => slice.toSorted().join(''));
}

/**
 * The whole font is the source, because subsets made by others leave out the full-width
 * punctuation.
 */
const noto = {
  400: require.resolve('@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf'),
  700: require.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'),
};
const robotoFile =
  require.resolve('@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2');

type Cut = {
  name: string;
  family: string;
  weight: string;
  from: string;
  text: string;
  /**
   * Unicode range for which the browser requests this font file; if two files contain a character,
   * the later file wins.
   */
  range: string;
};

const LATIN = 'Roboto Variable';
/**
 * Unicode range of everything except Latin; for a character that no file has, the browser uses the
 * next font family.
 */
const CHINESE = 'U+b7,U+2014-2027,U+2030-10ffff';

function wantedCuts(): Cut[] {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
  const slices = slicesOfCopy();
  const chinese = ([400, 700] as const).flatMap((weight) =>
    slices.map((text, i) => ({
      name: `tc-${i === 0 ? 'core' : i}-${weight}.woff2`,
      family: 'TC Core',
      weight: String(weight),
      from: noto[weight],
      text,
      range: i === 0 ? CHINESE : unicodeRange(text),
    })),
  );
  const latin = {
    name: 'roboto.woff2',
    family: LATIN,
    weight: '100 900',
    from: robotoFile,
    text: ascii + latinCharacters,
    range: unicodeRange(ascii + latinCharacters),
  };
  return [...chinese, latin];
}

/**
 * Keeps the range of weights that pages use. Hints are dropped because only old screens need them.
 */
const latinOptions = {
  noHinting: true,
  keepFeatures: ['kern', 'tnum', 'lnum'],
  variationAxes: { wght: { min: 400, max: 700 } },
};

/** Returns the unicode-range of a text, such as 'U+4E00,U+4E8C-4E8E'. */
export function unicodeRange(text: string): string {
  const points = [...text].map((character) => character.codePointAt(0)!).toSorted((a, b) => a - b);
  const runs: [from: number, to: number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && point <= run[1] + 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return runs.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(',');
}

/**
 * Returns the font faces shown until the web fonts have loaded, so that the text does not move when
 * they do.
 */
function fallbackFaces(latinRange: string): Promise<string[]> {
  const chinese = ([400, 700] as const).map((weight) =>
    fallbackFace({
      family: 'TC Local',
      weight: String(weight),
      names: systemChinese[weight],
      range: CHINESE,
      insteadOf: noto[weight],
    }),
  );
  const latin = fallbackFace({
    family: 'Roboto Local',
    weight: '100 900',
    names: likeArial,
    range: latinRange,
    insteadOf: robotoFile,
    digit: ARIAL_DIGIT,
  });
  return Promise.all([...chinese, latin]);
}

function styleSheet(cuts: readonly Cut[], fallbacks: readonly string[]): string {
  const faces = cuts.map(
    ({ name, family, weight, range }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;` +
      `src:url('./${name}') format('woff2');unicode-range:${range}}`,
  );
  return `/* Written by scripts/fonts/fonts.ts. */\n${[...faces, ...fallbacks].join('\n')}\n`;
}

function readManifest(): string {
  try {
    return readFileSync(`${out}manifest.txt`, 'utf8');
  } catch {
    return '';
  }
}

/** Subsets the fonts that changed and returns one line describing the result. */
export async function cutFonts(): Promise<string> {
  const cuts = wantedCuts();
  const sheet = styleSheet(cuts, await fallbackFaces(cuts.at(-1)!.range));
  const hash = createHash('sha256').update(sheet).update(JSON.stringify(latinOptions));
  for (const { from, text } of cuts) hash.update(`${from.slice(root.length)}\n${text}\n`);
  const manifest = hash.digest('hex');
  const characters = cuts.slice(0, cuts.length / 2).map(({ text }) => [...text].length);
  const told = `Fonts: ${characters.join(' + ')} characters`;
  if (readManifest() === manifest) return `${told}, unchanged`;
  mkdirSync(out, { recursive: true });
  const sizes = await Promise.all(
    cuts.map(async ({ name, from, text, family }) => {
      const options = { targetFormat: 'woff2', ...(family === LATIN && latinOptions) } as const;
      const cut = await subsetFont(readFileSync(from), text || ' ', options);
      writeFileSync(out + name, cut);
      return Math.ceil(cut.length / 1000);
    }),
  );
  writeFileSync(`${out}fonts.css`, sheet);
  // The manifest is written last, so that an interrupted run is repeated.
  writeFileSync(`${out}manifest.txt`, manifest);
  return `${told}, ${sizes.join(' + ')} kB`;
}

if (import.meta.main) {
  readOptions({
    command: 'node scripts/fonts/fonts.ts',
    purpose: 'Cuts the fonts to the characters that our pages use, if those have changed.',
  });
  process.stdout.write(`${await cutFonts()}\n`);
}
