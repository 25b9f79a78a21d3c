// Cases as columns of numbers, because filtering ten thousand cases in this form is faster than
// loading objects.
import type { CaseTerms } from './case-queries.ts';
import type { Money } from '#contract/core/money.ts';
import type { ServerCase } from '#contract/investing/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';

export type BoardCase = CaseTerms & {
  status: LoanStatus;
  /** Amount reserved and paid by investors, in NT$. */
  funded: Money;
  orders: number;
  investors: number;
  remaining: Money;
  /** The case as the API returns it; null until requested after the last change. */
  view: ServerCase | null;
};

/** Filters of a list. Rates in percent, amounts in NT$; a missing filter matches any. */
export type CaseFilter = {
  status: 'open' | 'full' | 'all';
  plan?: string | readonly string[];
  installment?: number | readonly number[];
  grade?: string | readonly string[];
  purpose?: number;
  rateMin?: number;
  rateMax?: number;
  amountMin?: number;
  amountMax?: number;
  /** Cases that the caller cannot fund and that the list leaves out. */
  except?: ReadonlySet<number>;
};

/** Distinct values of a column, each with the set of cases that have it: one bit for each case. */
type Sets<T> = ReadonlyMap<T, Uint32Array>;

export type Columns = {
  cases: readonly BoardCase[];
  rateBps: Int32Array;
  target: Float64Array;
  endsAt: Float64Array;
  /**
   * Only the next two columns change; the others stay the same until a case is added or removed.
   */
  status: Uint8Array;
  remaining: Float64Array;
  plan: Sets<string>;
  term: Sets<number>;
  grade: Sets<string>;
  purpose: Sets<number>;
};

/** Number of cases in one number of a set. */
const BITS = 32;

function setsOf<T>(values: readonly T[]): Sets<T> {
  const sets = new Map<T, Uint32Array>();
  values.forEach((value, at) => {
    const set = sets.get(value) ?? new Uint32Array(Math.ceil(values.length / BITS));
    const word = Math.floor(at / BITS);
    set[word] = (set[word] ?? 0) | (1 << (at % BITS));
    sets.set(value, set);
  });
  return sets;
}

export function columnsOf(cases: readonly BoardCase[]): Columns {
  return {
    cases,
    rateBps: Int32Array.from(cases, (one) => one.rateBps),
    target: Float64Array.from(cases, (one) => one.target),
    endsAt: Float64Array.from(cases, (one) => one.endsAt.getTime()),
    status: Uint8Array.from(cases, (one) => one.status),
    remaining: Float64Array.from(cases, (one) => one.remaining),
    plan: setsOf(cases.map((one) => one.planSlug)),
    term: setsOf(cases.map((one) => one.installments)),
    grade: setsOf(cases.map((one) => one.grade)),
    purpose: setsOf(cases.map((one) => one.purpose)),
  };
}

/** Returns the indexes of cases in ascending order of a value, ties by id. */
export function orderOf(
  cases: readonly BoardCase[],
  value: (one: BoardCase) => number,
): Uint32Array {
  const values = Float64Array.from(cases, value);
  const places = Uint32Array.from(cases, (_one, place) => place);
  const idAt = (place: number) => cases[place]?.id ?? 0;
  return places.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || idAt(a) - idAt(b));
}

/** Removes from `marks` the cases with none of the chosen values; nothing chosen means any. */
function narrow<T>(marks: Uint32Array, sets: Sets<T>, chosen: T | readonly T[] | undefined): void {
  if (chosen === undefined) return;
  const values = Array.isArray(chosen) ? (chosen as readonly T[]) : [chosen as T];
  const wanted = values.flatMap((value) => sets.get(value) ?? []);
  for (let word = 0; word < marks.length; word += 1) {
    let any = 0;
    for (const set of wanted) any |= set[word] as number;
    marks[word] = (marks[word] as number) & any;
  }
}

/**
 * Tolerance for floating point (8.7 × 100 is 869.999…) when bounds are rounded to whole basis
 * points.
 */
const NEARLY = 1e-6;

/**
 * Returns the set of cases that match a filter, and how many they are. The sets of values leave few
 * cases whose numbers are compared one by one.
 */
function matchesOf(columns: Columns, filter: CaseFilter, now: number) {
  const { cases, rateBps, target, endsAt, status, remaining } = columns;
  const marks = new Uint32Array(Math.ceil(cases.length / BITS)).fill(0xffff_ffff);
  // The last number has bits beyond the last case.
  if (cases.length % BITS > 0) marks[marks.length - 1] = (1 << (cases.length % BITS)) - 1;
  narrow(marks, columns.grade, filter.grade);
  narrow(marks, columns.plan, filter.plan);
  narrow(marks, columns.term, filter.installment);
  // A purpose of 0 means any, as the form sends it.
  narrow(marks, columns.purpose, filter.purpose || undefined);
  const rateMin = Math.ceil((filter.rateMin ?? 0) * 100 - NEARLY);
  const rateMax = Math.floor((filter.rateMax ?? 1e6) * 100 + NEARLY);
  const amountMin = filter.amountMin ?? -Infinity;
  const amountMax = filter.amountMax ?? Infinity;
  const { except } = filter;
  const open = filter.status === 'open';
  const full = filter.status === 'full';
  const isMatch = (at: number): boolean => {
    const rate = rateBps[at] as number;
    if (rate < rateMin || rate > rateMax) return false;
    const amount = target[at] as number;
    if (amount < amountMin || amount > amountMax) return false;
    if (open) {
      if (status[at] !== 40 || remaining[at] === 0 || (endsAt[at] as number) < now) return false;
    } else if (full && remaining[at] !== 0) return false;
    return !except?.has((cases[at] as BoardCase).id);
  };
  let total = 0;
  for (let word = 0; word < marks.length; word += 1) {
    let kept = marks[word] as number;
    for (let left = kept; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (isMatch(word * BITS + 31 - Math.clz32(bit))) total += 1;
      else kept ^= bit;
    }
    marks[word] = kept;
  }
  return { marks, total };
}

/**
 * Returns one page of the cases that match a filter, in this order, and the total number of
 * matches.
 */
export function walk(
  columns: Columns,
  order: Uint32Array,
  filter: CaseFilter,
  page: { ascending: boolean; offset: number; limit: number; now: Date },
): { page: BoardCase[]; total: number } {
  const { marks, total } = matchesOf(columns, filter, page.now.getTime());
  const to = Math.min(page.offset + page.limit, total);
  const found: BoardCase[] = [];
  const last = order.length - 1;
  for (let i = 0, passed = 0; passed < to; i += 1) {
    const at = order[page.ascending ? i : last - i] as number;
    const word = Math.floor(at / BITS);
    if (((marks[word] as number) & (1 << (at % BITS))) === 0) continue;
    if (passed >= page.offset) found.push(columns.cases[at] as BoardCase);
    passed += 1;
  }
  return { page: found, total };
}
