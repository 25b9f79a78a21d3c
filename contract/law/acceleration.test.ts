// Tests of acceleration: the design document's example and random loans.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceleratedOf, payByOf } from './acceleration.ts';
import { addDays, day } from '../core/day.ts';
import { money, ZERO } from '../core/money.ts';
import { instalmentsOf, totalsOf } from './schedule.ts';
import { servicingTermsOf } from '../servicing/terms.ts';
import { initialNumbers } from '../settings/values.ts';

const startsOn = day('2026-01-15');
const loanOf = (principal: number, rateAnnualBps: number, periods: number) => ({
  rateAnnualBps,
  terms: servicingTermsOf(initialNumbers),
  dayCount: 'MONTHLY_12' as const,
  rest: instalmentsOf({
    principal,
    rateAnnualBps,
    periods,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn,
  }),
});
const example = loanOf(100_000, 1_200, 12);
/** The example loan after its second instalment; its third period starts on 15 March. */
const third = { ...example, rest: example.rest.slice(2), periodStartsOn: day('2026-03-15') };

describe('acceleration', () => {
  it('gives the borrower seven days', () => {
    expect(payByOf(day('2026-05-31'))).toBe('2026-06-07');
  });

  it.each([
    // A principal of 84,151 at 12 % bears interest of 27.67 a day, capped at the instalment's
    // interest of 842.
    ['2026-03-15', 0],
    ['2026-03-25', 277],
    ['2026-04-14', 830],
    ['2026-04-15', 842],
  ])('on %s makes all principal due with interest of %d', (on, interest) => {
    expect(acceleratedOf({ ...third, on: day(on) })).toEqual({ principal: 84_151, interest });
  });

  it('includes interest that was already paid, and is empty without future instalments', () => {
    const on = day('2026-03-25');
    const ahead = { ...third, on, interestPaidAhead: money(600) };
    expect(acceleratedOf(ahead).interest).toBe(600);
    expect(acceleratedOf({ ...third, rest: [], on })).toEqual({ principal: ZERO, interest: ZERO });
  });

  it('never demands more than the schedule would have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 500 }),
        fc.integer({ min: 0, max: 1_600 }),
        fc.integer({ min: 1, max: 36 }),
        fc.nat(31),
        (thousands, rate, periods, days) => {
          const loan = loanOf(thousands * 1_000, rate, periods);
          const on = addDays(startsOn, days);
          const due = acceleratedOf({ ...loan, periodStartsOn: startsOn, on });
          const whole = totalsOf(loan.rest);
          expect(due.principal).toBe(whole.principal);
          expect(due.interest).toBeLessThanOrEqual(loan.rest[0]!.interest);
        },
      ),
    );
  });
});
