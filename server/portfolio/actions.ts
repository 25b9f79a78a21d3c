// Actions of the portfolio: orders and holdings, sums, the outlook, statements.
import type { investing } from '#contract/investing/calls.ts';
import type { investingOverview } from '#contract/investing/overview.ts';
import type { investingPortfolio } from '#contract/investing/portfolio.ts';
import type { investingStatements } from '#contract/investing/statements.ts';
import type { Actions } from '../call.ts';
import { outlookActions } from './outlook.ts';
import { overviewActions } from './overview.ts';
import { holding, investorContract, listHoldings, orders } from './portfolio.ts';
import { statementActions } from './statements.ts';

type Promised = Pick<
  typeof investing,
  'orders' | 'holdings' | 'holdingsUnversioned' | 'holding' | 'investorContract'
> &
  Omit<typeof investingOverview, 'selectedCases' | 'caseProgress'> &
  typeof investingPortfolio &
  typeof investingStatements;

/** The contract declares them with the calls of investing, by which the audit log names them. */
export const portfolioActions: Actions<{ investing: Promised }>['investing'] = {
  ...overviewActions,
  ...statementActions,
  ...outlookActions,
  orders,
  holdings: listHoldings,
  holdingsUnversioned: listHoldings,
  holding,
  investorContract,
};
