// A bank's statement file read into records, whatever its columns are called.
import { type BankRecord, bankRecordSchema } from '#contract/banking.ts';

/** Which column says what. Columns are named as in the file's head. */
export type StatementMapping = {
  /** Three digits: whose statement it is. */
  bank: string;
  encoding?: 'utf-8' | 'big5';
  /** `roc` dates count from 1912: 115/11/21 or 1151121. */
  dates?: 'gregorian' | 'roc';
  columns: {
    date: string;
    seq: string;
    /** Receipts; a row without one is none of ours and is passed over. */
    credit: string;
    /** A number here takes an earlier receipt back. */
    debit?: string;
    virtualAccount: string;
    time?: string;
    /** The seq of what a reversal takes back. */
    reverses?: string;
    fromBank?: string;
    fromAccount?: string;
    memo?: string;
    type?: string;
  };
  /** The file's words for the kinds; anything else is a transfer. */
  types?: Record<string, BankRecord['type']>;
};

export type Statement = {
  records: BankRecord[];
  /** Lines (from 1, the head) that could not be read, with the reason. */
  problems: { line: number; why: string }[];
};

/** Throws when the file lacks a column; a bad line costs only itself. */
export function parseStatement(csv: Buffer | string, mapping: StatementMapping): Statement {
  const decoder = new TextDecoder(mapping.encoding ?? 'utf-8', { fatal: true });
  const rows = rowsOf(typeof csv === 'string' ? csv : decoder.decode(csv));
  const head = (rows[0] ?? []).map((name) => name.replace(/^\uFEFF/, '').trim());
  for (const name of Object.values(mapping.columns)) {
    if (!head.includes(name)) throw new Error(`the statement has no column ${name}`);
  }
  const statement: Statement = { records: [], problems: [] };
  for (const [at, row] of rows.entries()) {
    if (at === 0 || row.every((each) => each.trim() === '')) continue;
    const value = (name: string | undefined): string =>
      name === undefined ? '' : (row[head.indexOf(name)] ?? '').trim();
    try {
      const record = recordOf(value, mapping);
      if (record) statement.records.push(record);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      statement.problems.push({ line: at + 1, why });
    }
  }
  return statement;
}

function recordOf(
  value: (column: string | undefined) => string,
  { bank, columns, dates, types }: StatementMapping,
): BankRecord | undefined {
  const credit = wholeDollars(value(columns.credit));
  const debit = wholeDollars(value(columns.debit));
  if (credit === 0 && debit === 0) return undefined;
  if (credit > 0 && debit > 0) throw new Error('both a credit and a debit');
  // Money that leaves is ours to know already, unless it takes a named receipt back.
  if (debit > 0 && value(columns.reverses) === '') return undefined;
  const date = dayIn(value(columns.date), dates ?? 'gregorian');
  const parsed = bankRecordSchema.safeParse({
    bank,
    date,
    seq: value(columns.seq),
    at: `${date}T${timeIn(value(columns.time))}+08:00`,
    type: types?.[value(columns.type)] ?? 'transfer',
    amount: credit > 0 ? credit : debit,
    sign: credit > 0 ? '+' : '-',
    virtualAccount: value(columns.virtualAccount).replace(/\D/g, ''),
    ...given('reverses', debit > 0 ? value(columns.reverses) : ''),
    ...given('fromBank', value(columns.fromBank)),
    ...given('fromAccount', value(columns.fromAccount).replace(/\D/g, '')),
    ...given('memo', value(columns.memo).slice(0, 100)),
  });
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path }) => path.join('.')).join(', '));
}

function given(key: string, text: string): Record<string, string> {
  return text === '' ? {} : { [key]: text };
}

/** `1,234`, `1234` or `1234.00`; nothing is 0. Cents are none of New Taiwan's. */
function wholeDollars(text: string): number {
  const found = /^\+?(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?$/.exec(text === '' ? '0' : text);
  if (!found) throw new Error(`not whole dollars: ${text}`);
  return Number(found[1]!.replaceAll(',', ''));
}

/** 2026/11/21, 2026-11-21, 20261121; in the Republic's years 115/11/21 or 1151121. */
function dayIn(text: string, dates: 'gregorian' | 'roc'): string {
  const found =
    /^(\d{2,4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? /^(\d+)(\d\d)(\d\d)$/.exec(text);
  if (!found) throw new Error(`not a date: ${text}`);
  const year = Number(found[1]) + (dates === 'roc' ? 1911 : 0);
  return `${year}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`;
}

/** 09:05, 09:05:30 or 090530; without a time the start of the day. */
function timeIn(text: string): string {
  const digits = text.replaceAll(':', '').padEnd(6, '0');
  if (!/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(digits)) throw new Error(`not a time: ${text}`);
  return digits.replace(/(..)(..)(..)/, '$1:$2:$3');
}

/** CSV as RFC 4180 has it: quotes, doubled quotes, commas and line breaks inside them. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const piece = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (piece.lastIndex < text.length) {
    const from = piece.lastIndex;
    const found = piece.exec(text);
    if (!found) throw new Error(`not CSV near character ${from}`);
    row.push(found[1] === undefined ? found[2]! : found[1].replaceAll('""', '"'));
    if (found[3] === ',' && piece.lastIndex < text.length) continue;
    if (found[3] === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}
