// What an amount of a case would bring back: the engine's calculation, asked for while one types.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../api.ts';
import { asked } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { ORDER_MIN } from '../order/gate.ts';

export type Returns = Answer<SiteCalls['investing']['calculation']>['data'];

const WAIT_MS = 300;

/** `value` once it has not changed for a moment. */
export function useSettled<T>(value: T, waitMs = WAIT_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/** The calculation for a case and an amount; the last one stays while the next is on its way. */
export function useReturns(id: string, amount: number | null) {
  const settled = useSettled(amount);
  const usable = settled !== null && settled >= ORDER_MIN;
  const query = useQuery({
    ...asked('investing', 'calculation', { id, amount: settled ?? 0 }),
    enabled: usable,
    placeholderData: keepPreviousData,
  });
  return {
    returns: usable ? query.data?.data : undefined,
    /** What the figures are for: they may be a moment behind what is typed. */
    stale: query.isPlaceholderData || settled !== amount,
    failed: query.isLoadingError,
  };
}
