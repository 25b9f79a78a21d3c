// Deadlines of polls and negotiations, which end with the last second of a day.
import { addDays, endOfDay, type Day } from '#contract/core/day.ts';

const SECOND_MS = 1_000;

/** Returns the last second of the day `days` from today. */
export function deadlineAfter(today: Day, days: number): Date {
  return new Date(endOfDay(addDays(today, days)));
}

/** Whether the last second of the deadline has passed. */
export function isOver(deadline: Date, now: Date): boolean {
  return now.getTime() >= deadline.getTime() + SECOND_MS;
}

/** Returns the latest deadline that is already over at an instant. */
export function overBefore(now: Date): Date {
  return new Date(now.getTime() - SECOND_MS);
}
