// Money in whole New Taiwan dollars, rates in basis points, and the only rounding functions.

declare const brand: unique symbol;

/** Whole NT$; always a safe integer. `a + b` has the type number, not Money, so use `add`. */
export type Money = number & { readonly [brand]: 'money' };

/**
 * How a fraction of a dollar is rounded to a dollar. `halfUp` rounds an exact half away from zero.
 */
export type Rounding = 'halfUp' | 'ceil' | 'floor';

/** Basis points in one percent and in the whole. */
const BPS_PER_PERCENT = 100;
const BPS_PER_WHOLE = 10_000;

/** Converts a plain number to NT$. RangeError unless it is a safe integer. */
export function money(n: number): Money {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole amount of NT$: ${n}`);
  return (n === 0 ? 0 : n) as Money;
}

/** Converts the result of exact arithmetic to NT$. RangeError outside the safe integers. */
export function moneyOf(n: bigint): Money {
  return money(Number(n));
}

export const ZERO: Money = money(0);

/** Adds amounts of NT$. RangeError if an intermediate sum is not a safe integer. */
export function add(...amounts: Money[]): Money {
  return sum(amounts);
}

/** Adds up amounts of NT$; 0 for none. RangeError if an intermediate sum is not a safe integer. */
export function sum(amounts: Iterable<Money>): Money {
  let total = 0;
  for (const amount of amounts) total = money(total + amount);
  return money(total);
}

/** Returns a less b in NT$, which may be negative. RangeError outside the safe integers. */
export function subtract(a: Money, b: Money): Money {
  return money(a - b);
}

/** Returns the amount in NT$ with the other sign; never -0. */
export function negate(amount: Money): Money {
  return money(-amount);
}

/** Returns the smallest of amounts of NT$. */
export function minOf(first: Money, ...rest: Money[]): Money {
  return money(Math.min(first, ...rest));
}

/** Returns the largest of amounts of NT$. */
export function maxOf(first: Money, ...rest: Money[]): Money {
  return money(Math.max(first, ...rest));
}

/** Multiplies an amount by a whole number. RangeError for a fraction. */
export function times(amount: Money, count: number): Money {
  return moneyOf(BigInt(amount) * BigInt(count));
}

/** Returns whether an amount is more than NT$ 0. */
export function isPositive(amount: Money): boolean {
  return amount > 0;
}

/** Rounds an exact fraction to an integer. RangeError unless the denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError(`not a positive denominator: ${denominator}`);
  if (rounding === 'halfUp') {
    const size = numerator < 0n ? -numerator : numerator;
    const rounded = (2n * size + denominator) / (2n * denominator);
    return numerator < 0n ? -rounded : rounded;
  }
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rounding === 'ceil') return rest > 0n ? quotient + 1n : quotient;
  return rest < 0n ? quotient - 1n : quotient;
}

/** Returns amount × numerator ∕ denominator, calculated exactly and then rounded to whole NT$. */
export function shareOf(
  amount: Money,
  numerator: number | bigint,
  denominator: number | bigint,
  rounding: Rounding,
): Money {
  return moneyOf(divideRounded(BigInt(amount) * BigInt(numerator), BigInt(denominator), rounding));
}

/** Returns the given basis points of an amount, in whole NT$. */
export function percentOf(amount: Money, bps: number, rounding: Rounding = 'halfUp'): Money {
  return shareOf(amount, bps, BPS_PER_WHOLE, rounding);
}

/**
 * Splits an amount by weights using the largest remainder; a tie goes to the earlier index. The
 * shares always add up to the total. With caps nobody gets more than their cap, and the excess goes
 * to the others by the same rule. RangeError if the amount cannot be placed.
 */
export function split(total: Money, weights: readonly number[], caps?: readonly number[]): Money[] {
  if (total < 0) throw new RangeError(`cannot split a negative amount: ${total}`);
  if (weights.some((w) => !Number.isSafeInteger(w) || w < 0)) {
    throw new RangeError('weights are whole and not negative');
  }
  const shares = weights.map(() => 0n);
  let left = BigInt(total);
  while (left > 0n) {
    const room = weights.map((_, i) => (caps ? BigInt(caps[i] ?? 0) - shares[i]! : left));
    const placed = splitOnce(left, weights, room);
    for (const [i, share] of placed.entries()) {
      shares[i]! += share;
      left -= share;
    }
  }
  return shares.map(moneyOf);
}

/**
 * Runs one round of the largest-remainder split among the shares that have not reached their cap;
 * may leave a remainder for the next round.
 */
function splitOnce(left: bigint, weights: readonly number[], room: readonly bigint[]): bigint[] {
  const open = weights.map((w, i) => (room[i]! > 0n ? BigInt(w) : 0n));
  const whole = open.reduce((a, b) => a + b, 0n);
  if (whole === 0n) throw new RangeError(`nobody can take the remaining ${left}`);
  const placed = open.map((w, i) => least((left * w) / whole, room[i]!));
  let rest = left - placed.reduce((a, b) => a + b, 0n);
  const order = open
    .map((w, i) => ({ i, w, remainder: (left * w) % whole }))
    .filter(({ w }) => w > 0n)
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  for (const { i } of order) {
    if (rest > 0n && placed[i]! < room[i]!) {
      placed[i]! += 1n;
      rest -= 1n;
    }
  }
  return placed;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns a part of a positive amount in percent, rounded down to a whole percent. */
export function wholePercentOf(part: Money, whole: Money): number {
  return Number(divideRounded(BigInt(part) * 100n, BigInt(whole), 'floor'));
}

/** Converts basis points to the API's percentage with at most 2 decimals: 950 → 9.5. */
export function percentOfBps(bps: number): number {
  return bps / BPS_PER_PERCENT;
}

/**
 * Converts the API's percentage to basis points: 9.5 → 950. RangeError for more than 2 decimals.
 */
export function bpsOfPercent(percent: number): number {
  const bps = Math.round(percent * BPS_PER_PERCENT);
  if (!(Math.abs(percent * BPS_PER_PERCENT - bps) < 1e-6)) {
    throw new RangeError(`not a percentage with at most 2 decimals: ${percent}`);
  }
  return bps;
}

/** Rounds a figure such as an APR to the given number of decimals. Never used for money. */
export function roundedTo(n: number, decimals: number): number {
  return Number((n + Math.sign(n) * 1e-12).toFixed(decimals));
}

/**
 * Formats a number with thousands separators and a true minus sign. `Intl` is not used, because the
 * first use of it in a page keeps a browser busy for 30 ms while it loads its data.
 */
export function thousands(n: number): string {
  const [whole = '', fraction] = String(Math.abs(n)).split('.');
  const digits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${n < 0 ? '\u2212' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Formats money: `$ 30,000` with a no-break space; `−$ 1,200` below zero. */
export function formatMoney(amount: Money): string {
  return `${amount < 0 ? '\u2212' : ''}$\u00a0${thousands(Math.abs(amount))}`;
}

/** Formats a rate with two decimals: 950 → `9.50%`. */
export function formatRate(bps: number): string {
  return formatPercent(percentOfBps(bps));
}

/** Formats a percentage with two decimals: 19.86 → `19.86%`. */
export function formatPercent(percent: number): string {
  const shown = roundedTo(percent, 2);
  return `${shown < 0 ? '\u2212' : ''}${Math.abs(shown).toFixed(2)}%`;
}
