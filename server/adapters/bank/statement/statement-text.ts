// Decodes a statement file piece by piece, and divides the text of a table into rows.
import { CsvError, parse } from 'csv-parse/sync';
import type { TableMapping } from '#contract/banking/statements.ts';
import { decodeBig5 } from '#contract/core/big5.ts';

const CHUNK = 64 * 1024;
const LF = 10;

export type Encoding = TableMapping['encoding'] | 'utf-16le' | 'utf-16be';

/** Returns the encoding that the first bytes prove, whatever the layout says; null if none. */
export function provenEncoding(bytes: Uint8Array): Encoding | null {
  const [one, two, three, four] = bytes;
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  // A file in ASCII signs without a mark: every second byte is zero.
  if (one !== 0 && two === 0 && four === 0) return 'utf-16le';
  return one === 0 && two !== 0 && three === 0 ? 'utf-16be' : null;
}

/** Leaves out what old programs write behind the last line. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x1a || bytes[end - 1] === 0)) end -= 1;
  return bytes.subarray(0, end);
}

function* wideText(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let from = 0; from < bytes.length; from += CHUNK) {
    yield decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true });
  }
  yield decoder.decode();
}

/**
 * Yields the text of a file without its byte order marks. Bytes that are not valid in the encoding
 * become U+FFFD.
 */
export function* textOf(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  let isFirst = true;
  for (const piece of piecesOf(bytes, encoding)) {
    yield isFirst ? piece.replace(/^\ufeff+/, '') : piece;
    isFirst &&= piece === '';
  }
}

function* piecesOf(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  if (encoding !== 'utf-8' && encoding !== 'big5') return yield* wideText(bytes, encoding);
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const decode = encoding === 'big5' ? decodeBig5 : (piece: Uint8Array) => utf8.decode(piece);
  const whole = withoutEnd(bytes);
  for (let from = 0; from < whole.length;) {
    // No character of both encodings contains the byte of a line's end.
    const end = whole.indexOf(LF, Math.min(whole.length, from + CHUNK));
    const to = end === -1 ? whole.length : end + 1;
    yield decode(whole.subarray(from, to));
    from = to;
  }
}

/** A row with its first line in the file, from 1. */
export type TextRow = { line: number } & ({ cells: string[] } | { why: string });

/** Lines that one quoted cell may have at most, and their characters. */
const QUOTED_LINES = 20;
const LINE_LENGTH = 100_000;
/** Rows that are parsed at once. */
const BATCH = 500;

/** Yields the lines of a text, without their ends. */
function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    rest += piece;
    // A return at the end of a piece may be half of an end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > 10 * LINE_LENGTH) {
      yield rest;
      rest = '';
    }
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

/** Divides texts into cells by the rules of CSV and of one delimiter. */
class Cells {
  readonly #delimiter: string;
  readonly #quoted: RegExp;
  readonly #opened: RegExp;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    const end = delimiter === '\t' ? '\\t' : delimiter;
    this.#quoted = new RegExp(`(^|${end})[ ]*"(?:[^"]|"")*"[ ]*(?=${end}|$)`, 'g');
    this.#opened = new RegExp(`(^|${end})[ ]*"`);
  }

  /** Whether a quoted cell that has begun does not end. */
  isOpen(text: string): boolean {
    return text.includes('"') && this.#opened.test(text.replace(this.#quoted, '$1'));
  }

  /** Whether a line alone has the cells of a whole row. */
  isRow(text: string, width: number): boolean {
    return width > 1 && this.widthOf(text) >= width;
  }

  widthOf(text: string): number {
    return text.split(this.#delimiter).length;
  }

  /** Throws CsvError if a text is no row. */
  rows(text: string): string[][] {
    return parse(text, {
      delimiter: this.#delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      rtrim: true,
      ltrim: true,
    });
  }

  row({ line, text }: Raw): TextRow {
    try {
      const [cells, ...more] = this.rows(text);
      if (cells && more.length === 0) return { line, cells };
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
    return { line, why: '引號不成對' };
  }
}

type Raw = { line: number; text: string };

/** Joins the lines of a quoted cell; a quote that never ends spoils its own line only. */
function* joined(lines: Iterator<string>, of: Cells): Generator<Raw & { isOpen: boolean }> {
  const ahead: string[] = [];
  const next = () => ahead.shift() ?? (lines.next().value as string | undefined);
  let width = 0;
  for (let line = 1, text = next(); text !== undefined; text = next()) {
    const first = line;
    line += 1;
    const more: string[] = [];
    let whole = text;
    while (of.isOpen(whole) && more.length < QUOTED_LINES && whole.length < LINE_LENGTH) {
      const following = next();
      if (following === undefined) break;
      more.push(following);
      // A line with all cells of a row is a row, whatever quote is open above it.
      if (of.isRow(following, width)) break;
      whole += `\n${following}`;
    }
    const isOpen = of.isOpen(whole) || of.isRow(more.at(-1) ?? '', width);
    if (isOpen) ahead.unshift(...more);
    else line += more.length;
    width = Math.max(width, of.widthOf(text));
    yield { line: first, text: isOpen ? text : whole, isOpen };
  }
}

/** Yields the rows of a table; a row that cannot be read does not affect the others. */
export function* rowsOf(pieces: Iterable<string>, delimiter: string): Generator<TextRow> {
  const of = new Cells(delimiter);
  let batch: Raw[] = [];
  const taken = function* (): Generator<TextRow> {
    const raws = batch;
    batch = [];
    const parsed = attempt(() => of.rows(raws.map(({ text }) => text).join('\n')));
    if (parsed?.length !== raws.length) for (const raw of raws) yield of.row(raw);
    else for (const [at, cells] of parsed.entries()) yield { line: raws[at]!.line, cells };
  };
  for (const { isOpen, line, text } of joined(linesOf(pieces), of)) {
    if (isOpen || text.length > LINE_LENGTH) {
      yield* taken();
      yield { line, why: isOpen ? '引號不成對' : '這一行太長' };
    } else if (text.trim() !== '') batch.push({ line, text });
    if (batch.length === BATCH) yield* taken();
  }
  yield* taken();
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return null;
  }
}
