// The two ways a list is taken out whole, as its filters leave it: CSV, or a workbook.
import { FileButtons } from './FileButton.tsx';

type Page = 'item_per_page' | 'offset' | 'before' | 'after';

/** `input` is what the list was asked for; of it, the page is left out. */
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
