// Reads a bank's statement file line by line into records, whatever its columns are called. This
// runs in a process of its own (statement-worker.ts), because the file may be anything.
import {
  type BankRecord,
  bankRecordSchema,
  debitReferenceIn,
  paymentReferenceIn,
  type PaymentReport,
} from '#contract/banking/calls.ts';
import { accountIn, bankCodeIn, cellText, type Value } from '#contract/banking/statement-cells.ts';
import {
  asideIn,
  columnsIn,
  type Movement,
  movementIn,
  valueOf,
} from '#contract/banking/statement-rows.ts';
import type { CamtMapping, StatementMapping, TableMapping } from '#contract/banking/statements.ts';
import { addDays, type Day, formatDay } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import { declaredEncoding, NotCamt } from './camt-entries.ts';
import { camtLines, camtTable } from './camt-statement.ts';
import { type Encoding, provenEncoding, rowsOf, textOf, type TextRow } from './statement-text.ts';

/** Content of one line: the movement itself, and what it means for the platform. */
export type StatementEntry = {
  /** Line number in the file, from 1. */
  line: number;
  date: Day;
  /** The bank's number; from its second line in a file on it ends in `#2`, `#3` and so on. */
  seq: string;
  /** Time in the file's own order; determines which balance of a day is the closing one. */
  time: string;
  /** Signed: money received is positive. */
  amount: Money;
  reference: string | null;
  /** Balance after the movement, if the file gives it. */
  balance: Money | null;
  /** Set for a receipt or the reversal of one. */
  record: BankRecord | null;
  /** Set for an outgoing payment of the platform that was carried out or returned. */
  payment: PaymentReport | null;
  /**
   * Numbers and the virtual account that an outgoing line names which is neither a payment of the
   * platform nor a reversal: it may take a receipt back all the same.
   */
  names: { seqs: string[]; virtualAccount: string } | null;
};
/** `why`: it could not be read; `aside`: it is no movement of money, as a total is none. */
export type StatementLine =
  | StatementEntry
  | { line: number; why: string }
  | { line: number; aside: string };

export const isEntry = (line: StatementLine | StatementEnd): line is StatementEntry =>
  'seq' in line;

/** The file does not match its layout, so that nothing in it can be read. */
export class StatementUnreadable extends Error {
  override name = 'StatementUnreadable';
  /** Missing columns; empty if the file is not a table at all. */
  readonly missing: readonly string[];
  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}

/** Stands at the end of a statement whose balances were added up from its lines. */
export type StatementEnd = { line: number; isProven: boolean };

/** Rows above the head that a layout need not know of. */
const HEAD_ROWS = 20;
/** Days before the import that a file may be about. */
const BACK_DAYS = 366;

/**
 * Yields every non-empty line in the file's order. Throws StatementUnreadable if the file lacks a
 * column or is not of the format; an unreadable line does not affect the other lines. A line of a
 * day after `on`, or more than a year before it, cannot be right.
 */
export function* readStatement(
  bytes: Uint8Array,
  mapping: StatementMapping,
  on: Day,
): Generator<StatementLine | StatementEnd> {
  const lines = 'format' in mapping ? readCamt(bytes, mapping) : readTable(bytes, mapping);
  const from = addDays(on, -BACK_DAYS);
  for (const line of lines) yield isEntry(line) ? ofItsTime(line, { from, on }) : line;
}

function ofItsTime(entry: StatementEntry, { from, on }: { from: Day; on: Day }): StatementLine {
  const { line, date } = entry;
  if (date > on) return { line, why: `${formatDay(date)} 還沒有到` };
  if (date < from) return { line, why: `${formatDay(date)} 是一年多以前` };
  return entry;
}

function* readCamt(
  bytes: Uint8Array,
  mapping: CamtMapping,
): Generator<StatementLine | StatementEnd> {
  const table = camtTable(mapping);
  try {
    const encoding = provenEncoding(bytes) ?? declaredEncoding(bytes);
    for (const read of camtLines(textOf(bytes, encoding), mapping)) {
      if (!('row' in read)) yield read;
      else {
        const row: Record<string, string> = read.row;
        yield lineOf(read.line, () => entryOf((name) => cellText(row[name ?? ''] ?? ''), table));
      }
    }
  } catch (error) {
    if (!(error instanceof NotCamt)) throw error;
    throw new StatementUnreadable(`檔案不是 ISO 20022 的 camt.053 對帳單：${error.message}`);
  }
}

function* readTable(bytes: Uint8Array, mapping: TableMapping): Generator<StatementLine> {
  const encoding = provenEncoding(bytes) ?? mapping.encoding;
  const rows = rowsOf(textOf(bytes, encoding), mapping.delimiter);
  const head = headIn(rows, mapping, encoding);
  for (const row of rows) {
    if ('why' in row) yield row;
    // A table of several pages has its head on each.
    else if (row.cells.some((cell, at) => cell !== head[at]) || row.cells.length > head.length) {
      if (row.cells.some((cell) => cell !== '')) yield tableLine(row, head, mapping);
    }
  }
}

function tableLine(
  { line, cells }: Extract<TextRow, { cells: string[] }>,
  head: string[],
  mapping: TableMapping,
): StatementLine {
  const aside = asideIn(head, cells, mapping);
  if (aside !== null) return { line, aside };
  return lineOf(line, () => entryOf(valueOf(head, cells, mapping), mapping));
}

/** Finds the head: the first row, after those that the layout skips, that has all columns. */
function headIn(rows: Iterator<TextRow>, mapping: TableMapping, encoding: Encoding): string[] {
  const wanted = columnsIn(mapping);
  let first: string[] | null = null;
  for (let above = 0; above <= HEAD_ROWS;) {
    const { value, done } = rows.next();
    if (done === true) break;
    if (value.line <= mapping.skip) continue;
    above += 1;
    const head = 'why' in value ? [] : value.cells;
    first ??= head;
    if (wanted.some((name) => !head.includes(name))) continue;
    const twice = wanted.filter((name) => head.indexOf(name) !== head.lastIndexOf(name));
    if (twice.length === 0) return head;
    throw new StatementUnreadable(`有兩欄都叫「${twice.join('」、「')}」，分不出是哪一欄`);
  }
  if (first === null) throw new StatementUnreadable('檔案沒有內容');
  if (first.some((cell) => cell.includes('\ufffd'))) {
    throw new StatementUnreadable(`檔案不是 ${encoding} 編碼`);
  }
  const missing = wanted.filter((name) => !first.includes(name));
  throw new StatementUnreadable(`缺少欄位：${missing.join('、')}`, missing);
}

function lineOf(line: number, read: () => Omit<StatementEntry, 'line'> | string): StatementLine {
  try {
    const entry = read();
    return typeof entry === 'string' ? { line, aside: entry } : { line, ...entry };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { line, why: error.message };
  }
}

/** Returns the entry of a line; or why it is none, if nothing moved. */
function entryOf(value: Value, mapping: TableMapping): Omit<StatementEntry, 'line'> | string {
  const { columns } = mapping;
  const movement = movementIn(value, mapping);
  const { amount, date, seq, time, balance, virtualAccount } = movement;
  if (amount === 0) return '金額為 0';
  const debit = amount > 0 ? debitIn(value, mapping) : null;
  const own = referenceIn(value, mapping);
  const record = own === null && debit === null ? recordOf(value, mapping, movement) : null;
  return {
    date,
    // The answer of the clearing house books the debit, under this number.
    seq: debit ?? seq,
    time,
    amount,
    reference: own,
    balance,
    record,
    payment: own === null ? null : paymentOf(own, value(columns.memo), movement),
    names:
      own === null && record === null && amount < 0
        ? { seqs: numbersIn(value, mapping), virtualAccount }
        : null,
  };
}

/** Texts of a line that may be the number of another line. */
function numbersIn(value: Value, { columns }: TableMapping): string[] {
  const text = [columns.reference, columns.memo].map(value).join(' ').normalize('NFKC');
  const found = text.match(/[A-Za-z0-9][A-Za-z0-9#-]{2,39}/g) ?? [];
  return [...new Set(found.filter((word) => /\d/.test(word)))].slice(0, 20);
}

/** Returns the reference of a debit by mandate, which the line credits. */
const debitIn = (value: Value, { columns }: TableMapping): string | null =>
  debitReferenceIn(value(columns.reference)) ?? debitReferenceIn(value(columns.memo));

/**
 * Returns the platform's payment reference, recognised by its format; other texts in the column are
 * ignored. If the line has no virtual account, the memo is searched too, because a returned payment
 * may carry its reference there.
 */
function referenceIn(value: Value, { columns }: TableMapping): string | null {
  const own = paymentReferenceIn(value(columns.reference));
  if (own !== null || /\d/.test(value(columns.virtualAccount))) return own;
  return paymentReferenceIn(value(columns.memo));
}

function paymentOf(
  reference: string,
  memo: string,
  { amount, date, time }: Movement,
): PaymentReport {
  return {
    reference,
    outcome: amount < 0 ? 'confirmed' : 'returned',
    date,
    at: new Date(`${date}T${time}+08:00`),
    amount: money(Math.abs(amount)),
    ...(amount > 0 && memo !== '' ? { reason: cut(memo, 100) } : {}),
  };
}

/**
 * Returns the bank record of a line. Null for money that was paid out and does not reverse a
 * receipt: bank charges, and payments, which are reported separately.
 */
function recordOf(
  value: Value,
  { bank, columns, types }: TableMapping,
  { amount, date, seq, time, virtualAccount }: Movement,
): BankRecord | null {
  const reverses = value(columns.reverses);
  if (amount < 0 && reverses === '') return null;
  const fromAccount = accountIn(value(columns.fromAccount), { masked: true });
  const parsed = bankRecordSchema.safeParse({
    bank,
    date,
    seq,
    at: `${date}T${time}+08:00`,
    type: types?.[value(columns.type)] ?? 'transfer',
    amount: Math.abs(amount),
    sign: amount > 0 ? '+' : '-',
    // The payer paid directly to the trust account, so there is no virtual account and a person
    // must find the owner.
    virtualAccount: virtualAccount || '0',
    ...optionalField('reverses', amount < 0 ? reverses : ''),
    ...optionalField('fromBank', bankCodeIn(value(columns.fromBank), fromAccount)),
    ...optionalField('fromAccount', fromAccount),
    ...optionalField('fromName', cut(value(columns.fromName), 60)),
    ...optionalField('memo', cut(value(columns.memo), 100)),
  });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: [field] }) => fieldWords[String(field)] ?? '內容');
  throw new RangeError(`${[...new Set(wrong)].join('、')}的內容不合格式`);
}

const fieldWords: Record<string, string> = {
  at: '時間',
  amount: '金額',
  reverses: '沖正的原序號',
  fromBank: '付款銀行',
  fromAccount: '付款帳號',
  fromName: '付款人戶名',
  memo: '附言',
};

/** The first characters of a text, of which none is cut in half. */
const cut = (text: string, length: number) => {
  if (text.length <= length) return text;
  const kept = [...text.slice(0, length)];
  return /[\ud800-\udbff]$/.test(kept.at(-1) ?? '') ? kept.slice(0, -1).join('') : kept.join('');
};

function optionalField(key: string, text: string): Record<string, string> {
  return text === '' ? {} : { [key]: text };
}
