// The months and years for which a member can have documents: none before they joined.
import { useQuery } from '@tanstack/react-query';
import { addMonths, day, type Day, dayOf } from '#contract/core/day.ts';
import { queryOf } from '../../site/kit/api.ts';

/** Day on which the member joined; null until it is known, or if it cannot be read. */
export function useJoinedOn(): Day | null {
  const account = useQuery(queryOf('identity', 'accountInfo', {}));
  const createdAt = account.data?.data.createdAt;
  return createdAt === undefined ? null : dayOf(createdAt);
}

/** Returns the years since a member joined, newest first, at most so many. */
export function yearsSince(joinedOn: Day | null, today: Day, most: number): string[] {
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: most }, (_, i) => String(thisYear - i));
  return years.filter((year, i) => i === 0 || joinedOn === null || year >= joinedOn.slice(0, 4));
}

/** Returns the months since a member joined as `YYYY-MM`, newest first, at most so many. */
export function monthsSince(joinedOn: Day | null, today: Day, most: number): string[] {
  const thisMonth = day(`${today.slice(0, 7)}-01`);
  const months = Array.from({ length: most }, (_, i) => addMonths(thisMonth, -i).slice(0, 7));
  return months.filter((month, i) => i === 0 || joinedOn === null || month >= joinedOn.slice(0, 7));
}
