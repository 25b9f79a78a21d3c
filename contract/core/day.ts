// Calendar days in Asia/Taipei: arithmetic, business days and formatting.
import published from '../data/tw-holidays.json' with { type: 'json' };

declare const brand: unique symbol;

/** A calendar day in Asia/Taipei, 'YYYY-MM-DD'. Days can be compared as strings. */
export type Day = string & { readonly [brand]: 'day' };

/** Taiwan uses UTC+8 all year; there has been no summer time since 1979. */
const TAIPEI_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = '日一二三四五六';
/** The Republic of China counts its years from 1912. */
const ROC_YEAR_ZERO = 1911;

/** Parses a day. RangeError unless the text is 'YYYY-MM-DD' and such a day exists. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`);
  return text;
}

export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

export function addDays(from: Day, count: number): Day {
  return dayAt(msOf(from) + count * DAY_MS);
}

/**
 * Returns the same day `count` months later, clamped to the end of the month. Always count from the
 * original day (31 Jan + 1 = 28 Feb, + 2 = 31 Mar), never from a clamped one.
 */
export function addMonths(from: Day, count: number): Day {
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + count;
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month, Math.min(Number(from.slice(8)), last)));
}

/** Returns the number of days from a to b; negative if b is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return (msOf(b) - msOf(a)) / DAY_MS;
}

export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function minDay(first: Day, ...rest: Day[]): Day {
  return rest.reduce((a, b) => (b < a ? b : a), first);
}

export function maxDay(first: Day, ...rest: Day[]): Day {
  return rest.reduce((a, b) => (b > a ? b : a), first);
}

/** Returns the Taipei day of an instant. RangeError if the text is not a valid instant. */
export function dayOf(instant: string | Date): Day {
  const ms = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${String(instant)}`);
  return dayAt(ms + TAIPEI_OFFSET_MS);
}

/** Returns an instant in Taipei time: '2026-11-20 14:32:05'. RangeError if it is not valid. */
export function clockOf(instant: string | Date): string {
  const at = new Date(new Date(instant).getTime() + TAIPEI_OFFSET_MS);
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the instant at which a day begins in Taipei. */
export function startOfDay(on: Day): string {
  return `${on}T00:00:00+08:00`;
}

/** Returns the last second of a day in Taipei. */
export function endOfDay(on: Day): string {
  return `${on}T23:59:59+08:00`;
}

/** Day of the week, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(on: Day): number {
  return new Date(msOf(on)).getUTCDay();
}

/**
 * `holidays` are days off; `workdays` are Saturdays and Sundays worked to make up for a holiday.
 */
export type Calendar = {
  holidays: ReadonlySet<string>;
  workdays: ReadonlySet<string>;
};

/** Published holidays with their names, earliest first. */
export const publishedHolidays: readonly { date: Day; name: string }[] = Object.values(
  published.holidays,
)
  .flat()
  .map(({ date, name }) => ({ date: day(date), name }));

/** The government's published calendar. Years that are not published yet have weekends only. */
export const publishedCalendar: Calendar = calendarOf(publishedHolidays);

/**
 * Builds a calendar from rows of holidays. The name of a bridge holiday contains the Saturday that
 * is worked to make up for it: 放假日（2025-02-08 補班）.
 */
function calendarOf(rows: readonly { date: string; name: string }[]): Calendar {
  const worked = rows.flatMap(({ name }) => name.match(/\d{4}-\d{2}-\d{2}(?= 補班)/g) ?? []);
  return { holidays: new Set(rows.map(({ date }) => date)), workdays: new Set(worked) };
}

/** Returns the calendar with additional days off, such as typhoon days. */
export function withHolidays(calendar: Calendar, days: Iterable<Day>): Calendar {
  return { ...calendar, holidays: new Set([...calendar.holidays, ...days]) };
}

export function isBusinessDay(on: Day, calendar: Calendar = publishedCalendar): boolean {
  if (calendar.holidays.has(on)) return false;
  const weekday = weekdayOf(on);
  return (weekday !== 0 && weekday !== 6) || calendar.workdays.has(on);
}

/**
 * Returns the day itself if it is a business day, else the next one. It gives an instalment's
 * `payableUntil`.
 */
export function onOrAfterBusinessDay(on: Day, calendar: Calendar = publishedCalendar): Day {
  let found = on;
  while (!isBusinessDay(found, calendar)) found = addDays(found, 1);
  return found;
}

/**
 * Returns the day that many business days later; the starting day is not counted. RangeError for a
 * negative number.
 */
export function addBusinessDays(
  from: Day,
  count: number,
  calendar: Calendar = publishedCalendar,
): Day {
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`not a number of days: ${count}`);
  let found = from;
  for (let i = 0; i < count; i += 1) found = onOrAfterBusinessDay(addDays(found, 1), calendar);
  return found;
}

/** Formats a day: 2026/11/20 */
export function formatDay(on: Day): string {
  return on.replaceAll('-', '/');
}

/** Formats a day with its weekday: 2026/11/20（五） */
export function formatDayWithWeekday(on: Day): string {
  return `${formatDay(on)}（${WEEKDAYS[weekdayOf(on)]}）`;
}

/**
 * Returns the year in the Republic of China calendar, as used on contracts and identity cards: 2026
 * is 115.
 */
export function rocYear(on: Day): number {
  return Number(on.slice(0, 4)) - ROC_YEAR_ZERO;
}

/** Formats a day in the Republic of China calendar: 中華民國115年2月5日 */
export function formatRoc(on: Day): string {
  return `中華民國${rocYear(on)}年${Number(on.slice(5, 7))}月${Number(on.slice(8))}日`;
}

/**
 * Returns the day as a number, such as 20261121, which serves as the id of records that exist once
 * a day.
 */
export function dayNumber(on: Day): number {
  return Number(on.replaceAll('-', ''));
}

function msOf(on: Day): number {
  return Date.parse(`${on}T00:00:00Z`);
}

function dayAt(ms: number): Day {
  const text = new Date(ms).toISOString().slice(0, 10);
  if (text[4] !== '-') throw new RangeError(`beyond the calendar: ${text}`);
  return text as Day;
}
