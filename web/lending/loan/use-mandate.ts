// The member's mandate and debits, as several pages show them.
import { useQuery } from '@tanstack/react-query';
import type { MandateOverview } from '#contract/mandates/calls.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';

export type Mandate = NonNullable<MandateOverview['mandate']>;

export const useMandate = () =>
  useQuery({
    queryKey: ['mandates', 'mandate', {}],
    queryFn: ({ signal }) => deferredApi.mandates.mandate({}, { signal }),
  });

/** Account of a mandate: 台新國際商業銀行 ****5678. */
export const accountText = ({ account }: Pick<Mandate, 'account'>): string =>
  `${account.bankName} ${account.accountMasked}`;

/** Whether an order of this amount may be debited. */
export const coversOrder = (mandate: Mandate | null, amount: number): boolean =>
  mandate?.status === 'active' && mandate.coversOrders && amount <= mandate.ceiling;
