// What changes by versions: drafted by one person, approved by another, in force from a day on.
import { z } from 'zod';
import { compareDays, type Day } from './day.ts';

/** waiting: for a second person; returned: by him, with a reason; approved: for good. */
export const versionStates = ['draft', 'waiting', 'returned', 'approved'] as const;
export type VersionState = (typeof versionStates)[number];

/** A version is handed over or decided: who decided, and why it was returned. */
export type VersionMove = {
  id: number;
  state: Exclude<VersionState, 'draft'>;
  checkerId: number | null;
  reason: string | null;
  now: Date;
};

/** How a thing is called in an address. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '只能用小寫英文、數字與連字號')
  .max(60);

type Versioned = { state: string; effectiveOn: Day };

/** Whether a version may take effect on its day: after today, after all that is approved. */
export function isLater(version: Versioned, versions: readonly Versioned[], today: Day): boolean {
  const others = versions.filter(({ state }) => state === 'approved');
  return (
    compareDays(version.effectiveOn, today) > 0 &&
    others.every((other) => compareDays(version.effectiveOn, other.effectiveOn) > 0)
  );
}
