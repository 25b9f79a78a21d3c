// Tests new terms to the dollar: an example calculated by hand, a table of limits, random debts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, day } from '../core/day.ts';
import { money, sum } from '../core/money.ts';
import {
  figuresOf,
  isBinding,
  principalNeeded,
  renegotiate,
  termProblems,
  waivable,
  type NegotiationTerms,
  type Owed,
} from './negotiation.ts';
import { levelPaymentOf } from '../law/schedule.ts';

const from = day('2026-04-01');
const owed: Owed = {
  principal: money(92_115),
  interest: money(2_500),
  lateInterest: money(200),
  penalty: money(21),
};
const terms: NegotiationTerms = {
  rateAnnualBps: 600,
  installments: 24,
  graceMonths: 2,
  waive: { interest: 0, lateInterest: 50, penalty: 100 },
  firstDueOn: day('2026-05-01'),
};
const bounds = { rateAnnualBps: 1_200, unpaid: 11, on: from };

describe('new terms', () => {
  it('have interest-only periods first, then equal instalments with the arrears added', () => {
    const made = renegotiate(owed, terms, from);
    expect(made.waived).toEqual({ interest: 0, lateInterest: 100, penalty: 21 });
    expect(made.arrears).toEqual({ interest: 2_500, lateInterest: 100, penalty: 0 });
    // Sharing 2,600 over 22 periods gives 118 each, with four dollars left over.
    const [first, second, third] = made.rows;
    expect(first).toMatchObject({ no: 1, dueOn: '2026-05-01', principal: 0, interest: 461 });
    expect(second).toMatchObject({ dueOn: '2026-06-01', principal: 0, total: 461 });
    const level = levelPaymentOf({ principal: owed.principal, rateAnnualBps: 600, periods: 22 });
    expect(third).toMatchObject({
      interest: 461,
      principal: level - 461,
      arrears: { interest: 119, lateInterest: 0, penalty: 0 },
      total: level + 119,
    });
    expect(made.rows.at(-1)).toMatchObject({
      balance: 0,
      arrears: { interest: 18, lateInterest: 100, penalty: 0 },
    });
    expect(figuresOf(terms, made)).toMatchObject({
      annualRate: 6,
      installments: 24,
      instalment: level + 119,
      principal: 92_115,
      arrears: 2_600,
    });
  });

  it('charge interest for the extra days of a first period', () => {
    const late = renegotiate(owed, { ...terms, firstDueOn: day('2026-05-16') }, from);
    // Interest for one month and 15 days: 92,115 × 6 % × (1/12 + 15/365).
    expect(late.rows[0]?.interest).toBe(688);
  });

  it('have no larger last instalment after a long first period', () => {
    const long = { ...terms, installments: 12, graceMonths: 0, rateAnnualBps: 1_200 };
    const debt: Owed = { ...owed, interest: money(0), lateInterest: money(0), penalty: money(0) };
    const made = renegotiate(debt, { ...long, firstDueOn: addDays(from, 120) }, from);
    const totals = made.rows.map((row) => row.total);
    expect(new Set(totals.slice(0, -1)).size).toBe(1);
    expect(totals[0]! - totals.at(-1)!).toBeGreaterThanOrEqual(0);
    expect(totals[0]! - totals.at(-1)!).toBeLessThanOrEqual(12);
    expect(figuresOf(long, made).instalment).toBe(totals[0]);
  });

  const random = fc.record({
    owed: fc.record({
      principal: fc.integer({ min: 1_000, max: 2_000_000 }),
      interest: fc.nat(90_000),
      lateInterest: fc.nat(9_000),
      penalty: fc.nat(999),
    }),
    rateAnnualBps: fc.integer({ min: 0, max: 1_600 }),
    installments: fc.integer({ min: 1, max: 84 }),
    grace: fc.nat(6),
    waive: fc.record({
      interest: fc.nat(100),
      lateInterest: fc.nat(100),
      penalty: fc.nat(100),
    }),
    days: fc.integer({ min: 15, max: 120 }),
  });

  it('neither lose nor create a dollar, whatever was owed', () => {
    fc.assert(
      fc.property(random, (one) => {
        const debt = one.owed as Owed;
        const agreed: NegotiationTerms = {
          rateAnnualBps: one.rateAnnualBps,
          installments: one.installments,
          graceMonths: Math.min(one.grace, one.installments - 1),
          waive: one.waive,
          firstDueOn: addDays(from, one.days),
        };
        const { rows, waived, arrears } = renegotiate(debt, agreed, from);
        expect(rows).toHaveLength(one.installments);
        expect(sum(rows.map((row) => row.principal))).toBe(debt.principal);
        for (const name of waivable) {
          expect(sum(rows.map((row) => row.arrears[name]))).toBe(arrears[name]);
          expect(waived[name] + arrears[name]).toBe(debt[name]);
          expect(waived[name]).toBeGreaterThanOrEqual(0);
          expect(arrears[name]).toBeGreaterThanOrEqual(0);
        }
        const columns = rows.map((row) => sum(Object.values(row.arrears)));
        for (const [i, row] of rows.entries()) {
          expect(row.total).toBe(row.principal + row.interest + columns[i]!);
          expect(row.dueOn).toBe(addMonths(agreed.firstDueOn, i));
          if (i < agreed.graceMonths) expect([row.principal, columns[i]]).toEqual([0, 0]);
        }
        const paying = columns.slice(agreed.graceMonths);
        expect(Math.max(...paying) - Math.min(...paying)).toBeLessThanOrEqual(1);
        expect(rows.at(-1)?.balance).toBe(0);
      }),
    );
  });
});

describe('the limits', () => {
  const wrong = (more: Partial<NegotiationTerms>) =>
    Object.keys(termProblems(owed, { ...terms, ...more }, bounds));

  it.each([
    [{}, []],
    [{ rateAnnualBps: 1_200 }, []],
    [{ rateAnnualBps: 1_201 }, ['annualRate']],
    [{ rateAnnualBps: -1 }, ['annualRate']],
    [{ installments: 35 }, []],
    [{ installments: 36 }, ['installments']],
    [{ installments: 0, graceMonths: 0 }, ['installments', 'graceMonths']],
    [{ installments: 2.5 }, ['installments']],
    [{ graceMonths: 6 }, []],
    [{ graceMonths: 7 }, ['graceMonths']],
    [{ installments: 2 }, ['graceMonths']],
    [{ waive: { interest: 101, lateInterest: 0, penalty: 0 } }, ['waive']],
    [{ waive: { interest: 0, lateInterest: -1, penalty: 0 } }, ['waive']],
    [{ firstDueOn: addDays(from, 15) }, []],
    [{ firstDueOn: addDays(from, 14) }, ['firstDueOn']],
    [{ firstDueOn: addDays(from, 121) }, ['firstDueOn']],
    // With a rate of 0, the borrower would pay nothing in the interest-only periods.
    [{ rateAnnualBps: 0 }, ['installments']],
  ])('are checked: %j', (more, fields) => {
    expect(wrong(more)).toEqual(fields);
  });

  it.each([
    [66_666, 100_000, false],
    [66_667, 100_000, true],
    [66_000, 99_000, true],
    [0, 0, false],
  ])('%i of %i agreed principal binds everybody: %s', (agreed, total, binding) => {
    expect(isBinding(money(agreed), money(total))).toBe(binding);
  });

  it('give the smallest principal that binds everybody', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (total) => {
        const needed = principalNeeded(money(total));
        expect(isBinding(needed, money(total))).toBe(true);
        expect(isBinding(money(needed - 1), money(total))).toBe(false);
      }),
    );
  });
});
