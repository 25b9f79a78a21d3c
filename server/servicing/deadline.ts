// Deadlines of polls and negotiations: the last second of a day, counted to its end.
import { addDays, endOfDay, type Day } from '#contract/core/day.ts';

const SECOND_MS = 1_000;

/** The last second of the day so many days on. */
export function deadlineAfter(today: Day, days: number): Date {
  return new Date(endOfDay(addDays(today, days)));
}

/** Whether the deadline's last second has passed. */
export function isOver(deadline: Date, now: Date): boolean {
  return now.getTime() >= deadline.getTime() + SECOND_MS;
}

/** Deadlines at or before this instant are over. */
export function overBefore(now: Date): Date {
  return new Date(now.getTime() - SECOND_MS);
}
