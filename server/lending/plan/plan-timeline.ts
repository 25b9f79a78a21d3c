// Calculates from approved versions for which plans members can apply on which day. Pure functions.
import { compareDays, type Day } from '#contract/core/day.ts';

type Approved = { planId: number; number: number; enabled: boolean; effectiveOn: Day };

/**
 * Returns whether the version of the plan that is in force on a day is offered; false before the
 * first version.
 */
function isOffered(versions: readonly Approved[], on: Day): boolean {
  const begun = versions.filter(({ effectiveOn }) => compareDays(effectiveOn, on) <= 0);
  const newest = begun.toSorted((a, b) => b.number - a.number)[0];
  return newest?.enabled ?? false;
}

/** Returns whether members can apply for at least one plan on every day from today on. */
export function alwaysOffered(versions: readonly Approved[], today: Day): boolean {
  const plans = [...Map.groupBy(versions, ({ planId }) => planId).values()];
  const turns = versions
    .map(({ effectiveOn }) => effectiveOn)
    .filter((day) => compareDays(day, today) > 0);
  return [today, ...turns].every((day) => plans.some((plan) => isOffered(plan, day)));
}
