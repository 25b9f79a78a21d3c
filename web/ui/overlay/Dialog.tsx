// Dialogs and drawers with the browser's own element: the focus begins in the first field and stays
// inside, Esc closes, and afterwards the focus returns.
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

const FIELDS = '.dialog-body :is(input, select, textarea):not(:disabled, [type="hidden"])';

/**
 * Returns the element in which the work in a dialog begins: its first field, of radio buttons the
 * chosen one, or the safest button of a question. Returns null if the browser's choice, the button
 * that closes the dialog, is right, for example because a long text comes before the field.
 */
function startOf(dialog: HTMLDialogElement): HTMLElement | null {
  const [first] = dialog.querySelectorAll<HTMLInputElement>(FIELDS);
  if (!first) return dialog.querySelector<HTMLElement>('.dialog-foot button');
  const chosen = first.type === 'radio' && dialog.querySelector<HTMLElement>('input:checked');
  const { bottom } = (first.closest('label') ?? first).getBoundingClientRect();
  const isInView = bottom <= dialog.querySelector('.dialog-body')!.getBoundingClientRect().bottom;
  return isInView ? chosen || first : null;
}

/**
 * Moves the focus to where the work begins, also if the field is rendered only after data has
 * arrived, unless the person has moved the focus meanwhile. Returns a function that ends this.
 */
function startInside(dialog: HTMLDialogElement): () => void {
  const opened = document.activeElement;
  const start = () => {
    if (document.activeElement === opened) startOf(dialog)?.focus({ preventScroll: true });
    if (document.activeElement !== opened) watch.disconnect();
  };
  const watch = new MutationObserver(start);
  watch.observe(dialog, { childList: true, subtree: true });
  start();
  return () => watch.disconnect();
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
  // A drawer shows a menu or filters, where a phone would open its keyboard needlessly.
  const isDrawer = data['data-side'] !== undefined;
  useEffect(() => {
    const dialog = ref.current;
    if (!open && dialog?.open) dialog.close();
    if (!open || !dialog || dialog.open) return undefined;
    dialog.showModal();
    return isDrawer ? undefined : startInside(dialog);
  }, [open, shown, isDrawer]);
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
