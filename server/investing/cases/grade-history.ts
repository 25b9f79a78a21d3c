// Track record of a grade, as far as the loan book has published it.
import { ZERO } from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { publishedBook } from '../../lending/front.ts';

/**
 * Returns how many borrowers of a grade are in groups that the loan book publishes, and how many of
 * them are late (decision 047); all zero if it publishes none.
 */
export async function gradeHistoryOf({ tx, now }: Pick<Work, 'tx' | 'now'>, grade: string) {
  const groups = (await publishedBook(tx))?.lateness?.groups ?? [];
  const own = groups.filter((group) => group.grade === grade);
  const loans = own.reduce((count, { borrowers }) => count + borrowers, 0);
  const lateOver30 = own.reduce((count, { late }) => count + late, 0);
  const unpublished = { settled: 0, defaulted: 0, lent: ZERO, lost: ZERO };
  return { grade, loans, lateOver30, ...unpublished, asOf: now };
}
