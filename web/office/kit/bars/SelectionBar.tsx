// Bar below a list whose rows are chosen: what is chosen so far, and what is done with it at once.
import type { ReactNode } from 'react';

export function SelectionBar({
  status,
  problem,
  children,
}: {
  /** What is chosen, as screen readers hear it whenever it changes. */
  status: ReactNode;
  /** Why the last act was refused. */
  problem?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}) {
  return (
    <div
      className="sticky z-5 bottom-3 grid gap-3 px-5 py-3 border border-tint-line rounded-card
        bg-card shadow-2"
    >
      {problem}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">{status}</p>
        <div className="flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  );
}
