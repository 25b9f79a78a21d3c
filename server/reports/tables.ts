// Exports of the rows behind the figures of the reports.
import { reportsOffice } from '#contract/reports/calls.ts';
import type { List } from '#contract/core/list.ts';
import * as lists from '#contract/reports/lists.ts';
import { exportOf, inSteps } from '../tables/table.ts';
import { reportsOfficeActions as reports } from './actions.ts';
import { feeTransfers } from './money/income.ts';
import { cashTransfers } from './money/money.ts';
import { stageMembers } from './work.ts';

/**
 * Number of rows per part of an export. Loans and tasks are sorted by a calculated figure, which
 * cannot be used as a paging key, so each part recalculates the whole report. Parts are therefore
 * large and few: there is at most one row per loan.
 */
const AT_ONCE = 5_000;

const computed = <Row>(wire: Parameters<typeof exportOf>[0], list: List<Row>, action: unknown) =>
  exportOf(wire, list, inSteps<Row, object>(action, AT_ONCE));

export const reportTables = {
  outstandingLoansTable: computed(
    reportsOffice.outstandingLoans.output.shape.data,
    lists.outstandingLoanList,
    reports.outstandingLoans,
  ),
  vintageLoansTable: computed(
    reportsOffice.vintageLoans.output.shape.data,
    lists.vintageLoanList,
    reports.vintageLoans,
  ),
  defaultLoansTable: computed(
    reportsOffice.defaultLoans.output.shape.data,
    lists.defaultLoanList,
    reports.defaultLoans,
  ),
  returnLoansTable: computed(
    reportsOffice.returnLoans.output.shape.data,
    lists.returnLoanList,
    reports.returnLoans,
  ),
  cashFlowMovesTable: exportOf(
    reportsOffice.cashFlowMoves.output.shape.data,
    lists.cashMoveList,
    cashTransfers,
  ),
  incomeMovesTable: exportOf(
    reportsOffice.incomeMoves.output.shape.data,
    lists.incomeMoveList,
    feeTransfers,
  ),
  funnelMembersTable: exportOf(
    reportsOffice.funnelMembers.output.shape.data,
    lists.funnelMemberList,
    stageMembers,
  ),
  serviceTasksTable: computed(
    reportsOffice.serviceTasks.output.shape.data,
    lists.serviceTaskList,
    reports.serviceTasks,
  ),
};
