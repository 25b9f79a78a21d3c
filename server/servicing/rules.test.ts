// Tests how money is applied to a loan and how it becomes overdue, with the figures of the design
// document in tables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day, daysBetween, type Day } from '#contract/core/day.ts';
import { NO_TALLY } from '#contract/law/late.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { add, money, sum, ZERO, type Money } from '#contract/core/money.ts';
import { instalmentsOf } from '#contract/law/schedule.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import {
  applyPrepaid,
  isChargedBeyond,
  isSettled,
  outstandingOf,
  payoutMinimumOn,
  settleTypeOf,
  unpaidInterest,
  unpaidPrincipal,
  withChanges,
  type Book,
  type InstalmentRow,
} from './rules.ts';
import { RULES_LIVES, SEED } from '../../tests/actors/seed.ts';
import { arrearsOf, lateMovesOf } from './late/arrears.ts';
import { trustDifference } from './payout/trust.ts';

const startsOn = day('2026-01-15');
const terms = servicingTermsOf(initialNumbers);

const rowsOf = (principal = 100_000, rateAnnualBps = 1_200, periods = 12): InstalmentRow[] =>
  instalmentsOf({
    principal,
    rateAnnualBps,
    periods,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn,
  }).map((row) => ({
    loanId: 1,
    version: 1,
    no: row.no,
    dueOn: row.dueOn,
    payableUntil: row.dueOn,
    principal: row.principal,
    interest: row.interest,
    principalPaid: ZERO,
    interestPaid: ZERO,
    interestAccrued: ZERO,
    prepaymentInterest: ZERO,
    prepaidUntil: null,
    lateInterestPaid: ZERO,
    penaltyPaid: ZERO,
    chargedUntil: null,
    ...NO_TALLY,
    lateInterestOwed: ZERO,
    penaltyOwed: ZERO,
    waived: ZERO,
    accelerated: false,
    terms,
    paidOn: null,
  }));

const bookOf = (more: Partial<Book> = {}): Book => ({
  loanId: 1,
  caseNo: 'A1',
  memberId: 1,
  status: 60,
  rateBps: 1_200,
  investorFeeBps: 1_000,
  terms,
  disbursedOn: startsOn,
  prepaid: ZERO,
  batches: 0,
  court: ZERO,
  instruction: null,
  acceleration: null,
  instalments: rowsOf(),
  ...more,
});

/** Pays an amount on a day; returns the loan's book afterwards and the amounts distributed. */
function paid(book: Book, amount: number, on: Day) {
  const applied = applyPrepaid({ ...book, prepaid: add(book.prepaid, money(amount)) }, on);
  const instalments = withChanges(book.instalments, applied.changed);
  return { ...applied, book: { ...book, prepaid: applied.left, instalments } };
}

const dueOf = (no: number) => rowsOf()[no - 1]!;

describe('unshared money', () => {
  it('pays the due instalment, interest first, and accrues it', () => {
    const { batches, accruals, left, changed } = paid(bookOf(), 8_885, dueOf(1).dueOn);
    expect(batches).toMatchObject([{ no: 1, interest: 1_000, accrued: 1_000, principal: 7_885 }]);
    expect(accruals).toEqual([{ version: 1, no: 1, amount: 1_000 }]);
    expect(left).toBe(0);
    expect(changed[0]).toMatchObject({ paidOn: dueOf(1).dueOn, interestAccrued: 1_000 });
  });

  it('pays the next instalment ten days before, and no earlier', () => {
    expect(paid(bookOf(), 8_885, addDays(dueOf(1).dueOn, -10)).left).toBe(0);
    expect(paid(bookOf(), 8_885, addDays(dueOf(1).dueOn, -11)).left).toBe(8_885);
  });

  it('is held for the instructed prepayment, until that lapses', () => {
    const on = addDays(dueOf(1).dueOn, -5);
    const instruction = {
      id: 1,
      kind: 'full',
      mode: null,
      principal: money(1),
      goodOn: on,
      receivedAfter: money(0),
    } as const;
    expect(paid(bookOf({ instruction }), 8_885, on).left).toBe(8_885);
    const yesterday = { ...instruction, goodOn: addDays(on, -1) };
    expect(paid(bookOf({ instruction: yesterday }), 8_885, on).left).toBe(8_885);
    expect(paid(bookOf({ instruction: null }), 8_885, on).left).toBe(0);
  });

  it('has no charge by late day 7, and charges back to day 1 from day 8', () => {
    const overdue = bookOf();
    expect(paid(overdue, 9_000, addDays(dueOf(1).dueOn, 7)).left).toBe(115);
    const late = paid(overdue, 9_000, addDays(dueOf(1).dueOn, 8));
    expect(late.batches[0]).toMatchObject({ lateInterest: 21, penalty: 2, principal: 7_885 });
  });

  it('leaves uncovered charges owed, without interest on them', () => {
    const day20 = addDays(dueOf(1).dueOn, 20);
    const first = paid(bookOf(), 1_000 + 30, day20);
    expect(first.changed[0]).toMatchObject({
      lateInterestPaid: 30,
      lateInterestOwed: 22,
      penaltyOwed: 5,
      chargedUntil: day20,
      paidOn: null,
    });
    const same = paid(first.book, 22 + 7_885 + 5, day20);
    expect(same.batches[0]).toMatchObject({ lateInterest: 22, penalty: 5 });
    expect(same.changed[0]!.paidOn).toBe(day20);
    const later = paid(first.book, 20_000, addDays(day20, 5));
    expect(later.batches[0]).toMatchObject({ lateInterest: 22 + 13, penalty: 5 + 1 });
  });

  it('charges the same for a dollar a day as for one sum, grace included', () => {
    const instalments = rowsOf(30_000, 1_200, 1);
    const { dueOn } = instalments[0]!;
    let book = paid(bookOf({ instalments }), 300, dueOn).book;
    for (let lateDay = 1; lateDay <= 200; lateDay += 1) {
      book = paid(book, 1, addDays(dueOn, lateDay)).book;
    }
    const row = book.instalments[0]!;
    // During the grace days, seven payments reduce the principal by NT$7; from day 8 on each dollar
    // pays late interest.
    const principalDays = 30_000 * 200 - 7 * 200 + 28;
    expect([row.principalPaid, row.principalDays]).toEqual([7, principalDays]);
    const interest = add(row.lateInterestPaid, row.lateInterestOwed);
    expect(Math.abs(interest - (principalDays * 0.12) / 365)).toBeLessThanOrEqual(1);
    const penalty = (principalDays * 0.012 + 29_993 * 20 * 0.012) / 365;
    expect(Math.abs(row.penaltyOwed - penalty)).toBeLessThanOrEqual(1);
  });

  it('treats a record that arrived late in the grace as one in time', () => {
    const { dueOn } = dueOf(1);
    const interest = paid(bookOf(), 1_000, dueOn).book;
    const onTime = paid(paid(interest, 4_000, addDays(dueOn, 2)).book, 500, addDays(dueOn, 5));
    const late = paid(paid(interest, 500, addDays(dueOn, 5)).book, 4_000, addDays(dueOn, 2));
    expect(late.book.instalments[0]!.principalDays).toBe(onTime.book.instalments[0]!.principalDays);
    const rest = paid(late.book, 4_000, addDays(dueOn, 20));
    const same = paid(onTime.book, 4_000, addDays(dueOn, 20));
    expect(rest.batches).toEqual(same.batches);
  });

  it('charges a record with an earlier bank time nothing twice', () => {
    const day20 = addDays(dueOf(1).dueOn, 20);
    const first = paid(bookOf(), 1_000 + 52 + 885, day20);
    const earlier = paid(first.book, 7_005, addDays(day20, -2));
    expect(earlier.batches[0]).toMatchObject({ lateInterest: 0, principal: 7_000, penalty: 0 });
    expect(earlier.changed[0]!.penaltyOwed).toBe(5);
    expect(earlier.changed[0]!.chargedUntil).toBe(day20);
  });

  it('pays strictly by class, the oldest first in each', () => {
    const on = addDays(dueOf(2).dueOn, 1);
    const { batches, left } = paid(bookOf(), 3_000, on);
    const [one, two] = batches;
    expect([one!.interest, two!.interest]).toEqual([1_000, 921]);
    expect(one!.lateInterest + one!.principal).toBe(3_000 - 1_921);
    expect([two!.principal, left]).toEqual([0, 0]);
  });

  it('repays court costs first, and these only to the platform', () => {
    const on = dueOf(1).dueOn;
    const first = paid(bookOf({ court: money(500) }), 1_200, on);
    expect(first.court).toBe(500);
    expect(first.batches).toMatchObject([{ no: 1, interest: 700, principal: 0 }]);
    expect(paid(bookOf({ court: money(500) }), 400, on)).toMatchObject({ court: 400, batches: [] });
    expect(paid(bookOf(), 1_200, on).court).toBe(0);
  });

  it('accrues the interest of an instalment with its first payment only', () => {
    const on = dueOf(1).dueOn;
    const first = paid(bookOf(), 400, on);
    expect(first.accruals).toEqual([{ version: 1, no: 1, amount: 1_000 }]);
    expect(paid(first.book, 8_485, on).accruals).toEqual([]);
  });

  it('counts the grace again for an earlier record until its last day, and not beyond', () => {
    const { dueOn } = dueOf(1);
    const chargedUntil = (lateDay: number) =>
      paid(bookOf(), 1_500, addDays(dueOn, lateDay)).book.instalments[0]!;
    expect(chargedUntil(7).chargedUntil).toBe(addDays(dueOn, 7));
    expect(isChargedBeyond(chargedUntil(7), addDays(dueOn, 2))).toBe(false);
    expect(isChargedBeyond(chargedUntil(8), addDays(dueOn, 2))).toBe(true);
    expect(isChargedBeyond(chargedUntil(8), addDays(dueOn, 8))).toBe(false);
  });

  it('leaves an instalment uncharged on its last day and before it is due', () => {
    const { dueOn } = dueOf(1);
    for (const on of [dueOn, addDays(dueOn, -5)]) {
      expect(paid(bookOf(), 500, on).changed[0]!.chargedUntil).toBeNull();
    }
    const early = paid(bookOf(), 8_885 + 100, addDays(dueOf(2).dueOn, -8));
    expect(early.changed.map((row) => row.chargedUntil === null)).toEqual([false, true]);
  });

  it('is never lost and never overpays, whatever arrives when', () => {
    const amount = fc.oneof(fc.nat(30_000), fc.constantFrom(0, 1, 1, 8_885, 120_000));
    const receipts = fc.array(fc.tuple(amount, fc.nat(45)), { maxLength: 40 });
    const rate = fc.integer({ min: 0, max: 1_600 });
    fc.assert(
      fc.property(receipts, rate, fc.constantFrom(3, 6, 12, 36), (list, rateBps, periods) => {
        const instalments = rowsOf(100_000, rateBps, periods);
        const interest = sum(instalments.map((row) => row.interest));
        let [book, on] = [bookOf({ rateBps, instalments }), startsOn];
        let [shared, gained, charged] = [0, 0, 0];
        for (const [paidIn, days] of list) {
          on = addDays(on, days);
          const step = paid(book, paidIn, on);
          const of = (part: 'principal' | 'interest' | 'lateInterest' | 'penalty') =>
            sum(step.batches.map((batch) => batch[part]));
          const charges = of('lateInterest') + of('penalty');
          expect(of('principal') + of('interest') + charges + step.left).toBe(
            book.prepaid + paidIn,
          );
          shared += of('principal');
          gained += of('interest');
          charged += charges;
          book = step.book;
        }
        expect(outstandingOf(book.instalments)).toBe(100_000 - shared);
        expect(gained).toBeLessThanOrEqual(interest);
        // All late charges together stay within the legal rate of 16 % (Civil Code 205).
        expect(charged).toBeLessThanOrEqual(
          Math.ceil((100_000 * 0.16 * daysBetween(startsOn, on)) / 365),
        );
        for (const row of book.instalments) {
          expect(unpaidPrincipal(row)).toBeGreaterThanOrEqual(0);
          expect(unpaidInterest(row)).toBeGreaterThanOrEqual(0);
          expect(row.interestAccrued).toBeGreaterThanOrEqual(row.interestPaid);
          expect(Math.min(row.lateInterestOwed, row.penaltyOwed)).toBeGreaterThanOrEqual(0);
        }
        if (isSettled(book.instalments)) expect(shared).toBe(100_000);
      }),
      { seed: SEED, numRuns: RULES_LIVES },
    );
  }, 3_600_000);
});

describe('lateness', () => {
  const rows = rowsOf();
  const on = (lateDay: number) => addDays(rows[0]!.payableUntil, lateDay);

  it.each<[LoanStatus, number, LoanStatus[]]>([
    [60, 0, []],
    [60, 1, [61]],
    [60, 7, [61]],
    [60, 8, [61, 65]],
    [60, 31, [61, 65, 70]],
    [61, 7, []],
    [61, 8, [65]],
    [65, 30, []],
    [65, 31, [70]],
    [70, 40, []],
    [75, 40, []],
    [80, 40, []],
    [61, -1, [60]],
    [65, -1, [60]],
    [70, -1, [60]],
    [75, -1, []],
    [61, 0, []],
  ])('moves a loan in %d on late day %d along %j', (status, lateDay, expected) => {
    expect(lateMovesOf(status, rows, on(lateDay))).toEqual(expected);
  });

  it('is counted by the oldest, and ends only when nothing due is unpaid', () => {
    const day35 = on(35);
    expect(arrearsOf(rows, 1_200, day35)).toMatchObject({ no: 1, lateDays: 35 });
    const one = { ...rows[0]!, principalPaid: rows[0]!.principal, interestPaid: rows[0]!.interest };
    const onlyCharges = { ...one, penaltyOwed: money(5) };
    expect(lateMovesOf(65, [onlyCharges, ...rows.slice(1)], on(20))).toEqual([]);
    const settled = { ...one, paidOn: day35 };
    expect(lateMovesOf(70, [settled, ...rows.slice(1)], day35)).toEqual([]);
    expect(lateMovesOf(70, [settled, ...rows.slice(1)], on(20))).toEqual([60]);
  });

  it('shows arrears with the charges of the day', () => {
    expect(arrearsOf(rows, 1_200, on(20))).toEqual({
      no: 1,
      lateDays: 20,
      amount: 8_885,
      lateInterest: 52,
      penalty: 5,
    });
    expect(arrearsOf(rows, 1_200, on(-1))).toMatchObject({ no: null, lateDays: 0, amount: 0 });
  });
});

describe('the end', () => {
  it('is reached when every instalment is paid', () => {
    const rows = rowsOf();
    expect(isSettled([])).toBe(false);
    expect(isSettled(rows)).toBe(false);
    expect(isSettled(rows.map((row) => ({ ...row, paidOn: startsOn })))).toBe(true);
  });

  it.each<[LoanStatus, boolean, string]>([
    [60, false, 'normal'],
    [60, true, 'early'],
    [70, false, 'normal'],
    [75, false, 'negotiated'],
    [80, true, 'recovered'],
    [95, false, 'recovered'],
  ])('of a loan in %d, early %s, is %s', (status, early, expected) => {
    expect(settleTypeOf(status, early)).toBe(expected);
  });
});

describe('payouts', () => {
  it('start at 100, and include everything on the month’s last business day', () => {
    expect(payoutMinimumOn(day('2026-01-29'), day('2026-01-30'), money(100))).toBe(100);
    expect(payoutMinimumOn(day('2026-01-30'), day('2026-02-02'), money(100))).toBe(1);
  });

  it('compare the trust bank with what we owe', () => {
    const of = (kind: string, balance: number) => ({ kind, balance: balance as Money });
    const owed = [of('order_funds', 5), of('suspense', 3), of('loan_receivable', 99)];
    expect(trustDifference([of('trust_bank', 8), ...owed])).toBe(0);
    expect(trustDifference([of('trust_bank', 7), ...owed])).toBe(-1);
  });
});
