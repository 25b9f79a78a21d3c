// Divides the borrowers of the loan book into groups whose numbers may be published. Decision 047
// explains the rules.
import { BORROWERS_MIN } from '#contract/reports/book/statistics.ts';
import type { grades } from '#contract/investing/grades.ts';

/** What the loans of a group have in common; null is left out. */
export type Kind = {
  grade: (typeof grades)[number] | null;
  quarter: string | null;
  installments: number | null;
};

/** A borrower with the kind of their first loan, which never changes. */
export type Borrower = { memberId: number; kind: Kind; isLate: boolean };

export type Group = { kind: Kind; borrowers: readonly Borrower[] };

/** An earlier month: the kinds in each of its groups, and who was late then. */
export type EarlierMonth = { groups: readonly (readonly string[])[]; late: readonly number[] };

export const kindKey = ({ grade, quarter, installments }: Kind): string =>
  JSON.stringify([grade, quarter, installments]);

/** Each step makes kinds coarser. */
const steps: readonly ((of: Kind) => Kind)[] = [
  (of) => of,
  (of) => ({ ...of, installments: null }),
  (of) => ({ ...of, quarter: null, installments: null }),
];
const OTHERS: Kind = { grade: null, quarter: null, installments: null };

const lateOf = (borrowers: readonly Borrower[]) => borrowers.filter(({ isLate }) => isLate).length;

/** Whether a group has enough borrowers who are late and enough who are not. */
function isLarge(borrowers: readonly Borrower[]): boolean {
  const late = lateOf(borrowers);
  return late >= BORROWERS_MIN && borrowers.length - late >= BORROWERS_MIN;
}

/** The large groups of the finest kinds, then those of coarser kinds among the rest. */
function largeGroups(borrowers: readonly Borrower[]): Group[] {
  const large: Group[] = [];
  let left = borrowers.filter(({ kind }) => kind.grade !== null);
  for (const step of steps) {
    const groups = [...Map.groupBy(left, ({ kind }) => kindKey(step(kind))).values()];
    for (const own of groups.filter(isLarge)) {
      large.push({ kind: step(own[0]!.kind), borrowers: own });
    }
    left = groups.filter((own) => !isLarge(own)).flat();
  }
  return large.toSorted((a, b) => b.borrowers.length - a.borrowers.length);
}

/** Joins the groups of two months where they share a kind, so that each kind is in one set. */
function unionsOf(groups: readonly ReadonlySet<string>[]): Set<string>[] {
  let unions: Set<string>[] = [];
  for (const kinds of groups) {
    const apart = unions.filter((one) => one.isDisjointFrom(kinds));
    const touching = unions.filter((one) => !one.isDisjointFrom(kinds));
    unions = [...apart, touching.reduce((all, one) => all.union(one), new Set(kinds))];
  }
  return unions;
}

export const kindsOf = (borrowers: readonly Borrower[]): Set<string> =>
  new Set(borrowers.map(({ kind }) => kindKey(kind)));

/** Borrowers who became late since an earlier month, or were late then and are not any more. */
function movedSince(borrowers: readonly Borrower[], { late }: EarlierMonth): Borrower[] {
  const before = new Set(late);
  return borrowers.filter(({ memberId, isLate }) => isLate !== before.has(memberId));
}

const isFew = (count: number) => count > 0 && count < BORROWERS_MIN;

/**
 * Returns the kinds of loans whose numbers would tell of fewer than five borrowers if they were
 * compared with those of the earlier month: where two groups differ by so few, or where so few have
 * moved in a union of groups that both months tell of.
 */
function tellingKinds(groups: readonly Group[], before: EarlierMonth): Set<string> {
  const everybody = groups.flatMap(({ borrowers }) => borrowers);
  const countBy = (all: readonly Borrower[]) => {
    const perKind = Map.groupBy(all, ({ kind }) => kindKey(kind));
    return (kinds: ReadonlySet<string>) =>
      [...kinds].reduce((count, kind) => count + (perKind.get(kind)?.length ?? 0), 0);
  };
  const [borrowersIn, movedIn] = [countBy(everybody), countBy(movedSince(everybody, before))];
  const earlier = before.groups.map((kinds) => new Set(kinds));
  const known = earlier.reduce((all, kinds) => all.union(kinds), new Set<string>());
  const own = groups.map(({ borrowers }) => kindsOf(borrowers));
  const close = own
    .map((kinds) => kinds.intersection(known))
    .filter((kinds) =>
      earlier.some(
        (one) => !one.isDisjointFrom(kinds) && isFew(borrowersIn(one.symmetricDifference(kinds))),
      ),
    );
  const moving = unionsOf([...earlier, ...own]).filter((kinds) => isFew(movedIn(kinds)));
  return [...close, ...moving].reduce((all, kinds) => all.union(kinds), new Set<string>());
}

/**
 * Returns the groups of which a month may publish how many borrowers they have and how many of them
 * are late; the last is that of all others. Returns null if the month may publish nothing: fewer
 * than five are late or not late, or fewer than five have moved since an earlier month.
 *
 * Every number is that of one group, and every union of groups that this month and an earlier one
 * both tell of differs by no borrower or by at least five.
 */
export function groupsOf(
  borrowers: readonly Borrower[],
  earlier: readonly EarlierMonth[],
): Group[] | null {
  if (!isLarge(borrowers)) return null;
  if (earlier.some((month) => movedSince(borrowers, month).length < BORROWERS_MIN)) return null;
  let apart = largeGroups(borrowers);
  for (;;) {
    const named = new Set(apart.flatMap((group) => group.borrowers));
    const others = borrowers.filter((one) => !named.has(one));
    const groups = others.length === 0 ? apart : [...apart, { kind: OTHERS, borrowers: others }];
    const telling = earlier
      .map((month) => tellingKinds(groups, month))
      .reduce((all, kinds) => all.union(kinds), new Set<string>());
    const areEnough = others.length === 0 || isLarge(others);
    if (areEnough && (telling.size === 0 || apart.length === 0)) return groups;
    // Telling groups are hidden among the others, and if there are none, the smallest group.
    const silent = apart.filter(({ borrowers: own }) => telling.isDisjointFrom(kindsOf(own)));
    apart = areEnough && silent.length < apart.length ? silent : apart.slice(0, -1);
  }
}
