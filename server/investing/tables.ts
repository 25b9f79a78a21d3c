// Exports of the office's lists of cases, their orders and refunds.
import { investingOffice } from '#contract/investing/office.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { caseList, caseOrderList, refundList } from '#contract/investing/lists.ts';
import { exportOf } from '../tables/table.ts';
import { caseOrders, cases } from './office.ts';
import { refunds } from './order/refund-office.ts';

export const investingTables = {
  casesTable: exportOf(investingOffice.officeCases.output.shape.data, caseList, cases),
  caseOrdersTable: exportOf(
    investingOffice.caseOrders.output.shape.data,
    caseOrderList,
    caseOrders,
  ),
  refundsTable: exportOf(refundsOffice.listRefunds.output.shape.data, refundList, refunds),
};
