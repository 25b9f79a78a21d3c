// The sentences on a late loan, from the one table that every page uses.
import { useQuery } from '@tanstack/react-query';
import type { Loan } from '#contract/lending/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { type LateWords, lateWordsOf } from '#contract/servicing/late-words.ts';
import { queryOf } from '../../site/kit/api.ts';
import { dayIn } from '../../ui/clock.ts';

/**
 * Returns the sentences on an overdue loan; null without one, and until the negotiation is loaded,
 * because they depend on it.
 */
export function useLateWords(loan: Loan | undefined): LateWords | null {
  const id = loan?.id ?? '';
  const query = useQuery({
    ...queryOf('servicing', 'loanNegotiation', { id }),
    enabled: loan !== undefined,
  });
  if (!loan || query.isPending) return null;
  const negotiation = query.data?.data;
  return lateWordsOf({
    status: loan.status as LoanStatus,
    notice: loan.notice,
    isRequested: Boolean(negotiation?.request),
    proposal: negotiation?.proposal?.status ?? null,
    hasFailed: negotiation?.hasFailed ?? false,
    today: dayIn(),
  });
}
