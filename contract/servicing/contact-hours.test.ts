// Tests the exact minutes at which messages and collection contacts may begin and must end.
import { describe, expect, it } from 'vitest';
import { isWithin, nextWithin } from './contact-hours.ts';

const at = (time: string, day = '2026-11-21') => new Date(`${day}T${time}+08:00`);

describe('the hours of messages', () => {
  it.each([
    ['08:00:00', true],
    ['20:59:59', true],
    ['21:00:00', false],
    ['07:59:59', false],
    ['00:00:00', false],
  ])('at %s: %s', (time, within) => {
    expect(isWithin('messages', at(time))).toBe(within);
  });

  it('wait until the next morning outside them', () => {
    expect(nextWithin('messages', at('23:30:00'))).toEqual(at('08:00:00', '2026-11-22'));
    expect(nextWithin('messages', at('00:10:00'))).toEqual(at('08:00:00'));
    expect(nextWithin('messages', at('12:34:56'))).toEqual(at('12:34:56'));
  });
});

describe('the hours of collection', () => {
  it.each([
    ['09:00:00', true],
    ['19:59:59', true],
    ['20:00:00', false],
    ['08:59:59', false],
  ])('at %s: %s, on a Saturday too', (time, within) => {
    expect(isWithin('collection', at(time))).toBe(within);
  });

  it('wait until the next morning outside them', () => {
    expect(nextWithin('collection', at('20:00:00'))).toEqual(at('09:00:00', '2026-11-22'));
    expect(nextWithin('collection', at('08:15:00'))).toEqual(at('09:00:00'));
  });
});
