// A long text to be read in a dialog: the keyboard reaches it, so that it can be scrolled.
import type { ReactNode } from 'react';

export function ReadingPane({ label, children }: { label: string; children: ReactNode }) {
  const reachable = { role: 'group', tabIndex: 0 };
  return (
    <div {...reachable} aria-label={label} className="rounded-ctl">
      {children}
    </div>
  );
}
