// Export of the back office's list of loan plans.
import { plansOffice } from '#contract/lending/plans.ts';
import { officePlanList, type PlanRow } from '#contract/lending/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { lendingOfficeActions } from './actions.ts';

const plans = atOnce<PlanRow, object>(lendingOfficeActions.listPlans);

export const lendingTables = {
  plansTable: exportOf(plansOffice.listPlans.output.shape.data, officePlanList, plans),
};
