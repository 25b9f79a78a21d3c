// Export buttons for a whole list with its current filters: CSV or workbook.
import { FileButtons } from './FileButton.tsx';

type Page = 'item_per_page' | 'offset' | 'before' | 'after';

/** `input` is the list's query, whose paging parameters are left out. */
export function TableButtons<I extends object>({
  name,
  input,
  read,
}: {
  name: string;
  input: I;
  read: (input: Omit<I, Page> & { format: 'csv' | 'xlsx' }) => Promise<Blob>;
}) {
  const turning = new Set(['item_per_page', 'offset', 'before', 'after']);
  const kept = Object.entries(input).filter(([key]) => !turning.has(key));
  const filter = Object.fromEntries(kept) as Omit<I, Page>;
  return (
    <div className="flex flex-wrap gap-2">
      <FileButtons name={name} read={(format) => read({ ...filter, format })} />
    </div>
  );
}
