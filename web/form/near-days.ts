// Names of days that are often chosen: 週五, 月底.
import { addDays, addMonths, type Day, day, formatDay, weekdayOf } from '#contract/core/day.ts';
import { daySchema } from '#contract/core/wire.ts';

export type NearDay = { on: Day; name: string };

const FRIDAY = 5;

const endOfMonth = (on: Day): Day => addDays(addMonths(day(`${on.slice(0, 7)}-01`), 1), -1);

/** Returns the number of days until the next Friday; 0 on a Friday. */
const untilFriday = (on: Day) => (FRIDAY - weekdayOf(on) + 7) % 7;

/**
 * Returns the named days around `today` from `first` to `last`, both included. A day with two names
 * gets the first one. Throws RangeError if `first` is after `last`, because then no day could be
 * chosen.
 */
export function nearDays(today: Day, first: Day, last: Day): NearDay[] {
  if (first > last) throw new RangeError(`no day from ${first} to ${last}`);
  const friday = addDays(today, untilFriday(today));
  const monthsEnd = endOfMonth(today);
  const named: NearDay[] = [
    { on: today, name: '今天' },
    { on: addDays(today, 1), name: '明天' },
    { on: friday, name: '週五' },
    { on: addDays(friday, 7), name: '下週五' },
    { on: monthsEnd, name: '月底' },
    { on: endOfMonth(addDays(monthsEnd, 1)), name: '下月底' },
    { on: addDays(today, -1), name: '昨天' },
    { on: addDays(friday, -7), name: '上週五' },
  ];
  const names = new Map<Day, string>();
  for (const { on, name } of named) {
    if (on >= first && on <= last && !names.has(on)) names.set(on, name);
  }
  return [...names].map(([on, name]) => ({ on, name })).toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

/** Schema of a day from `first` to `last`, both included. */
export const daySchemaWithin = (first: Day, last: Day) =>
  daySchema.refine(
    (on) => on >= first && on <= last,
    `請選擇 ${formatDay(first)} 至 ${formatDay(last)} 的日期`,
  );
