// A layout that an operator is making from a file: what was guessed, and what they have corrected.
import {
  type ColumnField,
  guessColumns,
  guessDates,
  neededColumns,
  type TableHead,
} from '#contract/banking/layout-guess.ts';
import {
  asideIn,
  movementIn,
  type TableReading as Reading,
  valueOf,
} from '#contract/banking/statement-rows.ts';
import { mappingSchema, type TableMapping } from '#contract/banking/statements.ts';

/** What the operator has corrected; anything else is guessed. */
export type Corrections = {
  encoding?: TableMapping['encoding'];
  delimiter?: TableMapping['delimiter'];
  skip?: number;
  dates?: TableMapping['dates'];
  amounts?: TableMapping['amounts'];
  /** Field of each corrected column by its name; '' if the column is not used. */
  fields: Readonly<Record<string, ColumnField | ''>>;
};

export type Mapped = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Field of each column by its name. */
  fields: ReadonlyMap<string, ColumnField>;
  /** Fields that no column has yet. */
  missing: readonly ColumnField[];
  reading: Omit<Reading, 'columns'> & { columns: Partial<Reading['columns']> };
};

/** Gives a column a field. Two columns cannot have the same field, and the last choice counts. */
export function withField(
  corrected: Corrections,
  name: string,
  field: ColumnField | '',
): Corrections {
  const { [name]: _before, ...others } = corrected.fields;
  return { ...corrected, fields: { ...others, [name]: field } };
}

/**
 * Returns the field of each column: what was chosen, and otherwise what is guessed. A column gets
 * its guessed field back once no other column has it.
 */
function fieldsOf(head: readonly string[], chosen: Corrections['fields']) {
  const columnOf = new Map<ColumnField, string>();
  for (const [name, field] of guessColumns(head)) {
    if (chosen[name] === undefined) columnOf.set(field, name);
  }
  for (const [name, field] of Object.entries(chosen)) {
    if (field !== '' && head.includes(name)) columnOf.set(field, name);
  }
  return new Map([...columnOf].map(([field, name]) => [name, field] as const));
}

/** Combines the rows of a file, what is guessed from them, and the corrections. */
export function mappedOf(
  table: readonly (readonly string[])[],
  of: Pick<TableHead, 'encoding' | 'delimiter' | 'skip'>,
  corrected: Corrections,
): Mapped {
  const head = (table[of.skip] ?? []).map((name) => name.trim());
  const rows = table.slice(of.skip + 1);
  const fields = fieldsOf(head, corrected.fields);
  const columns = Object.fromEntries([...fields].map(([name, field]) => [field, name]));
  const days = rows.map((row) => cellIn(head, row)(columns['date']));
  return {
    head,
    rows,
    fields,
    missing: neededColumns.filter((field) => columns[field] === undefined),
    reading: {
      ...of,
      dates: corrected.dates ?? guessDates(days),
      amounts: corrected.amounts ?? (columns['debit'] === undefined ? 'signed' : 'columns'),
      columns,
    },
  };
}

export const cellIn =
  (head: readonly string[], row: readonly string[]) =>
  (name: string | undefined): string =>
    name === undefined ? '' : (row[head.indexOf(name)] ?? '').trim();

/** Any bank, because a layout is checked as a whole. */
const SOME_BANK = '000';

/** Returns the complete way in which the file is read; null while a column is missing. */
export function completeReading({ reading, missing }: Mapped): Reading | null {
  if (missing.length > 0) return null;
  const parsed = mappingSchema.safeParse({ ...reading, bank: SOME_BANK });
  if (!parsed.success || 'format' in parsed.data) return null;
  const { bank: _bank, ...complete } = parsed.data;
  return complete;
}

export type MappedLine =
  | { why: string }
  | {
      day: string;
      seq: string;
      virtualAccount: string;
      amount: number;
      balance: number | null;
    };

/** Reads a line as the import would read it, or says in words why it could not be booked. */
export function lineIn(head: readonly string[], row: readonly string[], by: Reading): MappedLine {
  try {
    const aside = asideIn(head, row, by);
    if (aside !== null) return { why: aside };
    const { date: day, ...movement } = movementIn(valueOf(head, row, by), by);
    return movement.amount === 0 ? { why: '金額為 0' } : { day, ...movement };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { why: error.message };
  }
}
