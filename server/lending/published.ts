// What the loan book has published, for calls of other features that tell how loans have done. The
// feature reports writes it.
import type { Statistics } from '#contract/reports/book/statistics.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** Returns the newest month of the loan book; null before the first. */
export async function publishedBook(tx: Tx): Promise<Statistics | null> {
  const newest = await tx.maybe<{ statistics: Statistics }>(sql`
    select statistics from reports.book_month order by day desc limit 1
  `);
  return newest?.statistics ?? null;
}
