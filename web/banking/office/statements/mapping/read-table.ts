// The first rows of a statement file that an operator has chosen, read in the browser before a
// layout for it exists.
import { type CsvError, parse } from 'csv-parse/browser/esm/sync';
import {
  fitsHead,
  guessDelimiter,
  guessSkip,
  type TableHead,
} from '#contract/banking/layout-guess.ts';
import { decodeBig5 } from '#contract/core/big5.ts';
import type { Layout, TableMapping } from '#contract/banking/statements.ts';

/** Bytes of a file that are enough for its head and first lines. */
const FIRST_BYTES = 64 * 1024;
/** Rows that are read for the choice of the columns. */
const ROWS = 40;

export type Encoding = TableMapping['encoding'];

export type FirstBytes = { bytes: Uint8Array; isWhole: boolean };

export async function firstBytes(file: File): Promise<FirstBytes> {
  const bytes = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
  return { bytes, isWhole: file.size <= FIRST_BYTES };
}

/**
 * Decodes the bytes as the server does; null if they are not valid in the encoding. A cut last
 * character is fine.
 */
export function textIn({ bytes, isWhole }: FirstBytes, encoding: Encoding): string | null {
  if (encoding === 'big5') {
    const text = decodeBig5(bytes);
    return text.slice(0, isWhole ? undefined : -1).includes('\ufffd') ? null : text;
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}

/** Returns the encoding in which the bytes are valid; UTF-8 if they are in both. */
export const encodingOf = (first: FirstBytes): Encoding =>
  textIn(first, 'utf-8') === null && textIn(first, 'big5') !== null ? 'big5' : 'utf-8';

/** Returns the first rows of a table; empty if the text is none. */
export function rowsOf(text: string, delimiter: TableMapping['delimiter']): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: ROWS,
    });
  } catch (error) {
    if ((error as CsvError).code === undefined) throw error;
    return [];
  }
}

/** Returns the head of a table's file as it is guessed; null for XML. */
export function headOf(first: FirstBytes): TableHead | null {
  const encoding = encodingOf(first);
  const text = textIn(first, encoding);
  if (text === null || /^\uFEFF?\s*</.test(text)) return null;
  const delimiter = guessDelimiter(text);
  const rows = rowsOf(text, delimiter);
  const skip = guessSkip(rows);
  return { encoding, delimiter, skip, head: (rows[skip] ?? []).map((name) => name.trim()) };
}

/** Returns the layouts that describe files with this head. */
export const layoutsFor = (layouts: readonly Layout[], head: TableHead): Layout[] =>
  layouts.filter(({ mapping }) => fitsHead(mapping, head));
