// Tabs that are links: one row that scrolls on narrow screens, with the current tab in view.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { markScrollEdges } from './scroll-edges.ts';

export function TabLinks({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  /** Links; the current one is marked by `aria-current`. */
  children: ReactNode;
}) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef('');
  useEffect(() => markScrollEdges(row.current), []);
  useLayoutEffect(() => {
    const list = row.current!;
    const here = list.querySelector<HTMLElement>('[aria-current=page]');
    if (!here) return;
    // Scrolls once for each current link and number of links, so that the row does not move back
    // when users scroll it.
    const now = `${list.childElementCount} ${here.getAttribute('href')}`;
    if (shown.current === now) return;
    shown.current = now;
    // Scrolls only the row, because scrollIntoView would also scroll the page.
    list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
  });
  return (
    <nav ref={row} aria-label={label} className={`tabs no-print ${className}`}>
      {children}
    </nav>
  );
}
