// Rows of a bank's statement table: which row is the head, which rows are no transactions, and what
// a transaction says. The server reads files with it, and the office previews a layout.
import type { Day } from '../core/day.ts';
import type { Money } from '../core/money.ts';
import {
  accountIn,
  amountIn,
  cellText,
  dayIn,
  momentIn,
  seqIn,
  type Value,
  wholeDollars,
} from './statement-cells.ts';
import type { TableMapping } from './statements.ts';

/** How a table is read; which bank it is of changes nothing about that. */
export type TableReading = Omit<TableMapping, 'bank'>;

/** The columns that a layout names. */
export const columnsIn = ({ columns }: Pick<TableMapping, 'columns'>): string[] =>
  Object.values(columns).filter((name) => name !== undefined && name !== '');

/**
 * Returns the cells of a row by the names of their columns. Throws RangeError if the row has cells
 * beyond the head, as after an amount whose comma was not quoted, or ends before a needed one.
 */
export function valueOf(head: readonly string[], row: readonly string[], of: TableReading): Value {
  if (row.length > head.length) {
    throw new RangeError(`有 ${row.length} 格，標題只有 ${head.length} 格`);
  }
  const { date, seq, credit, debit, virtualAccount } = of.columns;
  const needed = [date, seq, credit, debit, virtualAccount].map((name) => head.indexOf(name ?? ''));
  if (row.length <= Math.max(...needed)) {
    throw new RangeError(`只有 ${row.length} 格，標題有 ${head.length} 格`);
  }
  return (name) => (name ? cellText(row[head.indexOf(name)] ?? '') : '');
}

/** What the first cell of a total or of a balance carried forward begins with. */
const SUMMARY =
  /^(?:本?[頁日月]?[合總小累]\s*[計額]|共計|共\s*\d|承前|過次|期[初末]|前日|(?:sub|grand\s*)?total)/i;

/** Reads a cell; undefined if it cannot be read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/**
 * Returns why a row is no transaction, so that it neither books nor keeps a day open: a total, a
 * remark, or a balance carried forward. Null if it may be one, however damaged.
 */
export function asideIn(
  head: readonly string[],
  row: readonly string[],
  of: TableReading,
): string | null {
  const raw = (name: string | undefined) => (name ? (row[head.indexOf(name)] ?? '').trim() : '');
  const { columns } = of;
  const text = row.find((cell) => /\p{L}/u.test(cell))?.trim() ?? '';
  const names = [columns.virtualAccount, columns.fromAccount, columns.fromBank, columns.fromName];
  if (names.some((name) => raw(name) !== '') || /\d/.test(raw(columns.seq))) return null;
  const hasDay = attempt(() => dayIn(raw(columns.date), of.dates)) !== undefined;
  const amounts = [raw(columns.credit), raw(columns.debit)].map((cell) =>
    attempt(() => wholeDollars(cell)),
  );
  const movesNothing = amounts.every((amount) => amount === 0);
  // The last row of a file that was cut off may be half a transaction.
  if (hasDay && row.length < head.length) return null;
  if (movesNothing && (text !== '' || raw(columns.balance) !== '')) return '備註';
  const label = [raw(columns.date), raw(columns.time), raw(columns.seq), row[0]?.trim() ?? ''];
  return !hasDay && label.some((cell) => SUMMARY.test(cell)) ? '合計' : null;
}

/** What a row says about a movement of money. */
export type Movement = {
  date: Day;
  time: string;
  seq: string;
  /** Signed, in NT$; 0 if nothing moved. */
  amount: Money;
  balance: Money | null;
  /** Empty if the payer named none. */
  virtualAccount: string;
};

/** Reads a row. Throws RangeError, with words for people. */
export function movementIn(value: Value, of: TableReading): Movement {
  const { columns } = of;
  const amount = amountIn(value, of);
  const moment = momentIn(value, of);
  const balance = value(columns.balance);
  return {
    ...moment,
    seq: seqIn(value(columns.seq)),
    amount,
    balance: balance === '' ? null : wholeDollars(balance),
    virtualAccount: accountIn(value(columns.virtualAccount)),
  };
}
