// The answer of the call 今天, which several pages read.
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../site/kit/calls.ts';

export type TodayData = Answer<SiteCalls['today']['myToday']>['data'];

export const useToday = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['today', 'myToday', {}],
    queryFn: ({ signal }) => deferredApi.today.myToday({}, { signal }),
    enabled,
  });
