// Reads statement files in the process of a test.
import type { StatementMapping } from '#contract/banking/statements.ts';
import { day } from '#contract/core/day.ts';
import { isEntry, StatementUnreadable } from '../bank/statement/bank-statement.ts';
import { linesIn, readFile } from '../bank/statement/statement-file.ts';

/** Returns everything in a file by kind. Throws StatementUnreadable. */
export function readWhole(content: string | Buffer, mapping: StatementMapping, on: string) {
  const file = readFile(Buffer.from(content), { mapping, on: day(on) });
  if ('unreadable' in file) throw new StatementUnreadable(file.unreadable, file.missing);
  const lines = [...linesIn(file)];
  const entries = lines.filter(isEntry);
  return {
    entries,
    problems: lines.filter((line) => 'why' in line),
    asides: lines.filter((line) => 'aside' in line),
    records: entries.flatMap(({ record }) => record ?? []),
  };
}
