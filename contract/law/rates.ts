// Rates of return: the borrower's APR, the investor's XIRR, and the statutory cap.
import { daysBetween, minDay, type Day } from '../core/day.ts';
import { roundedTo, type Money } from '../core/money.ts';

/**
 * Highest yearly rate, 16 %, which also caps late interest and penalty together (Civil Code 205).
 */
export const RATE_CAP_BPS = 1_600;
const DAYS_PER_YEAR = 365;

/**
 * Returns whether interest and the investors' share of the prepayment fee may exceed the cap: after
 * a full prepayment on the first day, the share counts as interest of one day (Civil Code 205,
 * 206).
 */
export function exceedsRateCap(of: {
  rateBps: number;
  prepaymentFeeBps: number;
  prepaymentFeeInstalments: number;
  prepaymentCreditorsPercent: number;
}): boolean {
  const { prepaymentFeeBps, prepaymentFeeInstalments, prepaymentCreditorsPercent } = of;
  if (prepaymentFeeInstalments === 0) return false;
  const share = (prepaymentFeeBps * prepaymentCreditorsPercent) / 100;
  return share > 0 && of.rateBps + share * DAYS_PER_YEAR > RATE_CAP_BPS;
}

const MONTHS_PER_YEAR = 12;
/** The search starts from Excel's default guess, 10 % a year. */
const FIRST_GUESS = Math.log1p(0.1);
const FARTHEST = 700;

/** One payment as its receiver sees it: money in is positive, money out negative. */
export type Flow = { on: Day; amount: number };

/**
 * Returns 總費用年百分率 (APR): the monthly internal rate of the net disbursement against the instalments,
 * times 12, nominal, in percent with 2 decimals. Throws RangeError if there is no such rate.
 */
export function aprOf(netDisbursement: Money, instalmentTotals: readonly Money[]): number {
  const flows = [netDisbursement, ...instalmentTotals.map((total) => -total)];
  const root = discountRootOf(flows.map((amount, time) => ({ time, amount })));
  if (root === null) throw new RangeError(`no rate for ${netDisbursement} against the instalments`);
  return roundedTo(Math.expm1(root) * MONTHS_PER_YEAR * 100, 2);
}

/**
 * Returns the yearly rate (0.1 is 10 %) at which the present value of dated flows is zero, act/365
 * from the first flow, as Excel's XIRR defines it. Returns null if there is none: flows in one
 * direction only, all on one day, or a gain too large to represent. If there are several rates,
 * returns the one nearest to Excel's first guess.
 */
export function xirr(flows: readonly Flow[]): number | null {
  const [head, ...rest] = flows.map(({ on }) => on);
  if (head === undefined) return null;
  const first = minDay(head, ...rest);
  const root = discountRootOf(
    flows.map(({ on, amount }) => ({ time: daysBetween(first, on) / DAYS_PER_YEAR, amount })),
  );
  const rate = root === null ? null : Math.expm1(root);
  return rate === Infinity ? null : rate;
}

type Timed = { time: number; amount: number };

/** Returns the continuous rate v with Σ amount·e^(−v·time) = 0, or null. */
function discountRootOf(flows: readonly Timed[]): number | null {
  const paid = flows.filter(({ amount }) => amount !== 0);
  const bothWays = paid.some(({ amount }) => amount > 0) && paid.some(({ amount }) => amount < 0);
  const oneDay = paid.every(({ time }) => time === paid[0]?.time);
  if (!bothWays || oneDay) return null;
  const bracket = bracketOf(paid);
  return bracket === null ? null : bisected(paid, ...bracket);
}

/** Searches outwards on both sides of the first guess until the sign changes. */
function bracketOf(flows: readonly Timed[]): [number, number] | null {
  const start = presentValue(flows, FIRST_GUESS);
  let [low, high] = [FIRST_GUESS, FIRST_GUESS];
  let [below, above] = [start, start];
  for (let step = 0.02; step < FARTHEST; step *= 1.15) {
    const higher = presentValue(flows, high + step);
    if (higher * above <= 0) return [high, high + step];
    const lower = presentValue(flows, low - step);
    if (lower * below <= 0) return [low - step, low];
    [low, high, below, above] = [low - step, high + step, lower, higher];
  }
  return null;
}

/** Halves the bracket until its ends are neighbouring floating-point numbers. */
function bisected(flows: readonly Timed[], from: number, to: number): number {
  let [low, high] = [from, to];
  const rising = presentValue(flows, high) > presentValue(flows, low);
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (presentValue(flows, middle) > 0 === rising) high = middle;
    else low = middle;
  }
}

/**
 * Returns the flows' present value at rate v, multiplied by a positive factor so that nothing
 * overflows; only the sign is meaningful.
 */
function presentValue(flows: readonly Timed[], v: number): number {
  const times = flows.map(({ time }) => time);
  const anchor = v < 0 ? Math.max(...times) : Math.min(...times);
  return flows.reduce((sum, { time, amount }) => sum + amount * Math.exp(-v * (time - anchor)), 0);
}
