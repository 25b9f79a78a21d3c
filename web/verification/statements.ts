// The months that a proof of income may cover.

export type Month = { value: string; label: string };

/** Returns the last `count` months up to that of `today`, newest first. */
export function monthsUpTo(today: string, count: number): Month[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, i) => {
    const index = year * 12 + month - 1 - i;
    const value = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    return { value, label: value.replace('-', '/') };
  });
}

/** Returns a month's first day, or its last, but no later than `today`. */
export function dayOfMonth(month: string, edge: 'first' | 'last', today: string): string {
  if (edge === 'first') return `${month}-01`;
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate())}`;
  return last > today ? today : last;
}
