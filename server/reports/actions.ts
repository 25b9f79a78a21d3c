// The front door of reports: reads from everything, writes its own sums alone.
import type { reportsOffice } from '#contract/reports.ts';
import type { Actions } from '../action.ts';
import { creditActions } from './credit.ts';
import { incomeActions } from './income.ts';
import { moneyActions } from './money.ts';
import { returnActions } from './returns.ts';
import { vintageActions } from './vintages.ts';
import { onRecord, printActions } from './taken.ts';
import { workActions } from './work.ts';

export { countVisits, type Visits } from './visits.ts';

const answers = {
  ...creditActions,
  ...vintageActions,
  ...moneyActions,
  ...incomeActions,
  ...returnActions,
  ...workActions,
};

export const reportsOfficeActions: Actions<{ reports: typeof reportsOffice }>['reports'] = {
  ...answers,
  ...printActions,
  outstandingFile: onRecord('outstanding', answers.outstandingFile),
  vintagesFile: onRecord('vintages', answers.vintagesFile),
  defaultsFile: onRecord('defaults', answers.defaultsFile),
  cashFlowFile: onRecord('cash-flow', answers.cashFlowFile),
  incomeFile: onRecord('income', answers.incomeFile),
  returnsFile: onRecord('returns', answers.returnsFile),
  funnelFile: onRecord('funnel', answers.funnelFile),
  serviceFile: onRecord('service', answers.serviceFile),
};
