// Formats of amounts, rates, days and time spans; no other file in web/ defines such formats.
import { roundedTo, thousands } from '#contract/core/money.ts';
import { dayIn, timeIn } from './clock.ts';

export { formatPercent } from '#contract/core/money.ts';

/** '3,000'. */
export function formatNumber(n: number): string {
  return thousands(roundedTo(n, 0));
}

/**
 * Formats whole NT$ as '$ 30,000' with a non-breaking space; negative as '−$ 1,200'; with `sign`,
 * positive as '＋$ 1,200'.
 */
export function formatMoney(amount: number, sign = false): string {
  const size = formatNumber(Math.abs(amount));
  if (amount < 0) return `\u2212$\u00a0${size}`;
  return sign && amount > 0 ? `\uff0b$\u00a0${size}` : `$\u00a0${size}`;
}

/**
 * Formats a share between 0 and 1 (0.724) as '72%', rounded down so that 100% is only shown when
 * nothing is missing.
 */
export function formatShare(share: number): string {
  const whole = Math.floor(share * 100 + 1e-9);
  return `${Math.max(0, Math.min(100, whole))}%`;
}

const WAN = 10_000;
const YI = 100_000_000;

/**
 * Formats an amount in units of ten thousand: 30000 → '3 萬', 15000 → '1.5 萬'. It is exact, because
 * a rounded figure would be a different amount.
 */
export function formatWan(amount: number): string {
  return `${thousands(amount / WAN)} 萬`;
}

/** Formats a number as short as possible without rounding, for an axis: '500', '1.5 萬', '2 億'. */
export function formatShort(n: number): string {
  const size = Math.abs(n);
  const sign = n < 0 ? '\u2212' : '';
  if (size >= YI) return `${sign}${thousands(size / YI)} 億`;
  return sign + (size >= WAN ? formatWan(size) : formatNumber(size));
}

/** Formats a number of instalments as '24 期', without a line break inside. */
export function formatTerm(periods: number): string {
  return `${periods}\u00a0期`;
}

const weekdays = '日一二三四五六';

/** Formats 'YYYY-MM-DD' as '2026/11/20'. */
export function formatDay(day: string): string {
  return day.replaceAll('-', '/');
}

/** Formats 'YYYY-MM' as '2026/11', as days are written. */
export const formatMonth = (month: string): string => formatDay(month);

/** Formats 'YYYY-MM-DD' as '2026/11/20（五）'. */
export function formatDayWithWeekday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return `${formatDay(day)}（${weekdays[weekday]}）`;
}

/** Returns the Asia/Taipei day of an instant as 'YYYY-MM-DD'. */
export function dayOfInstant(instant: string): string {
  return dayIn(Date.parse(instant));
}

/** Formats the time of day of an instant as '14:32' in Taipei time. */
export function formatTime(instant: string): string {
  return timeIn(Date.parse(instant));
}

/** Formats an instant as '2026/11/20 14:32' in Taipei time. */
export function formatInstant(instant: string): string {
  return `${formatDay(dayOfInstant(instant))} ${formatTime(instant)}`;
}

/** Formats remaining milliseconds as '2 天 4 小時', '3 小時 20 分', '12 分鐘', '不到 1 分鐘'. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return '不到 1 分鐘';
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小時` : `${days} 天`;
  if (hours > 0) return minutes % 60 > 0 ? `${hours} 小時 ${minutes % 60} 分` : `${hours} 小時`;
  return `${minutes} 分鐘`;
}

/** Formats elapsed milliseconds as '剛剛', '10 分鐘前', '3 小時前', '5 天前'. */
export function formatAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return '剛剛';
  if (minutes < 60) return `${minutes} 分鐘前`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} 小時前`;
  return `${Math.floor(minutes / 1440)} 天前`;
}

/** Formats a month: '2026-11' → '2026 年 11 月'. */
export function monthText(month: string): string {
  return `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;
}
