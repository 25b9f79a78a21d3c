// Removes the empty months at the beginning of a report.

/** Returns the rows from the first that is not empty; all of them if every one is empty. */
export function fromFirst<Row>(
  rows: readonly Row[],
  isEmpty: (row: Row) => boolean,
): readonly Row[] {
  const first = rows.findIndex((row) => !isEmpty(row));
  return first < 0 ? rows : rows.slice(first);
}
