// Exports of the ledger's lists.
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
  booksTable: exportOf(balanceList, atOnce<Balance, object>(balances)),
  entriesTable: exportOf(entryList, entries),
  accountsTable: exportOf(accountList, accounts),
  feesTable: exportOf(feeList, fees),
};
