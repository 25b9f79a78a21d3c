// Months before anything happened say nothing: a report begins with the first that does.

/** From the first row that is not empty on; all of them where every one is. */
export function fromFirst<Row>(
  rows: readonly Row[],
  isEmpty: (row: Row) => boolean,
): readonly Row[] {
  const first = rows.findIndex((row) => !isEmpty(row));
  return first < 0 ? rows : rows.slice(first);
}
