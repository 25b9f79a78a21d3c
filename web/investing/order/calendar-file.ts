// A date for one's calendar as an .ics file (RFC 5545), and the text of a payment to keep.

import { addDays, day } from '#contract/core/day.ts';

const PRODUCT = 'PRODID:-//Baixi//Investing//ZH-TW';
const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** Lines of at most 75 octets; what goes on begins with a space (RFC 5545 §3.1). */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS - (parts.length > 0 ? 1 : 0)) {
      parts.push(part);
      part = '';
      octets = 0;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

/** Text with what has a meaning of its own escaped (RFC 5545 §3.3.11). */
export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, String.raw`\n`);
}

const stamp = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '');

/**
 * One event that ends at `until`, an hour long, with a reminder a day and three hours before.
 * `now` in ms is when the file was made.
 */
export function calendarOf(event: {
  uid: string;
  title: string;
  text: string;
  until: string;
  now: number;
}): string {
  const end = Date.parse(event.until);
  const alarm = (trigger: string) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(event.title)}`,
    `TRIGGER:${trigger}`,
    'END:VALARM',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    PRODUCT,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${stamp(event.now)}`,
    `DTSTART:${stamp(end - 3_600_000)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    ...alarm('-P1D'),
    ...alarm('-PT3H'),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** One event a day, for the whole of it, with a reminder a day before; `now` in ms as above. */
export function calendarOfDays(
  events: readonly { uid: string; title: string; text: string; on: string }[],
  now: number,
): string {
  const compact = (on: string) => on.replaceAll('-', '');
  const lines = events.flatMap(({ uid, title, text, on }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;VALUE=DATE:${compact(on)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day(on), 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
  ]);
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', PRODUCT, ...lines, 'END:VCALENDAR'];
  return `${whole.map(folded).join('\r\n')}\r\n`;
}

/** Hands a text, or what a call answered, to the browser as a file. */
export function download(filename: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
