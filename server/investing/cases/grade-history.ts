// How loans of a grade have gone so far: counted over all of them, and kept for a moment.
import { ZERO } from '#contract/core/money.ts';
import type { Services, Work } from '../../action.ts';
import { statementsOf } from '../../database/db.ts';
import { gradeCounts, type GradeCounts } from './case-queries.ts';

/** Counting walks all loans ever paid out; a page of a case asks for it each time. */
const FRESH_MS = 10_000;

type Kept = { until: number; rows: Promise<GradeCounts[]> };
const kept = new WeakMap<object, Kept>();

function countsOf({ pool }: Services): Promise<GradeCounts[]> {
  const known = kept.get(pool);
  if (known && performance.now() < known.until) return known.rows;
  const rows = gradeCounts(statementsOf(pool));
  kept.set(pool, { until: performance.now() + FRESH_MS, rows });
  // What failed is asked for anew.
  rows.catch(() => kept.delete(pool));
  return rows;
}

/** A grade's history; all zero where no loan of it was ever paid out. At most seconds old. */
export async function gradeHistoryOf(
  { services, now }: Pick<Work, 'services' | 'now'>,
  grade: string,
): Promise<GradeCounts & { asOf: string }> {
  const found = (await countsOf(services)).find((row) => row.grade === grade);
  const none = { loans: 0, settled: 0, lateOver30: 0, defaulted: 0, lent: ZERO, lost: ZERO };
  return { ...none, ...found, grade, asOf: now.toISOString() };
}
