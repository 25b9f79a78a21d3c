// Tests of days: Taipei dates, month ends, weekends and holidays.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  addMonths,
  clockOf,
  compareDays,
  day,
  dayNumber,
  dayOf,
  daysBetween,
  endOfDay,
  formatDay,
  formatDayWithWeekday,
  formatRoc,
  isBusinessDay,
  isDay,
  maxDay,
  minDay,
  onOrAfterBusinessDay,
  publishedCalendar,
  rocYear,
  startOfDay,
  weekdayOf,
  withHolidays,
} from './day.ts';
import { daySchema } from './wire.ts';

const instants = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
});
const days = instants.map((date) => day(date.toISOString().slice(0, 10)));

describe('the clock in Taipei', () => {
  it('is eight hours ahead of UTC and decides which day it is', () => {
    expect(clockOf('2026-11-21T15:59:59.999Z')).toBe('2026-11-21 23:59:59');
    expect(clockOf(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22 00:00:00');
    expect(() => clockOf('soon')).toThrow(RangeError);
    fc.assert(
      fc.property(instants, (at) => {
        expect(clockOf(at).slice(0, 10)).toBe(dayOf(at));
      }),
    );
  });
});

describe('a day', () => {
  it('must exist in the calendar', () => {
    for (const bad of ['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', '2026-01-01T00']) {
      expect(isDay(bad)).toBe(false);
      expect(() => day(bad)).toThrow(RangeError);
      expect(daySchema.safeParse(bad).success).toBe(false);
    }
    expect(daySchema.parse('2028-02-29')).toBe('2028-02-29');
  });

  it('is the day that a clock in Taipei shows', () => {
    expect(dayOf('2026-11-20T15:59:59Z')).toBe('2026-11-20');
    expect(dayOf('2026-11-20T16:00:00Z')).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-20T00:00:00+08:00'))).toBe('2026-11-20');
    expect(() => dayOf('never')).toThrow(RangeError);
  });

  it('begins and ends in Taipei', () => {
    const on = day('2026-11-20');
    expect(startOfDay(on)).toBe('2026-11-20T00:00:00+08:00');
    expect(endOfDay(on)).toBe('2026-11-20T23:59:59+08:00');
    expect([dayOf(startOfDay(on)), dayOf(endOfDay(on))]).toEqual([on, on]);
  });

  it('can be counted and compared', () => {
    expect(daysBetween(day('2026-12-31'), day('2027-01-01'))).toBe(1);
    expect(daysBetween(day('2028-03-01'), day('2028-02-28'))).toBe(-2);
    expect(compareDays(day('2026-01-01'), day('2026-01-02'))).toBe(-1);
    expect(minDay(day('2026-02-01'), day('2026-01-02'))).toBe('2026-01-02');
    expect(maxDay(day('2026-02-01'), day('2026-01-02'))).toBe('2026-02-01');
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      }),
    );
  });
});

describe('months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-30', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-03-15', -3, '2025-12-15'],
    ['2026-12-31', 0, '2026-12-31'],
  ])('%s and %d months is %s', (from, count, expected) => {
    expect(addMonths(day(from), count)).toBe(expected);
  });

  it('never goes beyond the target month', () => {
    fc.assert(
      fc.property(days, fc.nat(480), (from, count) => {
        const reached = addMonths(from, count);
        const months = (on: string) => Number(on.slice(0, 4)) * 12 + Number(on.slice(5, 7));
        expect(months(reached) - months(from)).toBe(count);
      }),
    );
  });
});

describe('business days', () => {
  it.each([
    ['2026-11-20', true, 'a Friday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-01-01', false, 'the founding of the republic'],
    ['2025-02-08', true, 'a Saturday worked for the new year'],
    ['2024-02-17', true, 'a Saturday worked for the new year'],
    ['2025-02-15', false, 'an ordinary Saturday'],
    ['2028-10-10', false, 'the national day'],
    ['2031-10-10', true, 'a Friday of a year not yet published'],
    ['2031-10-11', false, 'a Saturday of a year not yet published'],
  ])('%s: %s, %s', (on, expected) => {
    expect(isBusinessDay(day(on), publishedCalendar)).toBe(expected);
  });

  it('a due date moves past the new year and a typhoon day', () => {
    expect(onOrAfterBusinessDay(day('2025-01-27'))).toBe('2025-02-03');
    expect(onOrAfterBusinessDay(day('2026-11-20'))).toBe('2026-11-20');
    const typhoon = withHolidays(publishedCalendar, [day('2026-11-20')]);
    expect(onOrAfterBusinessDay(day('2026-11-20'), typhoon)).toBe('2026-11-23');
    expect(isBusinessDay(day('2026-11-20'))).toBe(true);
  });

  it('are counted from the following day', () => {
    expect(addBusinessDays(day('2026-11-20'), 0)).toBe('2026-11-20');
    expect(addBusinessDays(day('2026-11-20'), 1)).toBe('2026-11-23');
    expect(addBusinessDays(day('2026-11-21'), 3)).toBe('2026-11-25');
    expect(() => addBusinessDays(day('2026-11-21'), -1)).toThrow(RangeError);
  });
});

describe('words', () => {
  it('writes days as people read them', () => {
    expect(formatDay(day('2026-11-20'))).toBe('2026/11/20');
    expect(formatDayWithWeekday(day('2026-11-20'))).toBe('2026/11/20（五）');
    expect(formatRoc(day('2026-02-05'))).toBe('中華民國115年2月5日');
    expect(rocYear(day('1912-01-01'))).toBe(1);
    expect(weekdayOf(day('2026-11-22'))).toBe(0);
    expect(dayNumber(day('2026-01-30'))).toBe(20_260_130);
  });
});
