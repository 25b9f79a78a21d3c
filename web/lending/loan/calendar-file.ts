// Calendar files (.ics, RFC 5545), and saving a file in the browser.
import { addDays, day } from '#contract/core/day.ts';
import { saveAs } from '../../save-as.ts';
import { toast } from '../../ui/overlay/toasts.tsx';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/**
 * `on` is a whole day, YYYY-MM-DD, with a reminder one day before. `until` is an instant: the
 * event takes the hour before it, with reminders one day and three hours before.
 */
export type CalendarEvent = { uid: string; title: string; text: string } & (
  | { on: string }
  | { until: string }
);

function timesOf(event: CalendarEvent) {
  if ('on' in event) {
    const end = addDays(day(event.on), 1);
    return { allDay: true, start: event.on, end, reminders: [DAY_S] };
  }
  const end = new Date(event.until);
  const start = new Date(end.getTime() - HOUR_S * 1000);
  return { allDay: false, start, end, reminders: [DAY_S, 3 * HOUR_S] };
}

/**
 * Returns the text of the calendar file; `now` is its creation time in ms. The library is loaded at
 * the first call.
 */
export async function calendarOf(events: readonly CalendarEvent[], now: number): Promise<string> {
  const {
    default: ical,
    ICalAlarmType,
    ICalCalendarMethod,
    ICalEventTransparency,
  } = await import('ical-generator');
  const calendar = ical({
    prodId: '//Baixi//Web//ZH-TW',
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const event of events) {
    const { reminders, ...times } = timesOf(event);
    calendar.createEvent({
      // With the same id, a calendar replaces the event instead of adding a second one.
      id: event.uid,
      stamp: new Date(now),
      ...times,
      summary: event.title,
      description: event.text,
      transparency: times.allDay ? ICalEventTransparency.TRANSPARENT : null,
      alarms: reminders.map((trigger) => ({
        type: ICalAlarmType.display,
        trigger,
        description: event.title,
      })),
    });
  }
  // The library ends the last line without the line break that the standard asks for.
  return `${calendar.toString()}\r\n`;
}

/** Creates the file and saves it in the browser; a failure is shown as a toast. */
export async function saveCalendar(
  filename: string,
  events: readonly CalendarEvent[],
  now: number,
): Promise<void> {
  try {
    download(filename, await calendarOf(events, now), 'text/calendar;charset=utf-8');
  } catch {
    toast('暫時無法下載行事曆，請再試一次', { tone: 'danger' });
  }
}

/** Saves a text, or a call's answer, as a file in the browser. */
export function download(filename: string, content: BlobPart, type: string): void {
  saveAs(new Blob([content], { type }), filename);
}
