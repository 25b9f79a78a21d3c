// A button that opens a document in a window, or shows a link to the document if the browser blocks
// the window.
import { useState, type ReactNode } from 'react';
import { Button, type ButtonLook, type ButtonSize } from './Button.tsx';
import { Alert } from './display/Alert.tsx';

export type Opened = {
  /** URL from which the document can be fetched, if no window could be opened. */
  link?: string;
  /** Message that says why the document could not be read. */
  problem?: string;
};

export function DocumentButton({
  open,
  filename,
  icon,
  size,
  look,
  children,
}: {
  /** Called during the click, so that it may open a window. Never throws. */
  open: () => Promise<Opened>;
  /** Name of the file to which the link leads. */
  filename: string;
  icon: ReactNode;
  size?: ButtonSize;
  look?: ButtonLook;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [{ link, problem }, setOpened] = useState<Opened>({});
  const press = async () => {
    setBusy(true);
    setOpened({});
    setOpened(await open());
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size={size}
        look={look}
        busy={busy}
        busyLabel="開啟中……"
        icon={icon}
        onClick={() => void press()}
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
      {problem && <Alert tone="danger" live title={problem} />}
    </div>
  );
}
