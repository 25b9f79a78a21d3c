// What is drawn in a row of two lines: a thin bar of what has come, with the words for it.
import type { ReactNode } from 'react';

type Props = {
  /** Share that has come, from 0 to 1. */
  share: number;
  /** Share that is lost, drawn from the other end. */
  lost?: number;
  /** What is missing is late. */
  late?: boolean;
  /** Says what the bar shows. */
  children: ReactNode;
};

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

export function LineBar({ share, lost = 0, late = false, children }: Props) {
  return (
    <span className="flex items-center gap-2">
      <svg
        className="block w-24 min-w-0 shrink rounded-[3px]"
        width="100%"
        height="6"
        aria-hidden="true"
      >
        <rect className={late ? 'fill-danger' : 'fill-bed'} width="100%" height="6" />
        {lost > 0 && (
          <rect className="fill-ink-3" x={percent(1 - lost)} width={percent(lost)} height="6" />
        )}
        {share > 0 && <rect className="fill-water" width={percent(share)} height="6" />}
      </svg>
      <span className={`num shrink-0 ${late ? 'font-bold text-danger' : ''}`}>{children}</span>
    </span>
  );
}
