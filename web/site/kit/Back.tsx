// The link above a page's title that leads back to the list from which the page is opened.
import { ChevronLeft } from 'lucide-react';
import { Go } from './Go.tsx';

export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Go
      to={to}
      className="no-print -mt-3 mb-1 inline-flex min-h-11 items-center gap-1 justify-self-start
        text-ink-3 hover:text-primary"
    >
      <ChevronLeft size={18} aria-hidden="true" />
      {children}
    </Go>
  );
}
