// Progress bar at whose left end three threads of water join.

/**
 * A bar at whose left end three threads of water join. The text beside it must contain the
 * percentage.
 */
export function ProgressBar({
  share,
  label,
  threads = true,
}: {
  /** 0–1 */
  share: number;
  label: string;
  /** Whether to draw the three threads at the left end; false for plain progress. */
  threads?: boolean;
}) {
  const percent = Math.max(0, Math.min(100, Math.floor(share * 100 + 1e-9)));
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      {threads && (
        <svg width="24" height="10" aria-hidden="true">
          <path className="thread" d="M1 1C14 1 14 5 26 5M1 5H26M1 9C14 9 14 5 26 5" />
        </svg>
      )}
      <svg width="100%" height="10" aria-hidden="true">
        <rect className="bed" y="1" width="100%" height="8" rx="4" />
        {percent > 0 ? (
          <rect className="water" y="1" width={`${percent}%`} height="8" rx="4" />
        ) : (
          threads && <circle fill="var(--kaki)" cx="5" cy="5" r="4" />
        )}
      </svg>
    </div>
  );
}
