// PDFium as WebAssembly: a new instance per document, with a fallback font for missing ones.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';

const require = createRequire(import.meta.url);
const fontFile = '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf';

/**
 * Folder in which PDFium looks for fonts, and the folder of its in-memory file system to which a
 * font file can be written.
 */
const FONT_FOLDER = '/usr/share/fonts';
const TEMPORARY_FOLDER = '/tmp';
/**
 * Linux constants with the values that emscripten uses: paths relative to the current folder; open
 * for writing and create.
 */
const AT_FDCWD = -100;
const O_WRONLY_O_CREAT = 0o101;

type Call = (...numbers: number[]) => number;
type Exports = {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(at: number): void;
};

/**
 * The WebAssembly module and the font, which are loaded once and used for all documents. Each
 * document has its own memory, so that one document can never affect the next.
 */
const made: { code?: WebAssembly.Module; font?: Buffer } = {};

/**
 * Documents of Taiwanese banks often use MingLiU without embedding it and would be rendered without
 * characters. So PDFium is given Noto Sans TC in the one font folder it searches.
 */
export async function openPdfium(): Promise<PDFiumLibrary> {
  made.code ??= new WebAssembly.Module(readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm')));
  made.font ??= readFileSync(require.resolve(fontFile));
  const { code, font } = made;
  let giveFont = () => {};
  const library = await PDFiumLibrary.init({
    instantiateWasm(imports, done) {
      const calls = imports['env'] as Record<string, Call>;
      const files = imports['wasi_snapshot_preview1'] as Record<string, Call>;
      const inside: { exports?: Exports; scratch: number } = { scratch: 0 };
      const env = { ...calls, ...redirected(calls, inside) };
      const instance = new WebAssembly.Instance(code, { ...imports, env });
      inside.exports = instance.exports as unknown as Exports;
      giveFont = () => putFont(inside, calls, files, font);
      (done as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
  giveFont();
  return library;
}

type Inside = { exports?: Exports; scratch: number };

/** Copies a text into PDFium's memory, where PDFium's system calls can read it. */
function put(inside: Inside, text: string): number {
  const { memory, malloc } = inside.exports!;
  inside.scratch ||= malloc(4096);
  const bytes = Buffer.from(`${text}\0`, 'latin1').subarray(0, 4096);
  new Uint8Array(memory.buffer).set(bytes, inside.scratch);
  return inside.scratch;
}

/**
 * Wraps the system calls that take a path, so that a path in the font folder opens the font in
 * memory instead.
 */
function redirected(calls: Record<string, Call>, inside: Inside): Record<string, Call> {
  const moved = (at: number): number => {
    const memory = Buffer.from(inside.exports!.memory.buffer);
    const path = memory.toString('latin1', at, memory.indexOf(0, at));
    return path.startsWith(FONT_FOLDER)
      ? put(inside, TEMPORARY_FOLDER + path.slice(FONT_FOLDER.length))
      : at;
  };
  const of = (name: string): Call => calls[name]!;
  return {
    __syscall_openat: (dir, path, ...more) => of('__syscall_openat')(dir!, moved(path!), ...more),
    __syscall_stat64: (path, into) => of('__syscall_stat64')(moved(path!), into!),
    __syscall_lstat64: (path, into) => of('__syscall_lstat64')(moved(path!), into!),
    __syscall_newfstatat: (dir, path, ...more) =>
      of('__syscall_newfstatat')(dir!, moved(path!), ...more),
  };
}

/**
 * Writes the font with PDFium's own system calls, because there is no other way into its file
 * system.
 */
function putFont(
  inside: Inside,
  calls: Record<string, Call>,
  files: Record<string, Call>,
  font: Buffer,
): void {
  const { memory, malloc, free } = inside.exports!;
  const [data, vector] = [malloc(font.length), malloc(16)];
  new Uint8Array(memory.buffer).set(font, data);
  const words = new Uint32Array(memory.buffer, vector, 4);
  words.set([data, font.length, 0, 0o644]);
  const path = put(inside, `${TEMPORARY_FOLDER}/NotoSansTC.ttf`);
  const file = calls['__syscall_openat']!(AT_FDCWD, path, O_WRONLY_O_CREAT, vector + 12);
  const failed = file < 0 || files['fd_write']!(file, vector, 1, vector + 8) !== 0;
  if (failed || files['fd_close']!(file) !== 0) throw new Error('PDFium does not take its font');
  free(data);
  free(vector);
}
