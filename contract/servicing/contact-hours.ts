// The hours in which members may be disturbed: by messages, and by letters and calls of collection.
import { addDays, dayOf } from '../core/day.ts';

/** Hours of the day in Taipei: from the first, up to the second. */
type Hours = { readonly from: number; readonly to: number };

/**
 * Text messages keep quiet from 21:00 to 08:00. Collection by whatever way, on any day of the week,
 * keeps to 09:00 to 20:00. A code that a member asked for keeps none of them.
 */
export const contactHours = {
  messages: { from: 8, to: 21 },
  collection: { from: 9, to: 20 },
} as const satisfies Record<string, Hours>;
export type ContactHours = keyof typeof contactHours;

const instantAt = (day: string, hour: number) =>
  Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);

/** The instant itself where it lies within the hours, else the next one that does. */
export function nextWithin(hours: ContactHours, instant: Date): Date {
  const { from, to } = contactHours[hours];
  const day = dayOf(instant);
  const at = instant.getTime();
  if (at < instantAt(day, from)) return new Date(instantAt(day, from));
  if (at < instantAt(day, to)) return instant;
  return new Date(instantAt(addDays(day, 1), from));
}

export const isWithin = (hours: ContactHours, instant: Date): boolean =>
  nextWithin(hours, instant).getTime() === instant.getTime();
