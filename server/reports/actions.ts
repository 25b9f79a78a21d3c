// The front door of reports: reads from everything, writes its own sums alone.
import type { reportsOffice } from '#contract/reports.ts';
import type { Actions } from '../action.ts';
import { creditActions } from './credit.ts';
import { incomeActions } from './income.ts';
import { moneyActions } from './money.ts';
import { returnActions } from './returns.ts';
import { vintageActions } from './vintages.ts';
import { workActions } from './work.ts';

export { countVisits, type Visits } from './visits.ts';

export const reportsOfficeActions: Actions<{ reports: typeof reportsOffice }>['reports'] = {
  ...creditActions,
  ...vintageActions,
  ...moneyActions,
  ...incomeActions,
  ...returnActions,
  ...workActions,
};
