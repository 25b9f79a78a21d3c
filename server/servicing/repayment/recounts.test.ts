// Tests that no day is charged twice when a schedule or its days change: random payments before and
// after an acceleration, a postponed last day, and money that was held back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day, daysBetween, type Day } from '#contract/core/day.ts';
import { NO_TALLY } from '#contract/law/late.ts';
import { instalmentsOf } from '#contract/law/schedule.ts';
import { add, money, sum, ZERO } from '#contract/core/money.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import { RULES_LIVES, SEED } from '../../../tests/actors/seed.ts';
import { accelerate } from '../late/acceleration.ts';
import { applyPrepaid, claimsOf, withChanges, type Book, type InstalmentRow } from '../rules.ts';
import { prepaidByDay } from './held-money.ts';
import { recountPostponed } from './waiver.ts';

const startsOn = day('2026-01-15');
const terms = servicingTermsOf(initialNumbers);
const AMOUNT = 100_000;
const PERIODS = 12;
const run = { seed: SEED, numRuns: RULES_LIVES };

function bookOf(rateBps: number): Book {
  const schedule = instalmentsOf({
    principal: AMOUNT,
    rateAnnualBps: rateBps,
    periods: PERIODS,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn,
  });
  const instalments = schedule.map(({ no, dueOn, principal, interest }): InstalmentRow => ({
    loanId: 1,
    version: 1,
    no,
    dueOn,
    payableUntil: dueOn,
    principal,
    interest,
    principalPaid: ZERO,
    interestPaid: ZERO,
    interestAccrued: ZERO,
    prepaymentInterest: ZERO,
    prepaidUntil: null,
    lateInterestPaid: ZERO,
    penaltyPaid: ZERO,
    chargedUntil: null,
    lateInterestOwed: ZERO,
    penaltyOwed: ZERO,
    waived: ZERO,
    ...NO_TALLY,
    accelerated: false,
    terms,
    paidOn: null,
  }));
  return {
    status: 70,
    loanId: 1,
    caseNo: 'A1',
    memberId: 1,
    rateBps,
    investorFeeBps: 1_000,
    terms,
    disbursedOn: startsOn,
    prepaid: ZERO,
    batches: 0,
    court: ZERO,
    instruction: null,
    acceleration: null,
    instalments,
  };
}

/** Pays an amount on a day; returns the book afterwards and the interest and charges it paid. */
function paid(book: Book, amount: number, on: Day): { book: Book; earned: number } {
  const prepaid = add(book.prepaid, money(amount));
  const { batches, changed, left } = applyPrepaid({ ...book, prepaid }, on);
  const instalments = withChanges(book.instalments, changed);
  const parts = batches.flatMap((batch) => [batch.interest, batch.lateInterest, batch.penalty]);
  return { book: { ...book, prepaid: left, instalments }, earned: sum(parts) };
}

const receipts = fc.array(fc.tuple(fc.nat(12_000), fc.nat(40)), { maxLength: 12 });

describe('an acceleration', () => {
  it('charges no day twice, whenever it is judged and whatever was paid by then', () => {
    fc.assert(
      fc.property(
        receipts,
        receipts,
        fc.nat(40),
        fc.integer({ min: 0, max: 1_200 }),
        (before, later, judgedAfter, rateBps) => {
          let [book, on, earned] = [bookOf(rateBps), startsOn, 0];
          const live = (list: readonly (readonly [number, number])[]) => {
            for (const [amount, days] of list) {
              on = addDays(on, days);
              const step = paid(book, amount, on);
              book = step.book;
              earned += step.earned;
            }
          };
          live(before);
          const payBy = addDays(on, -judgedAfter);
          const relaid = payBy > startsOn ? accelerate(book, payBy) : null;
          if (relaid !== null) {
            const kept = book.instalments.filter(({ no }) => no < relaid.fromNo);
            book = { ...book, instalments: [...kept, ...relaid.rows] };
          }
          live(later);
          const { instalments } = claimsOf(book, on, false);
          const due = instalments.flatMap((claim) => [
            claim.interestDue,
            claim.lateInterestDue,
            claim.penaltyDue,
          ]);
          const lawful = (AMOUNT * 0.16 * (daysBetween(startsOn, on) + 31)) / 365 + 2 * PERIODS;
          expect(earned + sum(due)).toBeLessThanOrEqual(lawful);
        },
      ),
      run,
    );
  });
});

describe('a last day that was postponed later', () => {
  it('leaves the days of grace as if it had been so from the start', () => {
    const part = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 7 }));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (parts, postponed) => {
          const [first] = bookOf(1_200).instalments;
          const later = addDays(first!.dueOn, postponed);
          const inOrder = parts.toSorted(([, a], [, b]) => a - b);
          const live = (row: InstalmentRow) => {
            let { book } = paid({ ...bookOf(1_200), instalments: [row] }, 1_000, first!.dueOn);
            for (const [amount, days] of inOrder) {
              book = paid(book, amount, addDays(first!.dueOn, days)).book;
            }
            return book.instalments[0]!;
          };
          const payments = inOrder.map(([amount, days]) => ({
            on: addDays(first!.dueOn, days),
            amount: money(amount),
          }));
          const moved = { ...live(first!), payableUntil: later };
          const { row, overcharge } = recountPostponed(moved, payments, 1_200);
          const same = live({ ...first!, payableUntil: later });
          expect(overcharge).toBe(0);
          expect([row.principalDays, row.penaltyParts]).toEqual([
            same.principalDays,
            same.penaltyParts,
          ]);
        },
      ),
      run,
    );
  });

  it('makes all charges too high if nothing would have been late beyond the grace', () => {
    const [first] = bookOf(1_200).instalments;
    const on = addDays(first!.dueOn, 8);
    const book = paid({ ...bookOf(1_200), instalments: [first!] }, 1_100, on).book;
    const [row] = book.instalments;
    const moved = { ...row!, payableUntil: addDays(first!.dueOn, 3) };
    const payments = [{ on, amount: row!.principalPaid }];
    const { row: after, overcharge } = recountPostponed(moved, payments, 1_200);
    expect(overcharge).toBe(row!.lateInterestPaid + row!.penaltyOwed);
    expect(after).toEqual(moved);
  });
});

describe('held money', () => {
  it('is split by bank day, the oldest first, and nothing is lost', () => {
    const received = [
      { day: day('2026-03-09'), amount: money(1) },
      { day: day('2026-03-01'), amount: money(500) },
    ];
    expect(prepaidByDay(money(301), received)).toEqual([
      { day: '2026-03-01', amount: 300 },
      { day: '2026-03-09', amount: 1 },
    ]);
    expect(prepaidByDay(money(502), received)[0]).toEqual({ day: null, amount: 1 });
    expect(prepaidByDay(ZERO, received)).toEqual([]);
  });
});
