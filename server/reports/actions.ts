// The front door of reports: reads from everything, writes its own sums alone.
import type { reportsOffice } from '#contract/reports.ts';
import type { Actions } from '../action.ts';
import { creditActions } from './credit.ts';
import { moneyActions } from './money.ts';

export const reportsOfficeActions: Actions<{ reports: typeof reportsOffice }>['reports'] = {
  ...creditActions,
  ...moneyActions,
};
