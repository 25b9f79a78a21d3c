// Tests that the search of the board finds what plain filtering, sorting and slicing find.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { type BoardCase, type CaseFilter, columnsOf, orderOf, walk } from './case-columns.ts';

const now = new Date('2026-11-27T02:00:00Z');
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 60_000)];
const plans = ['engineer', 'medical', 'office'];
const grades = ['A1', 'B1', 'C2'];
const terms = [6, 12, 24];

const board = fc.array(
  fc.record({
    planSlug: fc.constantFrom(...plans),
    grade: fc.constantFrom(...grades),
    installments: fc.constantFrom(...terms),
    purpose: fc.integer({ min: 1, max: 3 }),
    rateBps: fc.integer({ min: 500, max: 510 }),
    target: fc.integer({ min: 3, max: 6 }).map((n) => money(n * 10_000)),
    remaining: fc.constantFrom(money(0), money(10_000)),
    status: fc.constantFrom(40 as const, 50 as const),
    endsAt: fc.constantFrom(before, now, after),
  }),
  { maxLength: 40 },
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const filters = fc.record({
  status: fc.constantFrom('open' as const, 'full' as const, 'all' as const),
  plan: maybe(fc.oneof(fc.constantFrom(...plans), fc.subarray(plans))),
  grade: maybe(fc.constantFrom(...grades, 'D9')),
  installment: maybe(fc.subarray(terms)),
  purpose: maybe(fc.integer({ min: 0, max: 4 })),
  rateMin: maybe(fc.constantFrom(5, 5.03, 5.07)),
  rateMax: maybe(fc.constantFrom(5.03, 5.07, 6)),
  amountMin: maybe(fc.constantFrom(30_000, 40_001)),
  amountMax: maybe(fc.constantFrom(40_000, 60_000)),
  except: maybe(fc.uniqueArray(fc.integer({ min: 1, max: 40 })).map((ids) => new Set(ids))),
});
const pages = fc.record({
  ascending: fc.boolean(),
  offset: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 12 }),
});

const isChosen = <T>(value: T, chosen: T | readonly T[] | undefined) =>
  chosen === undefined || (Array.isArray(chosen) ? chosen.includes(value) : chosen === value);

/** Whether one case matches, said without columns; rates in whole basis points. */
function matches(one: BoardCase, of: CaseFilter): boolean {
  const rate = one.rateBps;
  const state = { open: one.status === 40 && one.remaining > 0 && one.endsAt >= now };
  return (
    isChosen(one.planSlug, of.plan) &&
    isChosen(one.grade, of.grade) &&
    isChosen(one.installments, of.installment) &&
    (!of.purpose || one.purpose === of.purpose) &&
    rate >= Math.round((of.rateMin ?? 0) * 100) &&
    rate <= Math.round((of.rateMax ?? 100) * 100) &&
    one.target >= (of.amountMin ?? 0) &&
    one.target <= (of.amountMax ?? Infinity) &&
    (of.status === 'all' || (of.status === 'open' ? state.open : one.remaining === 0)) &&
    !of.except?.has(one.id)
  );
}

test('a page has the matches in order, and the total counts all of them', () => {
  fc.assert(
    fc.property(board, filters, pages, (drawn, filter, page) => {
      const cases = drawn.map((one, k) => ({ ...one, id: k + 1 })) as unknown as BoardCase[];
      const byRate = orderOf(cases, ({ rateBps }) => rateBps);
      const found = walk(columnsOf(cases), byRate, filter as CaseFilter, { ...page, now });
      const sorted = cases.toSorted((a, b) => a.rateBps - b.rateBps || a.id - b.id);
      if (!page.ascending) sorted.reverse();
      const all = sorted.filter((one) => matches(one, filter as CaseFilter)).map(({ id }) => id);
      expect(found.total).toBe(all.length);
      const { offset, limit } = page;
      expect(found.page.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit));
    }),
    { numRuns: 2_000 },
  );
});
