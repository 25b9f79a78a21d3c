// Exports of the office's banking lists.
import { bankingOffice } from '#contract/banking/office.ts';
import {
  batchList,
  bookingList,
  paymentList,
  receiptList,
  reconciledDayList,
  statementLineList,
  statementList,
} from '#contract/banking/lists.ts';
import { bookings } from './booking/bookings.ts';
import { exportOf } from '../tables/table.ts';
import { batches, payments, receipts } from './office.ts';
import { days } from './reconciliation/reconciliation.ts';
import { statementLines } from './statement/statement-lines.ts';
import { statements } from './statement/statements.ts';
import { vouchersTable } from './voucher/vouchers.ts';

export const bankingTables = {
  batchesTable: exportOf(bankingOffice.listBatches.output.shape.data, batchList, batches),
  paymentsTable: exportOf(bankingOffice.getBatch.output.shape.payments, paymentList, payments),
  receiptsTable: exportOf(bankingOffice.listReceipts.output.shape.data, receiptList, receipts),
  statementsTable: exportOf(
    bankingOffice.listStatements.output.shape.data,
    statementList,
    statements,
  ),
  linesTable: exportOf(
    bankingOffice.statementLines.output.shape.data,
    statementLineList,
    statementLines,
  ),
  daysTable: exportOf(bankingOffice.listDays.output.shape.data, reconciledDayList, days),
  vouchersTable,
  bookingsTable: exportOf(bankingOffice.listBookings.output.shape.data, bookingList, bookings),
};
