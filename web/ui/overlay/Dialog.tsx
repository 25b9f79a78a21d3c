// Dialogs and drawers with the browser's own element: the focus stays inside, Esc closes, and
// afterwards the focus returns.
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../Button.tsx';
import './dialog.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** If true, a click outside does not close the dialog. */
  alert?: boolean;
};

/**
 * Returns true while the dialog is open and during the closing animation, so that its content does
 * not disappear too early.
 */
function useLingering(open: boolean): boolean {
  const [lingering, setLingering] = useState(open);
  useEffect(() => {
    if (open) {
      setLingering(true);
      return;
    }
    const timer = setTimeout(() => setLingering(false), 350);
    return () => clearTimeout(timer);
  }, [open]);
  return open || lingering;
}

function NativeDialog({
  open,
  onClose,
  title,
  children,
  footer,
  alert,
  className,
  ...data
}: Props & { className: string; 'data-size'?: string; 'data-side'?: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const shown = useLingering(open);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open, shown]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || alert) return;
    // A click beside the dialog has the dialog itself as its target; a click inside has one of its
    // elements.
    const outside = (event: MouseEvent) => void (event.target === dialog && onClose());
    dialog.addEventListener('click', outside);
    return () => dialog.removeEventListener('click', outside);
  }, [shown, alert, onClose]);
  if (!shown) return null;
  return (
    <dialog
      ref={ref}
      className={className}
      {...data}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton label="關閉" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  );
}

/** A question or a short task above the page. Put the safest button first in `footer`. */
export function Dialog({ size, ...props }: Props & { size?: 'lg' }) {
  return <NativeDialog {...props} className="dialog" data-size={size} />;
}

/** A sheet that comes from the right, or from the bottom on phones. */
export function Drawer({ side = 'right', ...props }: Props & { side?: 'right' | 'bottom' }) {
  return <NativeDialog {...props} className="dialog drawer" data-side={side} />;
}
