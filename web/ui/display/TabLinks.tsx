// Tabs that are links: one row that scrolls where it is narrow, with the current page in view.
import { useLayoutEffect, useRef, type ReactNode } from 'react';

export function TabLinks({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  /** Links; the current one says so by `aria-current`. */
  children: ReactNode;
}) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef('');
  useLayoutEffect(() => {
    const list = row.current!;
    const here = list.querySelector<HTMLElement>('[aria-current=page]');
    if (!here) return;
    // Once for each current link among as many: whoever scrolls the row is not drawn back.
    const now = `${list.childElementCount} ${here.getAttribute('href')}`;
    if (shown.current === now) return;
    shown.current = now;
    // The row alone is moved; scrollIntoView would move the page with it.
    list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
  });
  return (
    <nav ref={row} aria-label={label} className={`tabs ${className}`}>
      {children}
    </nav>
  );
}
