// Current names of loan purposes: the office may rename them, and former ones remain known.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';

/** Returns every purpose that a case may have, those on offer first and in their order. */
export function usePurposes(): readonly { id: number; description: string }[] {
  const list = useQuery({ ...queryOf('lending', 'purposeOptions', {}), staleTime: Infinity });
  const { data = [], past = [] } = list.data ?? {};
  return [...data, ...past];
}
