// Ranges and figures on borrowing pages: from a plan's cheapest to its most expensive loan.
import { formatMoney, formatPercent, formatTerm, formatWan } from '../../ui/format.ts';

/** Formats '$ 4,549–4,707', or one amount if both are the same. */
export function moneyRange(low: number, high: number): string {
  if (low === high) return formatMoney(low);
  return `${formatMoney(low)}–${formatMoney(high).replace(/^\$\s/, '')}`;
}

/** Formats '6.50%–15.90%'. */
export function percentRange(low: number, high: number): string {
  return low === high ? formatPercent(low) : `${formatPercent(low)}–${formatPercent(high)}`;
}

/** Formats '3–50 萬元'. */
export function wanRange(low: number, high: number): string {
  return `${formatWan(low).replace(/\s*萬$/, '')}–${formatWan(high)}元`;
}

/** '6–36 期'. */
export function termRange(terms: readonly number[]): string {
  return `${Math.min(...terms)}–${formatTerm(Math.max(...terms))}`;
}
