// The net rate of a case in one sentence, the same on every page.
import { useQuery } from '@tanstack/react-query';
import type { Case } from '#contract/investing/calls.ts';
import { netRateOf } from '#contract/investing/net-rate.ts';
import { queryOf } from '../site/kit/api.ts';
import { Percent } from '../ui/display/Amount.tsx';

type Priced = Pick<Case, 'planSlug' | 'annualRate' | 'expectedLoss'>;

/** Returns the net rate in percent; undefined until the plans with their fees are loaded. */
export function useNetRate({ planSlug, annualRate, expectedLoss }: Priced): number | undefined {
  const plans = useQuery(queryOf('lending', 'planList', {}));
  const plan = plans.data?.data.find(({ slug }) => slug === planSlug);
  return plan && netRateOf({ annualRate, expectedLoss, feePercent: plan.investorFeePercent });
}

export const NET_RATE = '扣除手續費與預估損失後';

export function NetRate({ of }: { of: Priced }) {
  const rate = useNetRate(of);
  return (
    <>
      {NET_RATE}約 {rate === undefined ? '—' : <Percent value={rate} />}
    </>
  );
}
