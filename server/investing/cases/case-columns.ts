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

/** Distinct values of a column: the column stores a number in place of each value. */
type Coded<T> = { codes: Map<T, number>; of: Uint16Array };

export type Columns = {
  cases: readonly BoardCase[];
  rateBps: Int32Array;
  target: Float64Array;
  purpose: Uint16Array;
  endsAt: Float64Array;
  /**
   * Only the next two columns change; the others stay the same until a case is added or removed.
   */
  status: Uint8Array;
  remaining: Float64Array;
  plan: Coded<string>;
  term: Coded<number>;
  grade: Coded<string>;
};

function codedOf<T>(values: readonly T[]): Coded<T> {
  const codes = new Map<T, number>();
  for (const value of values) if (!codes.has(value)) codes.set(value, codes.size);
  return { codes, of: Uint16Array.from(values, (value) => codes.get(value) ?? 0) };
}

export function columnsOf(cases: readonly BoardCase[]): Columns {
  return {
    cases,
    rateBps: Int32Array.from(cases, (one) => one.rateBps),
    target: Float64Array.from(cases, (one) => one.target),
    purpose: Uint16Array.from(cases, (one) => one.purpose),
    endsAt: Float64Array.from(cases, (one) => one.endsAt.getTime()),
    status: Uint8Array.from(cases, (one) => one.status),
    remaining: Float64Array.from(cases, (one) => one.remaining),
    plan: codedOf(cases.map((one) => one.planSlug)),
    term: codedOf(cases.map((one) => one.installments)),
    grade: codedOf(cases.map((one) => one.grade)),
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

/**
 * Returns an array indexed by the numbers of the values: 1 for each chosen value, or 1 for all
 * values if nothing was chosen.
 */
function chosenOf<T>({ codes }: Coded<T>, chosen: T | readonly T[] | undefined): Uint8Array {
  const marks = new Uint8Array(codes.size);
  if (chosen === undefined) return marks.fill(1);
  for (const one of Array.isArray(chosen) ? (chosen as readonly T[]) : [chosen as T]) {
    const code = codes.get(one);
    if (code !== undefined) marks[code] = 1;
  }
  return marks;
}

/**
 * Tolerance for floating point (8.7 × 100 is 869.999…) when bounds are rounded to whole basis
 * points.
 */
const NEARLY = 1e-6;

/** Marks of `markMatches`, kept between calls, because each would otherwise allocate its own. */
let marks = new Uint8Array(0);

/**
 * Marks each case that matches a filter with 1 in `marks`; returns how many do. The cases are
 * visited as they are stored, because in the order of a list each would be a jump in memory.
 */
function markMatches(columns: Columns, filter: CaseFilter, now: number): number {
  const { cases, rateBps, target, purpose, endsAt, status, remaining } = columns;
  const { of: plan } = columns.plan;
  const { of: term } = columns.term;
  const { of: grade } = columns.grade;
  const plans = chosenOf(columns.plan, filter.plan);
  const terms = chosenOf(columns.term, filter.installment);
  const grades = chosenOf(columns.grade, filter.grade);
  const rateMin = Math.ceil((filter.rateMin ?? 0) * 100 - NEARLY);
  const rateMax = Math.floor((filter.rateMax ?? 1e6) * 100 + NEARLY);
  const amountMin = filter.amountMin ?? -Infinity;
  const amountMax = filter.amountMax ?? Infinity;
  const wanted = filter.purpose ?? 0;
  const { except } = filter;
  const open = filter.status === 'open';
  const full = filter.status === 'full';
  const count = cases.length;
  if (marks.length < count) marks = new Uint8Array(2 * count);
  marks.fill(0, 0, count);
  let total = 0;
  for (let at = 0; at < count; at += 1) {
    const rate = rateBps[at] as number;
    if (rate < rateMin || rate > rateMax) continue;
    if (grades[grade[at] as number] === 0) continue;
    if (plans[plan[at] as number] === 0) continue;
    if (terms[term[at] as number] === 0) continue;
    if (wanted !== 0 && purpose[at] !== wanted) continue;
    const amount = target[at] as number;
    if (amount < amountMin || amount > amountMax) continue;
    if (open) {
      if (status[at] !== 40 || remaining[at] === 0 || (endsAt[at] as number) < now) continue;
    } else if (full && remaining[at] !== 0) continue;
    if (except?.has((cases[at] as BoardCase).id)) continue;
    marks[at] = 1;
    total += 1;
  }
  return total;
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
  const total = markMatches(columns, filter, page.now.getTime());
  const to = Math.min(page.offset + page.limit, total);
  const found: BoardCase[] = [];
  const last = order.length - 1;
  for (let i = 0, passed = 0; passed < to; i += 1) {
    const at = order[page.ascending ? i : last - i] as number;
    if (marks[at] === 0) continue;
    if (passed >= page.offset) found.push(columns.cases[at] as BoardCase);
    passed += 1;
  }
  return { page: found, total };
}
