// Tests over all ways to make a schedule that no instalment is NT$0, and that none with principal
// is below the least instalment, except the last one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, day } from '../core/day.ts';
import { add, money, subtract, sum, type Money } from '../core/money.ts';
import { renegotiate, termProblems } from '../servicing/negotiation.ts';
import { servicingTermsOf } from '../servicing/terms.ts';
import { initialNumbers } from '../settings/values.ts';
import { isPartialPrepayment, partialPrepaymentOf, type PartialPrepayment } from './prepayment.ts';
import {
  INSTALMENT_MIN,
  instalmentsOf,
  stepsOf,
  stepsText,
  type Instalment,
  type LoanTerms,
} from './schedule.ts';

const startsOn = day('2026-01-31');
const inForce = servicingTermsOf(initialNumbers);
/** Terms of a contract that was signed before there was a least instalment. */
const { instalmentMin: _least, ...older } = inForce;

const shapes = fc.record({
  principal: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 1_000_000 })),
  rateAnnualBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_600 })),
  periods: fc.integer({ min: 1, max: 60 }),
  method: fc.constantFrom('level' as const, 'equalPrincipal' as const, 'interestOnly' as const),
  grace: fc.nat(12),
  dayCount: fc.constantFrom('MONTHLY_12' as const, 'ACT_365' as const),
  dueRule: fc.constantFrom('ANNIVERSARY' as const, 'FIXED_10' as const),
});
type Shape = typeof shapes extends fc.Arbitrary<infer S> ? S : never;

const termsOf = ({ grace, ...of }: Shape): LoanTerms => ({
  ...of,
  ...(of.method === 'interestOnly' && { graceMonths: Math.min(grace, of.periods - 1) }),
  startsOn,
});

/** Checks a schedule; `paid` is the interest of its first row that was paid with a prepayment. */
function expectWhole(rows: readonly Instalment[], principal: Money, of = { least: 500, paid: 0 }) {
  expect(sum(rows.map((row) => row.principal))).toBe(principal);
  expect(rows.at(-1)!.balance).toBe(0);
  rows.forEach((row, i) => {
    expect(row.total).toBeGreaterThan(0);
    const due = row.total - (i === 0 ? of.paid : 0);
    if (row.principal > 0 && i < rows.length - 1) expect(due).toBeGreaterThanOrEqual(of.least);
  });
}

describe('the least instalment', () => {
  it('holds for every plan and due day', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const rows = instalmentsOf(termsOf(shape));
        expectWhole(rows, money(shape.principal));
        expect(rows.length).toBeLessThanOrEqual(shape.periods);
        expect(rows.map(({ dueOn }) => dueOn)).toEqual(
          [...rows.map(({ dueOn }) => dueOn)].toSorted(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('changes no schedule whose instalments are large enough', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const terms = termsOf(shape);
        const free = instalmentsOf({ ...terms, fixedTerm: true });
        const enough = free.every(({ principal, total }, i) =>
          i === free.length - 1 ? total > 0 : principal === 0 ? total > 0 : total >= INSTALMENT_MIN,
        );
        if (enough) expect(instalmentsOf(terms)).toEqual(free);
      }),
      { numRuns: 500 },
    );
  });

  const prepaid = fc.record({
    shape: shapes,
    steps: fc.array(
      fc.record({
        months: fc.integer({ min: 0, max: 8 }),
        days: fc.nat(27),
        left: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1_000, max: 90_000 })),
        mode: fc.constantFrom('lowerPayment' as const, 'shortenTerm' as const),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    isOlder: fc.boolean(),
  });

  it('holds after every chain of prepayments; older contracts only have no instalment of 0', () => {
    fc.assert(
      fc.property(prepaid, ({ shape, steps, isOlder }) => {
        const terms = termsOf({ ...shape, principal: shape.principal + 20_000 });
        const least = isOlder ? money(0) : INSTALMENT_MIN;
        let rest = instalmentsOf({ ...terms, least });
        let [starts, grace] = [startsOn, terms.graceMonths ?? 0];
        for (const { months, days, left, mode } of steps) {
          const passed = Math.min(months, rest.length - 1);
          if (passed > 0) starts = rest[passed - 1]!.dueOn;
          rest = rest.slice(passed);
          grace = rest.filter((row) => row.principal === 0).length;
          const balance = add(rest[0]!.principal, rest[0]!.balance);
          const amount = money(Math.floor(Math.max(0, balance - left) / 1_000) * 1_000);
          if (!isPartialPrepayment(amount, balance)) continue;
          const on =
            addDays(starts, days) > rest[0]!.dueOn ? rest[0]!.dueOn : addDays(starts, days);
          const made = partialPrepaymentOf({
            rateAnnualBps: shape.rateAnnualBps,
            terms: isOlder ? older : inForce,
            dayCount: shape.dayCount,
            rest,
            periodStartsOn: starts,
            on,
            amount,
            mode,
            ...(grace > 0
              ? { method: 'interestOnly', graceMonths: grace }
              : { method: shape.method === 'equalPrincipal' ? 'equalPrincipal' : 'level' }),
          });
          expectWhole(made.instalments, subtract(balance, amount), {
            least,
            paid: made.interest,
          });
          expect(made.instalments.length).toBeLessThanOrEqual(rest.length);
          // The next step goes on in the period after this one.
          const current = made.instalments[0]!;
          rest = made.instalments.slice(current.no === rest[0]!.no ? 1 : 0);
          if (rest.length === 0) return;
          starts = current.no === rest[0]!.no ? starts : current.dueOn;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('applies to an older contract only if the borrower agrees', () => {
    const rest = instalmentsOf({
      principal: 83_002,
      rateAnnualBps: 1_200,
      periods: 24,
      method: 'level',
      dayCount: 'MONTHLY_12',
      dueRule: 'ANNIVERSARY',
      startsOn,
    }).slice(0, 24);
    const asked: PartialPrepayment = {
      rateAnnualBps: 1_200,
      dayCount: 'MONTHLY_12',
      rest,
      periodStartsOn: startsOn,
      on: startsOn,
      amount: money(82_000),
      mode: 'lowerPayment',
      method: 'level',
      terms: older,
    };
    const kept = partialPrepaymentOf(asked).instalments;
    expect(kept.length).toBe(24);
    expect(kept[0]!.total).toBeLessThan(INSTALMENT_MIN);
    const agreed = partialPrepaymentOf({ ...asked, least: INSTALMENT_MIN }).instalments;
    expect(agreed.map(({ total }) => total >= INSTALMENT_MIN)).toEqual([true, true, false]);
    const last = partialPrepaymentOf({ ...asked, amount: money(83_000) }).instalments;
    expect(last.map(({ total }) => total)).toEqual([1, 1]);
  });

  it('does not hold for negotiated terms, of which none that may be proposed has a 0', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.record({ interest: fc.nat(900), lateInterest: fc.nat(90), penalty: fc.nat(9) }),
        ({ principal, rateAnnualBps, periods, grace }, charges) => {
          const owed = { principal: money(principal), ...charges } as Parameters<
            typeof renegotiate
          >[0];
          const bounds = { rateAnnualBps, unpaid: periods, on: startsOn };
          const terms = {
            rateAnnualBps,
            installments: periods,
            graceMonths: grace % 7,
            waive: { interest: 0, lateInterest: 0, penalty: 0 },
            firstDueOn: addMonths(startsOn, 1),
          };
          if (Object.keys(termProblems(owed, terms, bounds)).length > 0) return;
          const { rows } = renegotiate(owed, terms, startsOn);
          expect(rows).toHaveLength(periods);
          expect(rows.every(({ total }) => total > 0)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the amounts of a schedule in order', () => {
  const of = (...totals: number[]) =>
    stepsText(stepsOf(totals.map(money))).replaceAll('\u00a0', ' ');

  it('are said with the number of instalments', () => {
    expect(of(800, 800, 6_099, 6_099, 6_090)).toBe(
      '前 2 期每期 $ 800，其後 2 期每期 $ 6,099，末期 $ 6,090',
    );
    expect(of(15_092, 8_480, 8_480)).toBe('首期 $ 15,092，其後 2 期每期 $ 8,480');
    expect(of(500, 500)).toBe('每期 $ 500');
    expect(of(502)).toBe('每期 $ 502');
    expect(of()).toBe('');
  });
});
