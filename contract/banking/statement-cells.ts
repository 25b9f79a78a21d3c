// Values in the cells of a bank's statement table: amounts, days and times. The server reads files
// with them, and the office previews a layout before it is saved.
import { type Day, isDay } from '../core/day.ts';
import { money, type Money, negate, subtract } from '../core/money.ts';
import { MONEY_MAX } from '../core/wire.ts';
import type { TableMapping } from './statements.ts';

/** Returns the cell of a line under a column's name; empty if there is none. */
export type Value = (column: string | undefined) => string;

/**
 * Returns the signed amount of a line in NT$. Throws RangeError, with words for people, if it has
 * none or several.
 */
export function amountIn(
  value: Value,
  { columns, amounts }: Pick<TableMapping, 'columns' | 'amounts'>,
): Money {
  const credit = wholeDollars(value(columns.credit));
  const debit = wholeDollars(value(columns.debit));
  if (amounts === 'signed') {
    if (credit === 0) throw new RangeError('沒有金額');
    return credit;
  }
  if (credit < 0 || debit < 0) throw new RangeError('收入或支出欄的金額是負數');
  if (credit > 0 && debit > 0) throw new RangeError('同時有收入與支出');
  if (credit === 0 && debit === 0) throw new RangeError('沒有金額');
  return subtract(credit, debit);
}

/**
 * Parses `1,234`, `-1234`, `(1,234)` or `1234.00`; an empty text is 0. Cents are refused, because
 * New Taiwan dollars have none.
 */
export function wholeDollars(text: string): Money {
  const plain = text.replace(/^(?:NT)?\$\s*/, '');
  const found = /^(\(|[+-])?(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?\)?$/.exec(plain === '' ? '0' : plain);
  const dollars = Number(found?.[2]?.replaceAll(',', ''));
  if (!found || !Number.isSafeInteger(dollars)) throw new RangeError(`不是整數金額：${text}`);
  if (dollars > MONEY_MAX) throw new RangeError(`金額過大：${text}`);
  const amount = money(dollars);
  return found[1] === '-' || found[1] === '(' ? negate(amount) : amount;
}

/**
 * Parses 2026/11/21, 2026-11-21 or 20261121, and with years of the Republic of China 115/11/21 or
 * 1151121.
 */
export function dayIn(text: string, dates: TableMapping['dates']): Day {
  const found =
    /^(\d{2,4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? /^(\d+)(\d\d)(\d\d)$/.exec(text);
  const year = Number(found?.[1]) + (dates === 'roc' ? 1911 : 0);
  const on = found ? `${year}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}` : '';
  if (!isDay(on)) throw new RangeError(`不是日期：${text}`);
  return on;
}

/** Parses 09:05, 09:05:30 or 090530; an empty text is the start of the day. */
export function timeIn(text: string): string {
  const digits = text.replaceAll(':', '').padEnd(6, '0');
  if (!/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(digits)) throw new RangeError(`不是時間：${text}`);
  return digits.replace(/(..)(..)(..)/, '$1:$2:$3');
}
