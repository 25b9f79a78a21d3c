// Whether a statement file is what its layout says.
import type { StatementMapping } from '#contract/banking/statements.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services, StoredUpload } from '../../action.ts';
import { checkStatement, StatementUnreadable } from '../../adapters/bank/bank-statement.ts';

/** Refuses STATEMENT_COLUMNS, with the columns, where a file is not what its layout says. */
export async function assertFits(
  { files }: Pick<Services, 'files'>,
  stored: StoredUpload['stored'],
  mapping: StatementMapping,
): Promise<void> {
  try {
    await checkStatement(await files.get(stored), mapping);
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    throw new Refusal('STATEMENT_COLUMNS', {
      fields: { file: error.message },
      data: { missing: error.missing },
    });
  }
}
