// Buttons that save files under the names that the server gives them; a file is never opened as a
// page.
import { Download } from 'lucide-react';
import { useAct } from '../../use-act.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';

export function FileButton({
  label,
  filename,
  look,
  load,
}: {
  label: string;
  filename: string;
  look?: ButtonLook;
  load: () => Promise<BlobPart>;
}) {
  const { busy, run: save } = useAct(
    async () => {
      const url = URL.createObjectURL(new Blob([await load()]));
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
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
