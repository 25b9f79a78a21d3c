// Calculates from approved versions which plans can be applied for on which day. Pure.
import { compareDays, type Day } from '#contract/core/day.ts';

type Approved = { planId: number; number: number; enabled: boolean; effectiveOn: Day };

/**
 * Returns whether the plan's version in force on a day is on offer; false before its first version.
 */
function isOffered(versions: readonly Approved[], on: Day): boolean {
  const begun = versions.filter(({ effectiveOn }) => compareDays(effectiveOn, on) <= 0);
  const newest = begun.toSorted((a, b) => b.number - a.number)[0];
  return newest?.enabled ?? false;
}

/** Returns whether at least one plan can be applied for on every day from today on. */
export function alwaysOffered(versions: readonly Approved[], today: Day): boolean {
  const plans = [...Map.groupBy(versions, ({ planId }) => planId).values()];
  const turns = versions
    .map(({ effectiveOn }) => effectiveOn)
    .filter((day) => compareDays(day, today) > 0);
  return [today, ...turns].every((day) => plans.some((plan) => isOffered(plan, day)));
}
