// Tests that nobody learns anything about fewer than five borrowers from the loan book: from one
// month, or from any two months together with the board, which shows every confirmed member the
// grade, day, term and number of all cases.
import { describe, expect, test } from 'vitest';
import { grades } from '#contract/investing/grades.ts';
import { BORROWERS_MIN } from '#contract/reports/book/statistics.ts';
import { randomOf } from '../../../actors/random.ts';
import { SEED } from '../../../tests/actors/seed.ts';
import {
  type Borrower,
  type EarlierMonth,
  type Group,
  groupsOf,
  type Kind,
  kindKey,
  kindsOf,
} from './groups.ts';

/** A borrower whom the board shows, and whether they are late in each month. */
type Life = { memberId: number; kind: Kind; from: number; late: boolean[] };
type Published = { month: number; groups: readonly Group[] };

const MONTHS = 60;
const HISTORIES = 12;

/** A history in which borrowers come, pay late, catch up, default for good and settle. */
function historyOf(seed: number): Life[] {
  const random = randomOf(seed);
  const some = grades.slice(0, random.int(1, grades.length));
  return Array.from({ length: random.int(20, 250) }, (_, memberId) => {
    const from = random.int(0, MONTHS - 1);
    const quarter = `${2026 + Math.floor(from / 12)}-Q${1 + Math.floor((from % 12) / 3)}`;
    const kind = { grade: random.pick(some), quarter, installments: random.pick([12, 24]) };
    const risk = random.pick([0, 2, 10, 30]);
    let isLate = false;
    const late = Array.from({ length: MONTHS }, (_month, month) => {
      if (month > from + 1) isLate = isLate ? random.int(1, 100) > 25 : random.int(1, 100) <= risk;
      return isLate;
    });
    return { memberId, kind, from, late };
  });
}

const borrowersAt = (lives: readonly Life[], month: number): Borrower[] =>
  lives
    .filter(({ from }) => from <= month)
    .map(({ memberId, kind, late }) => ({ memberId, kind, isLate: late[month]! }));

const lateIn = (borrowers: readonly Borrower[]) =>
  borrowers.filter(({ isLate }) => isLate).map(({ memberId }) => memberId);

/** Publishes every month; `memory` is false for a house that forgets what it published. */
function publishedOf(lives: readonly Life[], memory = true): Published[] {
  const earlier: EarlierMonth[] = [];
  const published: Published[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    const borrowers = borrowersAt(lives, month);
    const groups = groupsOf(borrowers, memory ? earlier : []);
    if (!groups) continue;
    published.push({ month, groups });
    const kinds = groups.map((group) => [...kindsOf(group.borrowers)]);
    earlier.push({ groups: kinds, late: lateIn(borrowers) });
  }
  return published;
}

const isFew = (count: number) => count > 0 && count < BORROWERS_MIN;

/** Borrowers who are in one list and not in the other. */
const apart = (a: readonly number[], b: readonly number[]) =>
  new Set(a).symmetricDifference(new Set(b));

/** The smallest union of groups of both months that contains a group: all that touch it. */
function unionAround(start: Group, all: readonly Group[]): Set<string> {
  const kinds = kindsOf(start.borrowers);
  for (let size = 0; size < kinds.size;) {
    size = kinds.size;
    for (const group of all) {
      const own = kindsOf(group.borrowers);
      if (!own.isDisjointFrom(kinds)) for (const kind of own) kinds.add(kind);
    }
  }
  return kinds;
}

/** What somebody who kept both months and the board would find out about fewer than five. */
function findings(before: Published, after: Published): string[] {
  const found: string[] = [];
  const all = [...before.groups, ...after.groups];
  const of = ({ groups }: Published, kinds: ReadonlySet<string>) =>
    groups.flatMap(({ borrowers }) => borrowers).filter(({ kind }) => kinds.has(kindKey(kind)));
  for (const group of all) {
    const union = unionAround(group, all);
    const moved = apart(lateIn(of(before, union)), lateIn(of(after, union)));
    if (isFew(moved.size)) found.push(`${moved.size} moved`);
  }
  const allLate = ({ groups }: Published) => lateIn(groups.flatMap(({ borrowers }) => borrowers));
  const total = apart(allLate(before), allLate(after));
  if (total.size < BORROWERS_MIN) found.push('the amounts tell of few');
  const known = new Set(before.groups.flatMap(({ borrowers }) => [...kindsOf(borrowers)]));
  for (const { borrowers: then } of before.groups) {
    for (const { borrowers: now } of after.groups) {
      const kinds = kindsOf(now).intersection(known);
      if (kinds.isDisjointFrom(kindsOf(then))) continue;
      const different = kinds.symmetricDifference(kindsOf(then));
      if (isFew(of(after, different).length)) found.push('two groups differ by few');
    }
  }
  return found;
}

const pairs = (months: readonly Published[]) =>
  months.flatMap((after, i) => months.slice(0, i).map((before) => [before, after] as const));

describe('what months tell', () => {
  test(`no two of ${MONTHS} months tell of fewer than five borrowers (seed ${SEED})`, () => {
    let compared = 0;
    for (let k = 0; k < HISTORIES; k += 1) {
      const months = publishedOf(historyOf(SEED + k));
      for (const [before, after] of pairs(months)) {
        compared += 1;
        expect(findings(before, after), `${before.month} and ${after.month}`).toEqual([]);
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('the same comparison finds something if earlier months are forgotten', () => {
    const months = Array.from({ length: 3 }, (_, k) => publishedOf(historyOf(SEED + k), false));
    const found = months.flatMap(pairs).flatMap(([before, after]) => findings(before, after));
    expect(found).toContain('1 moved');
    expect(found).toContain('the amounts tell of few');
  });

  test('each group has five who are late and five who are not, and nobody is in two', () => {
    let named = 0;
    for (let k = 0; k < HISTORIES; k += 1) {
      const lives = historyOf(SEED + k);
      for (const { month, groups } of publishedOf(lives)) {
        for (const { borrowers } of groups) {
          const late = lateIn(borrowers).length;
          expect(late).toBeGreaterThanOrEqual(BORROWERS_MIN);
          expect(borrowers.length - late).toBeGreaterThanOrEqual(BORROWERS_MIN);
        }
        named += groups.filter(({ kind }) => kind.grade !== null).length;
        const all = groups.flatMap(({ borrowers }) => borrowers.map(({ memberId }) => memberId));
        expect(all.toSorted((a, b) => a - b)).toEqual(
          borrowersAt(lives, month).map(({ memberId }) => memberId),
        );
      }
    }
    expect(named).toBeGreaterThan(0);
  });
});

describe('groups', () => {
  let next = 0;
  const some = (count: number, isLate: boolean, kind: Partial<Kind> = {}): Borrower[] =>
    Array.from({ length: count }, () => ({
      memberId: (next += 1),
      kind: { grade: 'A1', quarter: '2026-Q1', installments: 12, ...kind },
      isLate,
    }));
  const told = (groups: readonly Group[] | null) =>
    groups?.map(({ kind: { grade, quarter, installments }, borrowers }) => [
      grade,
      quarter,
      installments,
      borrowers.length,
      lateIn(borrowers).length,
    ]);

  test('four late or four punctual borrowers are not told of', () => {
    expect(groupsOf([...some(4, true), ...some(50, false)], [])).toBeNull();
    expect(groupsOf([...some(50, true), ...some(4, false)], [])).toBeNull();
    expect(told(groupsOf([...some(5, true), ...some(5, false)], []))).toEqual([
      ['A1', '2026-Q1', 12, 10, 5],
    ]);
  });

  test('a small kind becomes coarser, and the smallest group is hidden with the last few', () => {
    const large = [...some(5, true), ...some(9, false)];
    const small = [...some(5, true, { grade: 'B1' }), ...some(5, false, { grade: 'B1' })];
    const other = { installments: 24, quarter: '2026-Q2' };
    const coarse = [...some(5, true, other), ...some(6, false, { ...other, installments: 36 })];
    const few = some(2, true, { grade: 'C1' });
    expect(told(groupsOf([...large, ...small, ...coarse], []))).toEqual([
      ['A1', '2026-Q1', 12, 14, 5],
      ['A1', '2026-Q2', null, 11, 5],
      ['B1', '2026-Q1', 12, 10, 5],
    ]);
    expect(told(groupsOf([...large, ...small, ...few], []))).toEqual([
      ['A1', '2026-Q1', 12, 14, 5],
      [null, null, null, 12, 7],
    ]);
  });

  test('a month in which four have moved publishes nothing', () => {
    const [late, punctual] = [some(8, true), some(20, false)];
    const before = { groups: [[...kindsOf(late)]], late: lateIn(late) };
    const move = (count: number) => [
      ...late.map((one, k) => ({ ...one, isLate: k >= count })),
      ...punctual.map((one, k) => ({ ...one, isLate: k < 2 })),
    ];
    expect(groupsOf(move(2), [before])).toBeNull();
    expect(told(groupsOf(move(3), [before]))).toEqual([['A1', '2026-Q1', 12, 28, 7]]);
  });

  test('a group that differs from an earlier one by three borrowers is hidden', () => {
    const [late, punctual] = [some(4, true), some(11, false)];
    const few = [...some(1, true, { installments: 24 }), ...some(2, false, { installments: 24 })];
    const others = [...some(5, true, { grade: 'B1' }), ...some(5, false, { grade: 'B1' })];
    const first = [...late, ...punctual, ...few, ...others];
    const groups = groupsOf(first, []);
    expect(told(groups)).toEqual([
      ['A1', '2026-Q1', null, 18, 5],
      ['B1', '2026-Q1', 12, 10, 5],
    ]);
    const before = {
      groups: groups!.map(({ borrowers }) => [...kindsOf(borrowers)]),
      late: lateIn(first),
    };
    const second = [...late, ...punctual.map((one, k) => ({ ...one, isLate: k < 5 }))];
    const borrowers = [...second, ...few, ...others];
    expect(told(groupsOf(borrowers, []))).toEqual([
      ['A1', '2026-Q1', 12, 15, 9],
      [null, null, null, 13, 6],
    ]);
    expect(told(groupsOf(borrowers, [before]))).toEqual([[null, null, null, 28, 15]]);
  });
});
