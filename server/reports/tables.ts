// Exports of the rows behind the figures of the reports.
import type { List } from '#contract/core/list.ts';
import * as lists from '#contract/reports/lists.ts';
import { exportOf, inSteps } from '../tables/table.ts';
import { reportsOfficeActions as reports } from './actions.ts';
import { feeTransfers } from './money/income.ts';
import { cashTransfers } from './money/money.ts';
import { stageMembers } from './work.ts';

/**
 * Loans and tasks are sorted by a calculated figure, which cannot be used as a paging key, so each
 * part of the file recalculates the whole report. Parts are therefore large and few: there is at
 * most one row per loan.
 */
const AT_ONCE = 5_000;

const computed = <Row>(list: List<Row>, action: unknown) =>
  exportOf(list, inSteps<Row, object>(action, AT_ONCE));

export const reportTables = {
  outstandingLoansTable: computed(lists.outstandingLoanList, reports.outstandingLoans),
  vintageLoansTable: computed(lists.vintageLoanList, reports.vintageLoans),
  defaultLoansTable: computed(lists.defaultLoanList, reports.defaultLoans),
  returnLoansTable: computed(lists.returnLoanList, reports.returnLoans),
  cashFlowMovesTable: exportOf(lists.cashMoveList, cashTransfers),
  incomeMovesTable: exportOf(lists.incomeMoveList, feeTransfers),
  funnelMembersTable: exportOf(lists.funnelMemberList, stageMembers),
  serviceTasksTable: computed(lists.serviceTaskList, reports.serviceTasks),
};
