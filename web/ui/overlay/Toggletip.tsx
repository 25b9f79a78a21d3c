// An ⓘ button that explains a term; works by touch and keyboard, and Esc closes it.
import { Info } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

/** `about` is the button's name, such as 「關於實際年化報酬率」. */
export function Toggletip({
  about,
  children,
  align = 'center',
}: {
  about: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const outside = !ref.current?.contains(event.target as Node);
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : outside) setOpen(false);
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, [open]);
  return (
    <span className="toggletip" data-align={align} ref={ref}>
      <button
        type="button"
        aria-label={`關於${about}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Info size={16} aria-hidden="true" />
      </button>
      <span id={id} role="status">
        {open && <span className="tip">{children}</span>}
      </span>
    </span>
  );
}
