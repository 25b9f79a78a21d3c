// A long text in a dialog; the text can get the focus, so that it can be scrolled with the
// keyboard.
import type { ReactNode } from 'react';

export function ReadingPane({ label, children }: { label: string; children: ReactNode }) {
  const reachable = { role: 'group', tabIndex: 0 };
  return (
    <div {...reachable} aria-label={label} className="rounded-ctl">
      {children}
    </div>
  );
}
