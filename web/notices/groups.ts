// Groups notices by the time they arrived.
import { dayIn } from '../ui/clock.ts';

const DAY_MS = 86_400_000;

/** Groups notices under 「今天」, 「本週」 (the last seven days) and 「更早」; empty groups are left out. */
export function grouped<N extends { createdAt: string }>(
  notices: readonly N[],
  now: number,
): [name: string, notices: N[]][] {
  const today = dayIn(now);
  const weekAgo = dayIn(now - 6 * DAY_MS);
  const groupOf = ({ createdAt }: N) => {
    const day = dayIn(Date.parse(createdAt));
    return day >= today ? '今天' : day >= weekAgo ? '本週' : '更早';
  };
  return ['今天', '本週', '更早']
    .map((name): [string, N[]] => [name, notices.filter((notice) => groupOf(notice) === name)])
    .filter(([, list]) => list.length > 0);
}
