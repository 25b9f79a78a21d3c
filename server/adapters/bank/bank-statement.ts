// Reads a bank's statement file line by line into records, whatever its columns are called.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import {
  type BankRecord,
  bankRecordSchema,
  debitReferenceIn,
  paymentReferenceIn,
  type PaymentReport,
} from '#contract/banking/calls.ts';
import {
  amountIn,
  dayIn,
  timeIn,
  type Value,
  wholeDollars,
} from '#contract/banking/statement-cells.ts';
import type { CamtMapping, StatementMapping, TableMapping } from '#contract/banking/statements.ts';
import type { Day } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import { NotCamt } from './camt-entries.ts';
import { camtLines, camtTable } from './camt-statement.ts';

/** Content of one line: the movement itself, and what it means for the platform. */
export type StatementEntry = {
  /** Line number in the file, from 1. */
  line: number;
  date: Day;
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
};
export type StatementLine = StatementEntry | { line: number; why: string };

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

const CHUNK = 64 * 1024;
type Row = { record: string[]; info: { lines: number } };

/** Decodes the file piece by piece; throws at bytes that are not valid in the encoding. */
function* textOf(bytes: Uint8Array, encoding: 'utf-8' | 'big5', fed: (bytes: number) => void) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let from = 0; from < bytes.length; from += CHUNK) {
      yield decoder.decode(bytes.subarray(from, from + CHUNK), { stream: true });
      fed(Math.min(bytes.length, from + CHUNK));
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StatementUnreadable(`檔案不是 ${encoding} 編碼`);
  }
}

/**
 * Yields every non-empty line in the file's order. Throws StatementUnreadable if the file lacks a
 * column or is not of the format; an unreadable line does not affect the other lines.
 */
export async function* readStatement(
  bytes: Uint8Array,
  mapping: StatementMapping,
  fed: (bytes: number) => void = () => {},
): AsyncGenerator<StatementLine> {
  if ('format' in mapping) yield* readCamt(bytes, mapping, fed);
  else yield* readTable(bytes, mapping, fed);
}

function* readCamt(
  bytes: Uint8Array,
  mapping: CamtMapping,
  fed: (bytes: number) => void,
): Generator<StatementLine> {
  const table = camtTable(mapping);
  try {
    for (const read of camtLines(textOf(bytes, 'utf-8', fed), mapping)) {
      if ('why' in read) yield read;
      else {
        const row: Record<string, string> = read.row;
        yield lineOf((name) => row[name ?? ''] ?? '', table, read.line);
      }
    }
  } catch (error) {
    if (!(error instanceof NotCamt)) throw error;
    throw new StatementUnreadable('檔案不是 ISO 20022 的 camt.053 對帳單');
  }
}

async function* readTable(
  bytes: Uint8Array,
  mapping: TableMapping,
  fed: (bytes: number) => void,
): AsyncGenerator<StatementLine> {
  const parser = parse({
    bom: true,
    delimiter: mapping.delimiter,
    from_line: mapping.skip + 1,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
  });
  const feeding = pipeline(Readable.from(textOf(bytes, mapping.encoding, fed)), parser);
  // If the reader stops early, the pipeline that feeds it is aborted as well; that is not a
  // failure.
  feeding.catch(() => {});
  let head: string[] | null = null;
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      if (head === null) head = headOf(record, mapping);
      else if (record.some((cell) => cell.trim() !== '')) {
        yield lineOf(valuesOf(record, head), mapping, info.lines);
      }
    }
    await feeding;
  } catch (error) {
    if (error instanceof CsvError) {
      throw new StatementUnreadable(`第 ${error['lines'] ?? '?'} 行起不是表格`);
    }
    throw error;
  }
  if (head === null) throw new StatementUnreadable('檔案沒有內容');
}

/**
 * Throws the error that `readStatement` would throw at the start of the file; used when a file is
 * uploaded.
 */
export async function checkStatement(bytes: Uint8Array, mapping: StatementMapping): Promise<void> {
  for await (const _ of readStatement(bytes, mapping)) return;
}

function headOf(record: string[], { columns }: TableMapping): string[] {
  const head = record.map((name) => name.trim());
  const wanted = Object.values(columns).filter((name) => name !== undefined && name !== '');
  const missing = wanted.filter((name) => !head.includes(name));
  if (missing.length > 0) throw new StatementUnreadable(`缺少欄位：${missing.join('、')}`, missing);
  return head;
}

const valuesOf =
  (record: string[], head: string[]): Value =>
  (name) =>
    name ? (record[head.indexOf(name)] ?? '').trim() : '';

function lineOf(value: Value, mapping: TableMapping, line: number): StatementLine {
  try {
    return { line, ...entryOf(value, mapping) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { line, why: error.message };
  }
}

function entryOf(value: Value, mapping: TableMapping): Omit<StatementEntry, 'line'> {
  const { columns } = mapping;
  const amount = amountIn(value, mapping);
  const date = dayIn(value(columns.date), mapping.dates);
  const seq = value(columns.seq);
  if (seq === '' || seq.length > 40) throw new RangeError('沒有交易序號');
  const time = timeIn(value(columns.time));
  const debit = amount > 0 ? debitIn(value, mapping) : null;
  const own = referenceIn(value, mapping);
  const balance = value(columns.balance);
  return {
    date,
    // The answer of the clearing house books the debit, under this number.
    seq: debit ?? seq,
    time,
    amount,
    reference: own,
    balance: balance === '' ? null : wholeDollars(balance),
    record:
      own === null && debit === null ? recordOf(value, mapping, { amount, date, seq, time }) : null,
    payment: own === null ? null : paymentOf(own, value(columns.memo), { amount, date, time }),
  };
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

type Moved = { amount: Money; date: Day; time: string };

function paymentOf(reference: string, memo: string, { amount, date, time }: Moved): PaymentReport {
  return {
    reference,
    outcome: amount < 0 ? 'confirmed' : 'returned',
    date,
    at: new Date(`${date}T${time}+08:00`),
    amount: money(Math.abs(amount)),
    ...(amount > 0 && memo !== '' ? { reason: memo.slice(0, 100) } : {}),
  };
}

/**
 * Returns the bank record of a line. Null for money that was paid out and does not reverse a
 * receipt: bank charges, and payments, which are reported separately.
 */
function recordOf(
  value: Value,
  { bank, columns, types }: TableMapping,
  { amount, date, seq, time }: Moved & { seq: string },
): BankRecord | null {
  const reverses = value(columns.reverses);
  if (amount < 0 && reverses === '') return null;
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
    virtualAccount: value(columns.virtualAccount).replace(/\D/g, '').slice(0, 20) || '0',
    ...optionalField('reverses', amount < 0 ? reverses : ''),
    ...optionalField('fromBank', value(columns.fromBank).slice(0, 3)),
    ...optionalField(
      'fromAccount',
      value(columns.fromAccount)
        .replace(/[^\d*]/g, '')
        .slice(0, 20),
    ),
    ...optionalField('fromName', value(columns.fromName).slice(0, 60)),
    ...optionalField('memo', value(columns.memo).slice(0, 100)),
  });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path }) => path.join('.'));
  throw new RangeError(`欄位有誤：${wrong.join('、')}`);
}

function optionalField(key: string, text: string): Record<string, string> {
  return text === '' ? {} : { [key]: text };
}
