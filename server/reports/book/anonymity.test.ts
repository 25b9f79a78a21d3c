// Tests that each published combination of bands has at least five borrowers, whatever the book is,
// and that the steps know all bands and counties that an application can have.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { occupationGroups } from '#contract/options.ts';
import { BORROWERS_MIN } from '#contract/reports/book/fields.ts';
import { cities } from '#contract/taiwan/zipcodes.ts';
import { bandsOf } from '../../lending/plan/bands.ts';
import { type Cell, publishedTraits, type Traits, traitsKey, traitsOf } from './anonymity.ts';

const today = day('2026-11-24');
const incomes = [20_000, 35_000, 45_000, 60_000, 80_000, 200_000];
const bandsAt = (birthYear: number, monthlyIncome: number, city: string | null) =>
  bandsOf({
    ...{ birthday: day(`${birthYear}-03-01`), jobSince: '2020-01', monthlyIncome, city, today },
    ...{ debtRatioBps: 2_000, lateIn12Months: false },
  });

const anyCell = fc
  .record({
    group: fc.integer({ min: 1, max: 8 }),
    birthYear: fc.constantFrom(2000, 1992, 1982, 1970),
    income: fc.constantFrom(...incomes),
    city: fc.option(fc.constantFrom(...cities)),
    borrowers: fc.integer({ min: 0, max: 7 }),
  })
  .map(({ group, birthYear, income, city, borrowers }): Cell => {
    const bands = bandsAt(birthYear, income, city);
    return { ...traitsOf({ occupation: group * 100 + 1, ...bands }), borrowers };
  });

/** A book has one cell for each combination of exact traits. */
const anyBook = fc.uniqueArray(anyCell, { selector: traitsKey, maxLength: 60 });

const sizesOf = (cells: readonly Cell[], published: ReadonlyMap<string, Traits>) => {
  const sizes = new Map<string, number>();
  for (const cell of cells) {
    const key = traitsKey(published.get(traitsKey(cell))!);
    sizes.set(key, (sizes.get(key) ?? 0) + cell.borrowers);
  }
  return sizes;
};

const isBlank = (traits: Traits) => Object.values(traits).every((value) => value === null);

describe('published bands', () => {
  test('each combination has at least five borrowers, or everything is blank', () => {
    fc.assert(
      fc.property(anyBook, (cells) => {
        const published = publishedTraits(cells);
        expect(published.size).toBe(cells.length);
        if ([...published.values()].every(isBlank)) return;
        for (const size of sizesOf(cells, published).values()) {
          expect(size).toBeGreaterThanOrEqual(BORROWERS_MIN);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('what is published of a cell never contradicts its exact traits', () => {
    fc.assert(
      fc.property(anyBook, (cells) => {
        const published = publishedTraits(cells);
        for (const cell of cells) {
          const { occupationGroup } = published.get(traitsKey(cell))!;
          expect([null, cell.occupationGroup]).toContain(occupationGroup);
        }
      }),
    );
  });

  const cell = (county: string, borrowers: number, group = 3): Cell => ({
    ...traitsOf({ occupation: group * 100 + 1, ...bandsAt(1992, 60_000, county) }),
    borrowers,
  });

  test('five borrowers stay exact, four share their region with others', () => {
    const cells = [cell('臺北市', 5), cell('新北市', 4), cell('桃園市', 1)];
    const published = publishedTraits(cells);
    const counties = cells.map((one) => published.get(traitsKey(one))!.county);
    expect(counties).toEqual(['臺北市', '北部', '北部']);
  });

  test('if too few are left, the smallest combination becomes blank with them', () => {
    const cells = [cell('臺北市', 9), cell('臺中市', 6, 4), cell('高雄市', 2, 5)];
    const published = publishedTraits(cells);
    const groups = cells.map((one) => published.get(traitsKey(one))!.occupationGroup);
    expect(groups).toEqual(['科技工程', null, null]);
  });

  test('a book of four borrowers is blank', () => {
    const cells = [cell('臺北市', 4)];
    expect([...publishedTraits(cells).values()].every(isBlank)).toBe(true);
  });
});

test('every band, county and occupation of an application is known, and nothing else is', () => {
  for (const city of cities)
    expect(traitsOf({ occupation: 101, ...bandsAt(1992, 1, city) }).county).toBe(city);
  for (const income of incomes) {
    const bands = bandsAt(1992, income, null);
    expect(traitsOf({ occupation: 101, ...bands }).incomeBand).toBe(bands.incomeBand);
  }
  for (const birthYear of [2000, 1992, 1982, 1970]) {
    const bands = bandsAt(birthYear, 1, null);
    expect(traitsOf({ occupation: 101, ...bands }).ageBand).toBe(bands.ageBand);
  }
  for (const { id, description, items } of occupationGroups) {
    const occupation = id * 100 + items.length;
    const bands = bandsAt(1992, 1, null);
    expect(traitsOf({ occupation, ...bands }).occupationGroup).toBe(description);
  }
  const free = { incomeBand: '王小明', ageBand: 'constructor', city: '__proto__' };
  expect(isBlank(traitsOf({ occupation: 9_999, ...free }))).toBe(true);
});
