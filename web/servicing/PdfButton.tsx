// A document in a window of its own, opened inside the click; a link where no window may open.
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '../api.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { Button } from '../ui/Button.tsx';

export function PdfButton({
  label,
  filename,
  load,
}: {
  label: string;
  filename: string;
  load: () => Promise<BlobPart>;
}) {
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const open = async () => {
    // A window opened after the answer has come would be blocked.
    const opened = window.open('', '_blank');
    setBusy(true);
    setProblem('');
    try {
      const url = URL.createObjectURL(new Blob([await load()], { type: 'application/pdf' }));
      if (opened && !opened.closed) opened.location.replace(url);
      else setLink(url);
    } catch (error) {
      opened?.close();
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        busy={busy}
        busyLabel="開啟中……"
        icon={<FileText size={18} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {link && (
        <p role="status" className="self-center">
          瀏覽器擋下了新視窗，
          <a className="link" href={link} download={filename}>
            直接下載
          </a>
        </p>
      )}
      {problem && <Alert tone="danger" live title={problem} />}
    </>
  );
}
