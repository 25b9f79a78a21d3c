// Virtual accounts at the trust bank: 14 digits that identify the payer until a given day.
import { day, daysBetween, type Day } from '../core/day.ts';

const COMPANY_CODE = /^\d{5}$/;
/** Number of serials that a company code has per day. */
export const SERIALS_PER_DAY = 10_000;
/** Weights of the first 13 digits, starting from the last digit. */
const WEIGHTS = [3, 1] as const;
/** Weights of the digits of an amount, units first: d0, d1 … d6. */
const AMOUNT_WEIGHTS = [5, 4, 3, 2, 3, 4, 5] as const;

/**
 * Returns company code (5) + last digit of the year before the day's (1) + day of the year (3) +
 * serial (4) + check digit. Without `amount` the account accepts any amount, including part
 * payments; with `amount` the bank refuses every other amount. RangeError for parts that do not
 * fit.
 */
export function virtualAccountOf(parts: {
  companyCode: string;
  day: Day;
  serial: number;
  amount?: number;
}): string {
  const { companyCode, serial, amount } = parts;
  if (!COMPANY_CODE.test(companyCode)) throw new RangeError(`not a company code: ${companyCode}`);
  if (!Number.isInteger(serial) || serial < 0 || serial >= SERIALS_PER_DAY) {
    throw new RangeError(`not a serial: ${serial}`);
  }
  const year = Number(parts.day.slice(0, 4));
  const dayOfYear = daysBetween(day(`${parts.day.slice(0, 4)}-01-01`), parts.day) + 1;
  const body = `${companyCode}${(year - 1) % 10}${padded(dayOfYear, 3)}${padded(serial, 4)}`;
  return body + checkDigitOf(body, amount);
}

/** Whether 14 digits have the right check digit, for any amount or for the given one. */
export function isVirtualAccount(text: string, amount?: number): boolean {
  return /^\d{14}$/.test(text) && text.endsWith(checkDigitOf(text.slice(0, 13), amount));
}

function checkDigitOf(body: string, amount: number | undefined): string {
  const digits = reversed(body);
  const sum = digits.reduce((total, digit, i) => total + digit * WEIGHTS[i % 2]!, 0);
  return String((10 - ((sum + amountCodeOf(amount)) % 10)) % 10);
}

/**
 * Returns (d0 + d6)·5 + (d1 + d5)·4 + (d2 + d4)·3 + d3·2 over the digits of an amount, units first.
 */
function amountCodeOf(amount: number | undefined): number {
  if (amount === undefined) return 0;
  if (!Number.isInteger(amount) || amount < 0 || amount > 9_999_999) {
    throw new RangeError(`not an amount for a virtual account: ${amount}`);
  }
  const digits = reversed(String(amount));
  return digits.reduce((total, digit, i) => total + digit * AMOUNT_WEIGHTS[i]!, 0);
}

function reversed(text: string): number[] {
  return Array.from(text, Number).toReversed();
}

function padded(n: number, length: number): string {
  return String(n).padStart(length, '0');
}
