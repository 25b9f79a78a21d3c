// Child process that typesets: one Typst compiler with the fonts loaded, one document at a time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import { answerJobs } from '../workers.ts';
import { packed } from './packing.ts';
import { rareFontsFor } from './rare-fonts.ts';

export type TypstJob = {
  template: string;
  /** JSON that the template reads from `/data.json`. */
  data: string;
  /** File name → bytes; the template reads `/name`. */
  images: Record<string, Uint8Array>;
  /** True to get a picture of one page (letters as shapes) rather than a PDF. */
  picture?: boolean;
};

const folder = path.dirname(fileURLToPath(import.meta.url));
const fonts = path.dirname(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-tc/package.json'),
);
/** Two weights, because each adds the letters that it is used for to every file. */
const weights = ['400Regular', '700Bold'];

/** Memory fonts come first, because the compiler takes none after it has read the folders. */
const compilerWith = (rare: Buffer[]) =>
  NodeCompiler.create({
    workspace: folder,
    fontArgs: [
      ...(rare.length > 0 ? [{ fontBlobs: rare }] : []),
      { fontPaths: weights.map((weight) => path.join(fonts, weight)) },
    ],
  });
let compiler = compilerWith([]);
const sources = new Map<string, string>();

answerJobs<TypstJob, Uint8Array>(async ({ template, data, images, picture }) => {
  const rare = await rareFontsFor(data);
  if (rare.areMore) compiler = compilerWith(rare.fonts);
  const families = Buffer.from(JSON.stringify(rare.families));
  compiler.mapShadow(path.join(folder, 'rare-fonts.json'), families);
  const names = Object.keys(images);
  for (const name of names) compiler.mapShadow(path.join(folder, name), Buffer.from(images[name]!));
  try {
    return picture ? pictured(sourceOf(template), data) : typeset(sourceOf(template), data);
  } finally {
    for (const name of names) compiler.unmapShadow(path.join(folder, name));
    // Evicts cache entries that none of the most recent documents used.
    compiler.evictCache(10);
  }
});

/**
 * Passes the data as a file instead of in `sys.inputs`, because `sys.inputs` would be part of every
 * cache key.
 */
function typeset(source: string, data: string, triesLeft = 5): Uint8Array {
  compiler.mapShadow(path.join(folder, 'data.json'), Buffer.from(data));
  const compiled = compiler.compile({ mainFileContent: source });
  if (!compiled.result) throw new Error(`typst: ${reasons(compiled.takeDiagnostics())}`);
  try {
    return packed(compiler.pdf(compiled.result, { pdfStandard: 'a-2b' }));
  } catch (error) {
    const spelt = spellMissing(data, error instanceof Error ? error.message : '');
    if (spelt === data || triesLeft === 0) throw error;
    return typeset(source, spelt, triesLeft - 1);
  }
}

/** Renders the template as SVG with letters as shapes, which needs no font when shown. */
function pictured(source: string, data: string): Uint8Array {
  compiler.mapShadow(path.join(folder, 'data.json'), Buffer.from(data));
  const compiled = compiler.compile({ mainFileContent: source });
  if (!compiled.result) throw new Error(`typst: ${reasons(compiled.takeDiagnostics())}`);
  return Buffer.from(compiler.plainSvg(compiled.result));
}

function reasons(error: NodeError | null): string {
  return JSON.stringify(error?.shortDiagnostics ?? 'no reason given');
}

/**
 * Replaces characters that the font lacks by their code point. PDF/A does not allow missing
 * characters, and a name with a rare character must never prevent a contract.
 */
function spellMissing(data: string, message: string): string {
  const missing = [...message.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/gu)];
  const characters = new Set(missing.flatMap((found) => [...withoutEscapes(found[1]!)]));
  return [...data].map((each) => (characters.has(each) ? numbered(each) : each)).join('');
}

/** The compiler writes characters that print nothing, such as a bank's own, as `\\u{e001}`. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\+u\{([0-9a-f]+)\}/gi, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );

function numbered(character: string): string {
  const point = character.codePointAt(0)!;
  return point < 128 ? character : `〔U+${point.toString(16).toUpperCase()}〕`;
}

function sourceOf(template: string): string {
  const known = sources.get(template);
  if (known !== undefined) return known;
  const source = readFileSync(path.join(folder, `${path.basename(template)}.typ`), 'utf8');
  sources.set(template, source);
  return source;
}
