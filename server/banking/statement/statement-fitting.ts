// Checks whether a statement file matches its layout.
import type { StatementMapping } from '#contract/banking/statements.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services, StoredUpload } from '../../action.ts';
import { checkStatement, StatementUnreadable } from '../../adapters/bank/bank-statement.ts';

/** Refuses STATEMENT_COLUMNS, naming the columns, if a file does not match its layout. */
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
