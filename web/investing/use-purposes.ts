// What purposes are called now: the office may rename them, and those no longer offered stay known.
import { useQuery } from '@tanstack/react-query';
import { loanPurposes } from '#contract/options.ts';
import { asked } from '../site/api.ts';

/** Every purpose a case may have, those on offer first and in their order. */
export function usePurposes(): readonly { id: number; description: string }[] {
  const list = useQuery({ ...asked('lending', 'purposeOptions', {}), staleTime: Infinity });
  const offered = list.data?.data ?? [];
  const isOffered = new Set(offered.map(({ id }) => id));
  return [...offered, ...loanPurposes.filter(({ id }) => !isOffered.has(id))];
}
