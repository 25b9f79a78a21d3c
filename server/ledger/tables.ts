// Exports of the ledger's lists.
import { ledgerOffice } from '#contract/ledger/calls.ts';
import type { FeeRow } from '#contract/ledger/books.ts';
import {
  accountList,
  type Balance,
  balanceList,
  entryList,
  feeList,
} from '#contract/ledger/lists.ts';
import { atOnce, exportOf } from '../tables/table.ts';
import { accounts, balances, entries, ledgerOfficeActions } from './books.ts';

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
};
