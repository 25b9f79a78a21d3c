// Exports of the money desk's lists.
import {
  batchList,
  paymentList,
  receiptList,
  reconciledDayList,
  statementLineList,
  statementList,
} from '#contract/banking/lists.ts';
import { exportOf } from '../tables/table.ts';
import { batches, payments, receipts } from './office.ts';
import { days } from './reconciliation/reconciliation.ts';
import { statementLines } from './statement/statement-lines.ts';
import { statements } from './statement/statements.ts';

export const bankingTables = {
  batchesTable: exportOf(batchList, batches),
  paymentsTable: exportOf(paymentList, payments),
  receiptsTable: exportOf(receiptList, receipts),
  statementsTable: exportOf(statementList, statements),
  linesTable: exportOf(statementLineList, statementLines),
  daysTable: exportOf(reconciledDayList, days),
};
