// Hours in which members may be contacted: for messages, and for collection letters and calls.
import { addDays, dayOf } from '../core/day.ts';

/** Hours of the day in Taipei; `from` is included, `to` is not. */
type Hours = { readonly from: number; readonly to: number };

/**
 * Text messages are not sent from 21:00 to 08:00. Collection contacts of any kind are allowed only
 * from 09:00 to 20:00, on any day of the week. A code that a member requested is sent at any time.
 */
export const contactHours = {
  messages: { from: 8, to: 21 },
  collection: { from: 9, to: 20 },
} as const satisfies Record<string, Hours>;
export type ContactHours = keyof typeof contactHours;

const instantAt = (day: string, hour: number) =>
  Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);

/**
 * Returns the instant itself if it lies within the hours, otherwise the next instant at which the
 * hours begin.
 */
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
