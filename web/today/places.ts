// Paths of the pages to which the table of facts leads.
import type { Place } from '#contract/today/row.ts';
import * as paths from '../site/kit/paths.ts';

const to: Record<Place, (id: string) => string> = {
  verifyStatus: paths.verifyStatus,
  verification: paths.verification,
  verificationSupplement: paths.supplement,
  incomeProof: () => paths.financialProof(),
  suitability: paths.suitability,
  apply: () => paths.apply(),
  plans: paths.plans,
  loan: paths.myLoan,
  loanDocuments: paths.loanDocuments,
  signing: paths.signing,
  negotiation: () => `${paths.myLoanContract()}#negotiation`,
  mandate: paths.myMandate,
  transfer: (order) => paths.bankTransfer({ order }),
  holding: paths.myHolding,
  orders: paths.myInvest,
  cases: () => paths.investment(),
  reports: paths.myReports,
  account: paths.alterBank,
};

/** Returns the path of a place; `id` is the loan or order of the fact. */
export const pathOf = (place: Place, id: string | null): string => to[place](id ?? '');
