// Buttons that save files under the names that the server gives them; a file is never opened as a
// page.
import { Download } from 'lucide-react';
import type { TableCall } from '#contract/core/endpoint.ts';
import { saveAs } from '../../save-as.ts';
import { useAct } from '../../use-act.ts';
import { type FileInput, fileOf } from '../api.ts';
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

const turning = new Set(['item_per_page', 'offset', 'before', 'after']);

/** Buttons that save a table as a file, with the filters of its page; paging is dropped. */
export function TableButtons<T extends TableCall>({
  table,
  of,
  input,
}: {
  table: T;
  /** Id of the object to which the table belongs; it becomes part of the file's name. */
  of?: string;
  input: FileInput<T>;
}) {
  const filters = Object.entries(input).filter(([key]) => !turning.has(key));
  const filter = Object.fromEntries(filters) as FileInput<T>;
  return (
    <div className="flex flex-wrap gap-2">
      <FileButtons
        name={of === undefined ? table.name : `${table.name}-${of}`}
        read={(format) => fileOf(table, { ...filter, format })}
      />
    </div>
  );
}
