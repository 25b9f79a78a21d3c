// The contract as PDF in a window of its own, or as a link where no window may open.
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { wordsOf } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button, type ButtonSize } from '../../ui/Button.tsx';

/** The window is opened in the click itself: one opened later would be blocked. */
async function openPdf(read: () => Promise<BlobPart>): Promise<string | null> {
  const opened = window.open('', '_blank');
  try {
    const pdf = await read();
    const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }));
    if (!opened || opened.closed) return url;
    opened.location.replace(url);
    return null;
  } catch (error) {
    opened?.close();
    throw error;
  }
}

export function ContractButton({
  size,
  label = '契約 PDF',
  read = () => api.lending.contract(),
  download = 'contract.pdf',
}: {
  size?: ButtonSize;
  label?: string;
  /** Another document than the contract, and its name as a file. */
  read?: () => Promise<BlobPart>;
  download?: string;
}) {
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const open = async () => {
    setBusy(true);
    setProblem('');
    try {
      setLink(await openPdf(read));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        size={size}
        busy={busy}
        busyLabel="開啟中……"
        icon={<FileText size={18} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {link && (
        <a className="link self-center" href={link} download={download}>
          下載{label}
        </a>
      )}
      {problem && <Alert tone="danger" live title={problem} />}
    </>
  );
}
