// A PDF in a window of its own, or as a link where the browser lets no window open.
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../../api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button, type ButtonLook, type ButtonSize } from '../../ui/Button.tsx';
import { openDocument } from '../document-window.ts';

export function DocumentButton({
  read,
  filename,
  children,
  size,
  look,
}: {
  read: () => Promise<BlobPart>;
  /** Under which it is saved where it comes as a link. */
  filename: string;
  children: ReactNode;
  size?: ButtonSize;
  look?: ButtonLook;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const open = async () => {
    setBusy(true);
    setProblem('');
    try {
      setLink(await openDocument(read));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="document-button">
      <Button
        size={size}
        look={look}
        busy={busy}
        busyLabel="開啟中……"
        icon={<ExternalLink size={18} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {children}
      </Button>
      {link && (
        <p role="status">
          瀏覽器擋下了新視窗，
          <a className="link" href={link} download={filename}>
            直接下載
          </a>
        </p>
      )}
      {problem && <Alert tone="warn" live title={problem} />}
    </div>
  );
}
