// What purposes are called now: the office may rename them, and those no longer offered stay known.
import { useQuery } from '@tanstack/react-query';
import { asked } from '../../site/kit/api.ts';

/** Every purpose a case may have, those on offer first and in their order. */
export function usePurposes(): readonly { id: number; description: string }[] {
  const list = useQuery({ ...asked('lending', 'purposeOptions', {}), staleTime: Infinity });
  const { data = [], past = [] } = list.data ?? {};
  return [...data, ...past];
}
