// Menu of links below a button: hovering, a click, Enter, Space or ArrowDown opens it; Esc closes
// it.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router';

const LEAVE_MS = 150;

/** Returns the links inside `root`, between which the arrow keys move. */
function linksIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('.popover a, .popover button') ?? [])];
}

/** State of the menu, with the rules of pointer, keyboard and focus. */
function useDisclosure() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const show = () => {
    clearTimeout(leaving.current);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show();
    requestAnimationFrame(() => {
      const links = linksIn(root.current);
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
      links[(next + links.length) % links.length]?.focus();
    });
  };
  // With a mouse, hovering has already opened the menu, so only keys and touch toggle it.
  const onClick = (event: MouseEvent) => {
    const byHand = event.detail === 0 || !matchMedia('(hover: hover)').matches;
    if (open && byHand) setOpen(false);
    else show();
  };
  const pointer = {
    onPointerEnter: (event: PointerEvent) => void (event.pointerType === 'mouse' && show()),
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      leaving.current = setTimeout(() => setOpen(false), LEAVE_MS);
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
  };
  return { open, root, onClick, on: { ...pointer, onKeyDown } };
}

/**
 * A menu that is marked up as ordinary links without a menu role. `beside` is a link before the
 * button; hovering over it also opens the panel.
 */
export function Disclosure({
  label,
  button,
  beside,
  children,
  align = 'start',
}: {
  label: string;
  button: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  const { open, root, onClick, on } = useDisclosure();
  const id = useId();
  return (
    <div ref={root} className="disclosure" {...on}>
      {beside}
      <button
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className="disclosure-button"
        onClick={onClick}
      >
        {button}
      </button>
      <div id={id} className="popover disclosure-panel" data-align={align} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
