// Page numbers: three around the current page, one at each end, at most 303 px wide.
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import './pagination.css';

/** Returns the cells between previous and next: page numbers, and `null` for omitted pages. */
export function pageCells(page: number, pages: number, range = 3, margin = 1): (number | null)[] {
  const half = Math.floor(range / 2);
  const from = Math.max(1, Math.min(page - half, pages - range + 1));
  const to = Math.min(pages, from + range - 1);
  const shown = new Set<number>();
  for (let p = 1; p <= Math.min(margin, pages); p += 1) shown.add(p);
  for (let p = from; p <= to; p += 1) shown.add(p);
  for (let p = Math.max(1, pages - margin + 1); p <= pages; p += 1) shown.add(p);
  const cells: (number | null)[] = [];
  let last = 0;
  for (const p of [...shown].toSorted((a, b) => a - b)) {
    // If only one page would be omitted, it is shown, because an ellipsis would be as wide.
    if (p - last === 2) cells.push(p - 1);
    else if (p - last > 2) cells.push(null);
    cells.push(p);
    last = p;
  }
  return cells;
}

export type PageLink = {
  page: number;
  label: string;
  current: boolean;
  children: ReactNode;
};

/** `link` renders one link with the caller's router. Renders nothing if there is only one page. */
export function Pagination({
  page,
  pages,
  link,
  ends = false,
}: {
  page: number;
  pages: number;
  link: (to: PageLink) => ReactNode;
  /** Also shows first and last, as icons. */
  ends?: boolean;
}) {
  if (pages <= 1) return null;
  const step = (to: number, label: string, icon: ReactNode) =>
    to < 1 || to > pages || to === page ? (
      <span key={label} aria-disabled="true" aria-hidden="true">
        {icon}
      </span>
    ) : (
      <span key={label} className="contents">
        {link({ page: to, label, current: false, children: icon })}
      </span>
    );
  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <nav aria-label="分頁" className="pagination" data-ends={ends ? '' : undefined}>
      {ends && step(1, '第一頁', <ChevronsLeft {...icon} />)}
      {step(page - 1, '上一頁', <ChevronLeft {...icon} />)}
      {pageCells(page, pages).map((cell, i) =>
        cell === null ? (
          <span key={`gap-${i}`} aria-hidden="true">
            …
          </span>
        ) : (
          <span key={cell} className="contents">
            {link({
              page: cell,
              label: `第 ${cell} 頁`,
              current: cell === page,
              children: cell,
            })}
          </span>
        ),
      )}
      {step(page + 1, '下一頁', <ChevronRight {...icon} />)}
      {ends && step(pages, '最後一頁', <ChevronsRight {...icon} />)}
    </nav>
  );
}
