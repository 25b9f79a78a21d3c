// The member's endpoints, as both pages of webhooks read them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { toast } from '../ui/overlay/toasts.tsx';
import { useAct } from '../use-act.ts';

type Calls = SiteCalls['webhooks'];
export type Endpoint = Answer<Calls['listWebhooks']>['data'][number];
export type Delivery = Answer<Calls['listDeliveries']>['data'][number];

export const useWebhooks = () =>
  useQuery({
    queryKey: ['webhooks', 'listWebhooks', {}],
    queryFn: ({ signal }) => deferredApi.webhooks.listWebhooks({}, { signal }),
  });

/** Runs an act on webhooks, reads everything about them again, and says what was done. */
export function useWebhookAct(done: string, act: () => Promise<unknown>) {
  const client = useQueryClient();
  return useAct(
    async () => {
      await act();
      toast(done);
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['webhooks'] }) },
  );
}
