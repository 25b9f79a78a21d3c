// Buttons that save files under the names that the server gives them; a file is never opened as a
// page.
import { Download } from 'lucide-react';
import { saveAs } from '../../save-as.ts';
import { useAct } from '../../use-act.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';

export function FileButton({
  label,
  filename,
  look,
  load,
}: {
  label: string;
  /** The name, or a function of the media type that the server answered. */
  filename: string | ((type: string) => string);
  look?: ButtonLook;
  load: () => Promise<BlobPart>;
}) {
  const { busy, run: save } = useAct(
    async () => {
      const file = await load();
      const type = file instanceof Blob ? file.type : '';
      saveAs(new Blob([file]), typeof filename === 'string' ? filename : filename(type));
    },
    { toasted: 'danger' },
  );
  return (
    <Button
      look={look}
      busy={busy}
      busyLabel="下載中……"
      icon={<Download size={18} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}

/** The two formats in which a table is exported: CSV or workbook. */
export function FileButtons({
  name,
  look,
  read,
}: {
  /** File name without its extension. */
  name: string;
  look?: ButtonLook;
  read: (format: 'csv' | 'xlsx') => Promise<BlobPart>;
}) {
  const button = (format: 'csv' | 'xlsx', label: string) => (
    <FileButton
      look={look}
      label={label}
      filename={`${name}.${format}`}
      load={() => read(format)}
    />
  );
  return (
    <>
      {button('csv', '下載 CSV')}
      {button('xlsx', '下載 Excel')}
    </>
  );
}

type Page = 'item_per_page' | 'offset' | 'before' | 'after';

/** Buttons that export a list with the filters of its query `input`; paging is dropped. */
export function TableButtons<I extends object>({
  list,
  of,
  input,
  read,
}: {
  list: { name: string };
  /** Id of the object to which the list belongs; it becomes part of the file's name. */
  of?: string;
  input: I;
  read: (input: Omit<I, Page> & { format: 'csv' | 'xlsx' }) => Promise<Blob>;
}) {
  const turning = new Set(['item_per_page', 'offset', 'before', 'after']);
  const kept = Object.entries(input).filter(([key]) => !turning.has(key));
  const filter = Object.fromEntries(kept) as Omit<I, Page>;
  return (
    <div className="flex flex-wrap gap-2">
      <FileButtons
        name={of === undefined ? list.name : `${list.name}-${of}`}
        read={(format) => read({ ...filter, format })}
      />
    </div>
  );
}
