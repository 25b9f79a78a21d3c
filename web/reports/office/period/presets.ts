// Periods of a report by name, and the period before one; months as YYYY-MM.
import { addMonths, type Day, day } from '#contract/core/day.ts';

export type Span = { from: string; to: string };

const first = (month: string): Day => day(`${month}-01`);
export const monthsOn = (month: string, count: number): string =>
  addMonths(first(month), count).slice(0, 7);

/** Number of months of a period, both ends included. */
export function lengthOf({ from, to }: Span): number {
  const at = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return at(to) - at(from) + 1;
}

/** The period of the same length that ends with the month before. */
export function periodBefore({ from, to }: Span): Span {
  const length = lengthOf({ from, to });
  return { from: monthsOn(from, -length), to: monthsOn(from, -1) };
}

/** The named periods on a day, in the order in which they are shown. */
export function presetsOn(today: string): readonly (Span & { text: string })[] {
  const month = today.slice(0, 7);
  const intoQuarter = (Number(month.slice(5)) - 1) % 3;
  const last = monthsOn(month, -1);
  return [
    { text: '本月', from: month, to: month },
    { text: '上月', from: last, to: last },
    { text: '本季', from: monthsOn(month, -intoQuarter), to: month },
    { text: '今年', from: `${month.slice(0, 4)}-01`, to: month },
    { text: '近 12 個月', from: monthsOn(month, -11), to: month },
  ];
}
