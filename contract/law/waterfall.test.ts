// Tests that every receipt is applied class by class and oldest instalment first, to the last
// dollar.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day } from '../core/day.ts';
import { money, sum, ZERO } from '../core/money.ts';
import { allocate, dueOf, paymentClasses, type Claims, type InstalmentClaim } from './waterfall.ts';

const claim = (no: number, ...[interest, lateInterest, principal, penalty]: number[]) =>
  ({
    no,
    payableUntil: addDays(day('2026-01-31'), no * 30),
    interestDue: money(interest!),
    lateInterestDue: money(lateInterest!),
    principalDue: money(principal!),
    penaltyDue: money(penalty!),
  }) satisfies InstalmentClaim;

const claims: Claims = {
  court: money(1_000),
  instalments: [claim(4, 761, 0, 8_124, 0), claim(3, 842, 53, 8_043, 5)],
};

const applied = (receipt: number, owed: Claims = claims) => {
  const { allocations, prepaid } = allocate(money(receipt), owed);
  const words = allocations.map((a) => `${a.class} ${a.instalmentNo ?? '-'} ${a.amount}`);
  return prepaid === 0 ? words : [...words, `prepaid ${prepaid}`];
};

describe('a receipt', () => {
  it.each([
    [0, []],
    [900, ['court - 900']],
    [1_843, ['court - 1000', 'interest 3 842', 'interest 4 1']],
    [
      10_000,
      ['court - 1000', 'interest 3 842', 'interest 4 761', 'lateInterest 3 53', 'principal 3 7344'],
    ],
    [
      18_829,
      [
        'court - 1000',
        'interest 3 842',
        'interest 4 761',
        'lateInterest 3 53',
        'principal 3 8043',
        'principal 4 8124',
        'penalty 3 5',
        'prepaid 1',
      ],
    ],
  ])('of %d is applied as %j', (receipt, expected) => {
    expect(applied(receipt)).toEqual(expected);
  });

  it('pays the next instalment ten days ahead, but not eleven', () => {
    const on = day('2026-06-01');
    const owed = (days: number): Claims => ({
      court: ZERO,
      instalments: [],
      next: {
        no: 5,
        dueOn: addDays(on, days),
        on,
        interestDue: money(680),
        principalDue: money(8_205),
      },
    });
    expect(applied(9_000, owed(10))).toEqual(['interest 5 680', 'principal 5 8205', 'prepaid 115']);
    expect(applied(700, owed(0))).toEqual(['interest 5 680', 'principal 5 20']);
    expect(applied(9_000, owed(11))).toEqual(['prepaid 9000']);
  });

  it('pays old charges that fall due with the next instalment, each in its class', () => {
    const on = day('2026-06-01');
    const parts = { interestDue: money(680), principalDue: money(8_205) };
    const charges = { lateInterestDue: money(40), penaltyDue: money(7) };
    const next = { no: 5, dueOn: on, on, ...parts, ...charges };
    expect(applied(9_000, { court: ZERO, instalments: [], next })).toEqual([
      'interest 5 680',
      'lateInterest 5 40',
      'principal 5 8205',
      'penalty 5 7',
      'prepaid 68',
    ]);
  });

  it('pays instalments due on the same day in order of their numbers', () => {
    const instalments = [claim(4, 761, 0, 8_124, 0), claim(3, 842, 0, 8_043, 0)].map((one) => ({
      ...one,
      payableUntil: day('2026-05-01'),
    }));
    expect(applied(900, { court: ZERO, instalments })).toEqual(['interest 3 842', 'interest 4 58']);
    const reversed = instalments.toReversed();
    expect(applied(900, { court: ZERO, instalments: reversed })).toEqual([
      'interest 3 842',
      'interest 4 58',
    ]);
  });

  it('must not be negative', () => {
    expect(() => allocate(money(-1), claims)).toThrow(new RangeError('not a receipt: -1'));
  });

  it('can be compared with the amount due', () => {
    expect(dueOf(claims)).toBe(18_828);
  });

  const dues = fc.array(fc.nat(20_000), { minLength: 4, maxLength: 4 });
  const owed = fc.tuple(fc.nat(5_000), fc.array(dues, { maxLength: 6 }), fc.nat(20));

  it('is used completely, pays nothing twice, and follows the order of the classes', () => {
    fc.assert(
      fc.property(fc.nat(200_000), owed, (receipt, [court, list, ahead]) => {
        const on = day('2027-01-01');
        const instalments = list.map((parts, i) => claim(i + 1, ...parts));
        const nextDue = { interestDue: money(300), principalDue: money(700) };
        const next = { no: 99, dueOn: addDays(on, ahead), on, ...nextDue };
        const { allocations, prepaid } = allocate(money(receipt), {
          court: money(court),
          instalments,
          next,
        });
        expect(sum(allocations.map((a) => a.amount)) + prepaid).toBe(receipt);
        expect(allocations.every((a) => a.amount > 0) && prepaid >= 0).toBe(true);
        const due = dueOf({ court: money(court), instalments });
        const near = ahead <= 10 ? 1_000 : 0;
        expect(prepaid).toBe(Math.max(0, receipt - due - near));
        const ranks = allocations
          .filter((a) => a.instalmentNo !== 99)
          .map((a) => paymentClasses.indexOf(a.class) * 1_000 + (a.instalmentNo ?? 0));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect(new Set(ranks).size).toBe(ranks.length);
      }),
    );
  });
});
