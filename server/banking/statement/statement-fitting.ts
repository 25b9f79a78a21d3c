// Reads an uploaded statement file, and checks whether it matches its layout.
import type { StatementMapping } from '#contract/banking/statements.ts';
import { type Day, dayOf } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { StoredUpload } from '../../call.ts';
import type { Services } from '../../services.ts';
import { StatementUnreadable } from '../../adapters/bank/statement/bank-statement.ts';
import type { StatementLines } from '../../adapters/bank/statement/statement-file.ts';
import type { StatementRow } from './statement-queries.ts';

type Reads = Pick<Services, 'files' | 'statements'>;

/** Reads a whole file in a process of its own. Throws StatementUnreadable. */
export const fileLines = (
  { files, statements }: Reads,
  { stored, mapping, importedAt }: Pick<StatementRow, 'stored' | 'mapping' | 'importedAt'>,
): Promise<StatementLines> => statements.read(files, stored, { mapping, on: dayOf(importedAt) });

/** Runs what reads a file. Refuses STATEMENT_COLUMNS, with the reason, if that cannot be read. */
export async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    throw new Refusal('STATEMENT_COLUMNS', {
      fields: { file: error.message },
      data: { missing: error.missing },
    });
  }
}

/** Refuses STATEMENT_COLUMNS, naming the columns, if a file does not match its layout. */
export async function assertFits(
  { files, statements }: Reads,
  stored: StoredUpload['stored'],
  { mapping, on }: { mapping: StatementMapping; on: Day },
): Promise<void> {
  await refusing(() => statements.read(files, stored, { mapping, on, isFirst: true }));
}
