// Exports of the ledger's lists.
import { ledgerOffice } from '#contract/ledger/calls.ts';
import type { FeeRow } from '#contract/ledger/books.ts';
import {
  accountLedgerList,
  accountList,
  type Balance,
  balanceList,
  balanceSheetList,
  entryList,
  feeList,
  incomeStatementList,
  trialBalanceList,
} from '#contract/ledger/lists.ts';
import type {
  BalanceSheetRow,
  IncomeStatementRow,
  TrialBalanceRow,
} from '#contract/ledger/financial.ts';
import type { Day } from '#contract/core/day.ts';
import type { Entity } from '#contract/ledger/chart.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { accounts, balances, entries, ledgerOfficeActions } from './books.ts';
import { accountLedger, financialActions } from './financial/financial.ts';

const sheet = atOnce<BalanceSheetRow, { entity: Entity; on: Day }>(financialActions.balanceSheet);
const income = atOnce<IncomeStatementRow, { month: string }>(financialActions.incomeStatement);
const trial = atOnce<
  TrialBalanceRow,
  { entity?: Entity | undefined; from?: Day | undefined; to?: Day | undefined }
>(financialActions.trialBalance);
const fees = atOnce<FeeRow, { month: string }>(ledgerOfficeActions.feeReport);

export const ledgerTables = {
  booksTable: exportOf(
    ledgerOffice.books.output.shape.data.shape.balances,
    balanceList,
    atOnce<Balance, object>(balances),
  ),
  entriesTable: exportOf(ledgerOffice.entries.output.shape.data, entryList, entries),
  accountsTable: exportOf(ledgerOffice.accounts.output.shape.data, accountList, accounts),
  feesTable: exportOf(ledgerOffice.feeReport.output.shape.data, feeList, fees),
  trialBalanceTable: exportOf(ledgerOffice.trialBalance.output.shape.data, trialBalanceList, trial),
  accountLedgerTable: exportOf(
    ledgerOffice.accountLedger.output.shape.data,
    accountLedgerList,
    accountLedger,
  ),
  incomeStatementTable: exportOf(
    ledgerOffice.incomeStatement.output.shape.data,
    incomeStatementList,
    income,
  ),
  balanceSheetTable: exportOf(ledgerOffice.balanceSheet.output.shape.data, balanceSheetList, sheet),
};
