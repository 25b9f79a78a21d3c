// Values in the cells of a bank's statement table: amounts, days, times and numbers of accounts.
// The server reads files with them, and the office previews a layout before it is saved. A cell is
// cleaned only where nobody could read it differently; any other is refused with its text.
import { type Day, isDay } from '../core/day.ts';
import { money, type Money, negate, subtract, ZERO } from '../core/money.ts';
import { MONEY_MAX } from '../core/wire.ts';
import type { TableMapping } from './statements.ts';

/** Returns the cell of a line under a column's name; empty if there is none. */
export type Value = (column: string | undefined) => string;

/** Cells that are as they seem, so that a large file is read fast. */
const ORDINARY = /^[\u0020-\u0022\u0024-\u0026\u0028-\u003c\u003e-\u007e\u4e00-\u9fff]*$/;
/** Characters that nobody sees: zero-width ones, marks of direction, and the byte order mark. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
/** What spreadsheets write in place of a value, behind a number sign. */
const ERRORS = new Set(
  ['REF!', 'N/A', 'VALUE!', 'NAME?', 'DIV/0!', 'NUM!', 'NULL!', 'SPILL!', 'CALC!', 'FIELD!'].concat(
    ['ERROR!', 'BLOCKED!', 'UNKNOWN!', 'CONNECT!', 'GETTING_DATA'],
  ),
);
const isSpreadsheetError = (text: string) =>
  /^(?:#{2,}|Err:\d+)$/i.test(text) ||
  (text.startsWith('#') && ERRORS.has(text.slice(1).toUpperCase()));
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffd]/;

/**
 * Returns the text of a cell. Spreadsheets keep zeros in front of a number as `="0012"` or `'0012`.
 * Throws RangeError at errors of spreadsheets and at characters that could not be decoded.
 */
export function cellText(raw: string): string {
  if (ORDINARY.test(raw) && !/^err:/i.test(raw)) return raw.trim();
  const text = raw.replace(INVISIBLE, '').trim();
  if (isSpreadsheetError(text)) throw new RangeError(`試算表的錯誤：${text}`);
  if (UNREADABLE.test(text)) throw new RangeError(`有無法辨識的字：${excerptOf(text)}`);
  return (/^="([^"]*)"$/.exec(text)?.[1] ?? text.replace(/^'(?=\d)/, '')).trim();
}

/** The text as a person can read it in a message, at most 40 characters of it. */
const excerptOf = (text: string) =>
  [...text]
    .slice(0, 40)
    // oxlint-disable-next-line no-control-regex
    .map((sign) => (/[\0-\u001f]/.test(sign) ? '\ufffd' : sign))
    .join('');

/** Full-width digits and signs as ASCII, and any minus as a hyphen. */
const plainOf = (text: string) =>
  /^[\u0020-\u007e]*$/.test(text)
    ? text.trim()
    : text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .trim();

/**
 * Returns the signed amount of a line in NT$; 0 if the file says that nothing moved. Throws
 * RangeError, with words for people, if it has none or several.
 */
export function amountIn(
  value: Value,
  { columns, amounts }: Pick<TableMapping, 'columns' | 'amounts'>,
): Money {
  const texts = amounts === 'signed' ? [columns.credit] : [columns.credit, columns.debit];
  if (texts.every((name) => isNothing(value(name)))) throw new RangeError('沒有金額');
  const credit = wholeDollars(value(columns.credit));
  if (amounts === 'signed') return credit;
  const debit = wholeDollars(value(columns.debit));
  if (credit < 0 || debit < 0) throw new RangeError('收入或支出欄的金額是負數');
  if (credit > 0 && debit > 0) throw new RangeError('同時有收入與支出');
  return subtract(credit, debit);
}

/** An empty cell, or the dash that stands for nothing in accounts. */
const isNothing = (text: string) => /^-*$/.test(plainOf(text));

const AMOUNT = new RegExp(
  [
    String.raw`^(\()?([+-])?\s*(?:NT\$|NTD|TWD|\$)?\s*([+-])?\s*`,
    String.raw`(\d{1,3}(?:,\d{3})+|\d+)(\.0+)?\s*元?\s*(-)?(\))?$`,
  ].join(''),
  'i',
);

/**
 * Parses `1,234`, `-1234`, `1234-`, `(1,234)` or `1234.00`; an empty text is 0. Cents are refused,
 * because New Taiwan dollars have none, and so is `1.000`, which may mean a thousand.
 */
export function wholeDollars(text: string): Money {
  if (/^\d{1,11}$/.test(text)) return money(Number(text));
  const plain = plainOf(text);
  if (isNothing(plain)) return ZERO;
  const found = AMOUNT.exec(plain);
  const [, open, sign, inner, digits = '', cents, behind, close] = found ?? [];
  const signs = [open, sign, inner, behind].filter((one) => one !== undefined);
  const isDoubtful = cents === '.000' && /^[1-9]\d{0,2}$/.test(digits);
  const dollars = Number(digits.replaceAll(',', ''));
  const isPaired = (open === undefined) === (close === undefined);
  if (!found || signs.length > 1 || !isPaired || isDoubtful || !Number.isSafeInteger(dollars)) {
    throw new RangeError(`不是整數金額：${excerptOf(text)}`);
  }
  if (dollars > MONEY_MAX) throw new RangeError(`金額過大：${excerptOf(text)}`);
  return signs[0] === undefined || signs[0] === '+' ? money(dollars) : negate(money(dollars));
}

const DAYS = [
  /^(民國)?(\d{2,4})([./-])(\d{1,2})\3(\d{1,2})$/,
  /^(民國)?(\d{2,4})(年)(\d{1,2})月(\d{1,2})日$/,
  /^(民國)?(\d{2,4})()(\d\d)(\d\d)$/,
];

/**
 * Parses 2026/11/21, 2026-11-21, 20261121 or 2026年11月21日, and with years of the Republic of China
 * 115/11/21, 1151121 or 民國115年11月21日. A time of day may follow.
 */
export const dayIn = (text: string, dates: TableMapping['dates']): Day =>
  dayAndTime(text, dates).date;

type Moment = { date: Day; time: string | null };
/** The day that was read last is kept, because a file has many lines of the same day. */
let last: { key: string; moment: Moment } | null = null;

function dayAndTime(text: string, dates: TableMapping['dates']): Moment {
  const key = `${dates} ${text}`;
  if (last?.key !== key) last = { key, moment: readMoment(text, dates) };
  return last.moment;
}

function readMoment(text: string, dates: TableMapping['dates']): Moment {
  const plain = plainOf(text).replace(/\s*([./年月-])\s*/g, '$1');
  if (plain === '') throw new RangeError('沒有日期');
  const [, day = '', , time] = /^([^\sT]+)([\sT]\s*(.+))?$/.exec(plain) ?? [];
  const parts = DAYS.map((pattern) => pattern.exec(day)).find((found) => found !== null);
  const [, era, years = '', , month = '', on = ''] = parts ?? [];
  // No year of the Republic has four digits, and no other year has three.
  const isRoc = era !== undefined || (dates === 'roc' && Number(years) < 1_000);
  const year = String(Number(years) + (isRoc ? 1911 : 0));
  const date = `${year}-${month.padStart(2, '0')}-${on.padStart(2, '0')}`;
  if (!parts || !isDay(date)) throw new RangeError(`不是日期：${excerptOf(text)}`);
  return { date, time: time === undefined ? null : timeIn(time) };
}

const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;
const AM = /^(?:上午|凌晨|早上|am|a\.m\.)$/i;
const PM = /^(?:下午|晚上|pm|p\.m\.)$/i;
const HALF = /^(上午|凌晨|早上|下午|晚上|[ap]\.?m\.?)\s*|\s*([ap]\.?m\.?)$/i;

/**
 * Parses 09:05, 9:05:30, 090530, 90530 (without its zero), 上午 9:05 or 2:30 p.m.; an empty text is
 * the start of the day. Refuses what may be another time, as 930 is.
 */
export function timeIn(text: string): string {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return `${text}:00`;
  const plain = plainOf(text);
  if (plain === '') return '00:00:00';
  const half = HALF.exec(plain);
  const word = (half?.[1] ?? half?.[2] ?? '').replace(/^([ap])\.?m\.?$/i, '$1m');
  const rest = plain.replace(HALF, '').replace(/^(\d{1,2})時(\d\d)分(?:(\d\d)秒)?$/, colons);
  const digits = /^\d{4,6}$/.test(rest) && word === '' ? rest : '';
  const compact = digits.length === 4 ? `${digits}00` : digits.padStart(digits === '' ? 0 : 6, '0');
  const found = CLOCK.exec(compact === '' ? rest : compact.replace(/(..)(..)(..)/, '$1:$2:$3'));
  const hour = hourOf(Number(found?.[1]), word);
  const time = `${String(hour).padStart(2, '0')}:${found?.[2]}:${found?.[3] ?? '00'}`;
  if (!found || !/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) {
    throw new RangeError(`不是時間：${excerptOf(text)}`);
  }
  return time;
}

const colons = (_all: string, hours: string, minutes: string, seconds = '00') =>
  `${hours}:${minutes}:${seconds}`;

/** Hour of the day; NaN if the word for the half of the day does not fit it. */
function hourOf(hour: number, word: string): number {
  if (word === '') return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  const past = hour === 12 ? 0 : hour;
  if (AM.test(word)) return past;
  return PM.test(word) ? past + 12 : Number.NaN;
}

/**
 * Returns day and time of a line, which may stand in one cell or in two. Throws RangeError if the
 * two cells contradict each other.
 */
export function momentIn(
  value: Value,
  { columns, dates }: Pick<TableMapping, 'columns' | 'dates'>,
): { date: Day; time: string } {
  const first = dayAndTime(value(columns.date), dates);
  const text = value(columns.time);
  if (text === '') return { date: first.date, time: first.time ?? '00:00:00' };
  const isWhole = /\d[./年-]\d+[./月-]\d/.test(plainOf(text)) && !CLOCK.test(plainOf(text));
  const second = isWhole ? dayAndTime(text, dates) : { date: first.date, time: timeIn(text) };
  const time = second.time ?? '00:00:00';
  const isOther = first.time !== null && first.time !== '00:00:00' && first.time !== time;
  if (second.date !== first.date || isOther)
    throw new RangeError(`日期與時間不一致：${excerptOf(text)}`);
  return { date: first.date, time };
}

const SCIENTIFIC = /^\d+(?:\.\d+)?E\+?\d+$/i;

/**
 * Returns the digits of an account; empty if the cell is. Spaces and hyphens between them are left
 * out, and hidden digits become `*` where `masked` allows them.
 */
export function accountIn(text: string, { masked = false } = {}): string {
  const plain = plainOf(text).replace(/[\s-]/g, '');
  const account = masked ? plain.replace(/[x●○•]/gi, '*') : plain;
  if ((masked ? /^[\d*]{0,20}$/ : /^\d{0,20}$/).test(account)) return account;
  if (SCIENTIFIC.test(plain)) {
    throw new RangeError(`帳號是科學記號，原來的號碼已經遺失：${excerptOf(text)}`);
  }
  throw new RangeError(`不是帳號：${excerptOf(text)}`);
}

/**
 * Returns the three digits of a payer's bank, from `822`, `8220012` (with the branch), `822 中信` or
 * `4`; empty if the cell is. Where zeros are missing, those of the account may be missing as well,
 * so that an account that does not begin with one is refused.
 */
export function bankCodeIn(text: string, account: string): string {
  const plain = plainOf(text).replace(/^\((\d+)\)/, '$1 ');
  if (plain === '') return '';
  const digits = /^(\d+)(?:$|[\s\-\p{L}])/u.exec(plain)?.[1] ?? '';
  if (digits.length === 3 || digits.length === 7) return digits.slice(0, 3);
  if (digits.length !== 1 && digits.length !== 2) {
    throw new RangeError(`不是銀行代碼：${excerptOf(text)}`);
  }
  if (account !== '' && !account.startsWith('0')) {
    throw new RangeError(`銀行代碼 ${digits} 少了前面的 0，帳號 ${account} 可能也不完整`);
  }
  return digits.padStart(3, '0');
}

/** Returns the bank's number of a line. */
export function seqIn(text: string): string {
  const seq = text.trim();
  if (seq === '') throw new RangeError('沒有交易序號');
  if (/^\d+(?:\.\d+)?E\+\d+$/i.test(seq)) {
    throw new RangeError(`交易序號是科學記號，原來的號碼已經遺失：${excerptOf(seq)}`);
  }
  if (seq.length > 40) throw new RangeError(`交易序號超過 40 個字：${excerptOf(seq)}`);
  return seq;
}
