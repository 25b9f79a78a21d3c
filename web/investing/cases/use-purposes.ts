// Current names of loan purposes: the office may rename them, and purposes that are no longer
// offered are still known.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../site/kit/api.ts';

/** Returns every purpose that a case may have; those offered now come first, in their order. */
export function usePurposes(): readonly { id: number; description: string }[] {
  const list = useQuery({ ...queryOf('lending', 'purposeOptions', {}), staleTime: Infinity });
  const { data = [], past = [] } = list.data ?? {};
  return [...data, ...past];
}
