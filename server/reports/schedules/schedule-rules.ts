// Pure rules of scheduled reports: on which days one is sent, for which period, and its address.
import {
  addDays,
  addMonths,
  clockOf,
  type Day,
  day,
  formatDay,
  weekdayOf,
} from '#contract/core/day.ts';
import type { ReportName } from '#contract/reports/print.ts';
import { type Rhythm, SCHEDULE_DAY_MAX, SENDING_HOUR } from '#contract/reports/schedules.ts';
import { monthDays, type Period } from '../rules.ts';

export type Timing = { rhythm: Rhythm; day: number };

const WEEK = 7;

/** Returns whether a month or a week has this day. */
export const isDayOf = ({ rhythm, day: of }: Timing): boolean =>
  rhythm === 'monthly' ? of >= 1 && of <= SCHEDULE_DAY_MAX : of >= 0 && of < WEEK;

/** Returns the last day whose reports are sent at an instant: today from 08:00 on in Taipei. */
export function lastSendingDay(now: Date): Day {
  const clock = clockOf(now);
  const today = day(clock.slice(0, 10));
  return Number(clock.slice(11, 13)) >= SENDING_HOUR ? today : addDays(today, -1);
}

/** Returns the newest due day up to a day, this day included. */
export function newestDue({ rhythm, day: of }: Timing, upTo: Day): Day {
  if (rhythm === 'weekly') return addDays(upTo, -((weekdayOf(upTo) - of + WEEK) % WEEK));
  const inMonth = day(`${upTo.slice(0, 8)}${String(of).padStart(2, '0')}`);
  return inMonth <= upTo ? inMonth : addMonths(inMonth, -1);
}

/** Returns the first due day after a day. */
export function nextDue(timing: Timing, after: Day): Day {
  const newest = newestDue(timing, after);
  return timing.rhythm === 'weekly' ? addDays(newest, WEEK) : addMonths(newest, 1);
}

/**
 * Returns the days that a report sent on a due day is about: the month before if monthly, and
 * otherwise the month up to the day before.
 */
export function periodSent({ rhythm }: Timing, dueOn: Day): Period {
  const before = addDays(dueOn, -1);
  const month = rhythm === 'monthly' ? addMonths(dueOn, -1).slice(0, 7) : before.slice(0, 7);
  const { from, to } = monthDays(month);
  return { from, to: rhythm === 'monthly' ? to : before, months: [month] };
}

/** Formats the period: 2026 年 10 月, or 2026 年 11 月（至 2026/11/25） if the month goes on. */
export function periodWords({ from, to }: Period): string {
  const month = `${from.slice(0, 4)} 年 ${Number(from.slice(5, 7))} 月`;
  return to === monthDays(from.slice(0, 7)).to ? month : `${month}（至 ${formatDay(to)}）`;
}

/** Returns the path of the office that shows the report with a period. */
export function reportPath(report: ReportName, { from, to }: Period): string {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const query = report === 'outstanding' ? `on=${to}` : `from=${first}&to=${last}`;
  return `/reports/${report}?${query}`;
}
