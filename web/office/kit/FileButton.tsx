// Files that the server makes, kept under their own names; never opened as a page.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '../../api.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

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
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(new Blob([await load()]));
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' });
    }
    setBusy(false);
  };
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

/** The two ways a table is taken out: as CSV, or as a workbook. */
export function FileButtons({
  name,
  look,
  read,
}: {
  /** The file's, without its ending. */
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
