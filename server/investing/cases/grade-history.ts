// Track record of a grade, counted over all its loans and cached for some seconds.
import { ZERO } from '#contract/core/money.ts';
import type { Services, Work } from '../../action.ts';
import { db } from '../../database/db.ts';
import { gradeCounts, type GradeCounts } from './case-queries.ts';

/**
 * The counts are cached because counting reads all loans ever disbursed, and every case page needs
 * them.
 */
const FRESH_MS = 10_000;

type CachedHistory = { until: number; rows: Promise<GradeCounts[]> };
const cachedHistories = new WeakMap<object, CachedHistory>();

function countsOf({ pool }: Services): Promise<GradeCounts[]> {
  const known = cachedHistories.get(pool);
  if (known && performance.now() < known.until) return known.rows;
  const rows = gradeCounts(db(pool));
  cachedHistories.set(pool, { until: performance.now() + FRESH_MS, rows });
  // A failed query is not cached, so that the next caller tries again.
  rows.catch(() => cachedHistories.delete(pool));
  return rows;
}

/**
 * Returns a grade's track record, at most seconds old; all zero if no loan of the grade was ever
 * disbursed.
 */
export async function gradeHistoryOf(
  { services, now }: Pick<Work, 'services' | 'now'>,
  grade: string,
): Promise<GradeCounts & { asOf: Date }> {
  const found = (await countsOf(services)).find((row) => row.grade === grade);
  const none = { loans: 0, settled: 0, lateOver30: 0, defaulted: 0, lent: ZERO, lost: ZERO };
  return { ...none, ...found, grade, asOf: now };
}
