// The negotiation of a late loan, and the sentences on it, from the one table that every page uses.
import { useQuery } from '@tanstack/react-query';
import type { Loan } from '#contract/lending/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import type { Day } from '#contract/core/day.ts';
import { type LateStage, nextLateStage } from '#contract/servicing/late-stage.ts';
import { type LateFacts, type LateWords, lateWordsOf } from '#contract/servicing/late-words.ts';
import { type Answer } from '../../../api.ts';
import { queryOf } from '../../../site/kit/api.ts';
import type { SiteCalls } from '../../../site/kit/calls.ts';
import { dayIn } from '../../../ui/clock.ts';

type Negotiation = Answer<SiteCalls['servicing']['loanNegotiation']>['data'];

export function useNegotiation(loan: Loan | undefined) {
  return useQuery({
    ...queryOf('servicing', 'loanNegotiation', { id: loan?.id ?? '' }),
    enabled: loan !== undefined,
  });
}

const factsOf = (loan: Loan, negotiation: Negotiation | undefined): LateFacts => ({
  status: loan.status as LoanStatus,
  notice: loan.notice,
  isRequested: Boolean(negotiation?.request),
  proposal: negotiation?.proposal?.status ?? null,
  hasFailed: negotiation?.hasFailed ?? false,
  today: dayIn(),
});

/**
 * Returns the sentences on an overdue loan; null without one, and until the negotiation is loaded,
 * because they depend on it.
 */
export function useLateWords(loan: Loan | undefined): LateWords | null {
  const query = useNegotiation(loan);
  if (!loan || query.isPending) return null;
  return lateWordsOf(factsOf(loan, query.data?.data));
}

/** Returns the stage that paying everything overdue still prevents; null if there is none. */
export function useLateStage(loan: Loan): LateStage | null {
  const query = useNegotiation(loan);
  if (query.isPending || !loan.overdue || !loan.nextDue) return null;
  return nextLateStage({
    ...factsOf(loan, query.data?.data),
    payableUntil: loan.nextDue.payableUntil as Day,
    terms: loan.servicingTerms,
  });
}
