// Expected return on an amount of a case, calculated by the server while the user types.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { ORDER_MIN } from './order/gate.ts';

export type Returns = Answer<SiteCalls['investing']['calculation']>['data'];

const WAIT_MS = 300;

/** Returns `value` once it has not changed for a moment. */
export function useSettled<T>(value: T, waitMs = WAIT_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/**
 * Returns the calculation for a case and an amount; the previous result stays until the next
 * arrives.
 */
export function useReturns(id: string, amount: number | null) {
  const settled = useSettled(amount);
  const usable = settled !== null && settled >= ORDER_MIN;
  const query = useQuery({
    ...queryOf('investing', 'calculation', { id, amount: settled ?? 0 }),
    enabled: usable,
    placeholderData: keepPreviousData,
  });
  return {
    returns: usable ? query.data?.data : undefined,
    /** True while the figures do not match what has been typed yet. */
    stale: query.isPlaceholderData || settled !== amount,
    failed: query.isLoadingError,
  };
}
