// Tests virtual accounts with the bank's example, and that a single mistyped digit is always
// detected.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../tests/data/id-vectors.json' with { type: 'json' };
import { addDays, day } from '../core/day.ts';
import { isVirtualAccount, virtualAccountOf } from './virtual-account.ts';

const { vector } = vectors.virtual_account_taishin;
const companyCode = vector.corp;

describe('a virtual account', () => {
  it('matches the bank’s example', () => {
    const serial = Number(vector.ar_id);
    const made = virtualAccountOf({
      companyCode,
      day: day(vector.due),
      serial,
      amount: vector.amount,
    });
    expect(made).toBe(vector.expected);
    expect(isVirtualAccount(made, vector.amount)).toBe(true);
    expect(isVirtualAccount(made, 3_901)).toBe(false);
  });

  it('contains the last digit of the previous year, the day of the year and the serial', () => {
    const made = (on: string, serial: number) =>
      virtualAccountOf({ companyCode, day: day(on), serial }).slice(0, 13);
    expect(made('2026-01-01', 0)).toBe('9567850010000');
    expect(made('2028-12-31', 9_999)).toBe('9567873669999');
    expect(made('2030-02-01', 42)).toBe('9567890320042');
  });

  it('refuses parts that do not fit', () => {
    const on = day('2026-01-01');
    for (const wrong of [
      { companyCode: '9567', serial: 1 },
      { companyCode, serial: 10_000 },
      { companyCode, serial: -1 },
      { companyCode, serial: 1.5 },
      { companyCode, serial: 1, amount: 10_000_000 },
    ]) {
      expect(() => virtualAccountOf({ day: on, ...wrong })).toThrow(RangeError);
    }
    expect([isVirtualAccount(''), isVirtualAccount('1'.repeat(13))]).toEqual([false, false]);
  });

  const serials = fc.integer({ min: 0, max: 9_999 });
  const offsets = fc.integer({ min: 0, max: 3_652 });

  it('differs for every day and serial of ten years', () => {
    fc.assert(
      fc.property(serials, offsets, serials, offsets, (a, from, b, to) => {
        const start = day('2026-01-01');
        const one = virtualAccountOf({ companyCode, day: addDays(start, from), serial: a });
        const other = virtualAccountOf({ companyCode, day: addDays(start, to), serial: b });
        expect(one === other).toBe(a === b && from === to);
        expect(isVirtualAccount(one)).toBe(true);
      }),
    );
  });

  it('reveals every mistyped digit', () => {
    const places = fc.integer({ min: 0, max: 13 });
    fc.assert(
      fc.property(serials, places, fc.integer({ min: 1, max: 9 }), (serial, place, by) => {
        const good = virtualAccountOf({ companyCode, day: day('2026-11-20'), serial });
        const digit = (Number(good[place]) + by) % 10;
        const bad = good.slice(0, place) + digit + good.slice(place + 1);
        expect(isVirtualAccount(bad)).toBe(false);
      }),
    );
  });
});
