// Versioned records: drafted by one person, approved by another, in force from a set day.
import { z } from 'zod';
import { compareDays, type Day } from './day.ts';

/**
 * `waiting`: a second person must decide. `returned`: the second person returned the version, with
 * a reason. `approved`: final.
 */
export const versionStates = ['draft', 'waiting', 'returned', 'approved'] as const;
export type VersionState = (typeof versionStates)[number];

/** Submission or decision of a version: who decided, and why the version was returned. */
export type VersionMove = {
  id: number;
  state: Exclude<VersionState, 'draft'>;
  checkerId: number | null;
  reason: string | null;
  now: Date;
};

/** Name of a text, plan or other record in a URL. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '只能用小寫英文、數字與連字號')
  .max(60);

type Versioned = { state: string; effectiveOn: Day };

/**
 * Whether a version may take effect on its day: it must be after today and after all approved
 * versions.
 */
export function isLater(version: Versioned, versions: readonly Versioned[], today: Day): boolean {
  const others = versions.filter(({ state }) => state === 'approved');
  return (
    compareDays(version.effectiveOn, today) > 0 &&
    others.every((other) => compareDays(version.effectiveOn, other.effectiveOn) > 0)
  );
}
