// Exports of the office's lists of cases, their orders and refunds.
import { caseList, caseOrderList, refundList } from '#contract/investing/lists.ts';
import { exportOf } from '../tables/table.ts';
import { caseOrders, cases } from './office.ts';
import { refunds } from './order/refund-office.ts';

export const investingTables = {
  casesTable: exportOf(caseList, cases),
  caseOrdersTable: exportOf(caseOrderList, caseOrders),
  refundsTable: exportOf(refundList, refunds),
};
