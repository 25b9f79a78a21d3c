// The lists of the ledger: their columns on the page and in the exported file.
import type { z } from 'zod';
import { orderNoOf } from '../investing/order-number.ts';
import { list, type RowOf } from '../core/list.ts';
import type { FeeRow, LedgerAccount } from './books.ts';
import type {
  AccountLedgerRow,
  BalanceSheetRow,
  IncomeStatementRow,
  TrialBalanceRow,
} from './financial.ts';
import type { ledgerOffice } from './calls.ts';
import { accountName, accounts, classText, entityText, isDebitAccount } from './chart.ts';
import { transferText } from './words.ts';

/** Owner of an account or an entry; 0 means none. */
type Owned = { caseNo: string | null; orderId: number; memberId: number };
const owner = {
  owner: { word: '歸屬', only: 'page' },
  loanId: { word: '申貸案', value: (row: Owned) => row.caseNo },
  orderId: { word: '訂單', value: (row: Owned) => (row.orderId ? orderNoOf(row.orderId) : null) },
  memberId: { word: '會員', value: (row: Owned) => row.memberId || null },
} as const;

export type Entry = RowOf<(typeof ledgerOffice)['entries']>;
export const entryList = list<Entry>()('帳務明細', {
  transferId: '交易編號',
  kind: { word: '交易', fileWord: '類別', words: transferText },
  on: { word: '日期', kind: 'time' },
  valueOn: '銀行日期',
  memo: '摘要',
  account: { word: '科目', value: (row) => accounts[row.account].text },
  ...owner,
  debit: { word: '借方', only: 'page', kind: 'money' },
  credit: { word: '貸方', only: 'page', kind: 'money' },
  amount: '金額（借正貸負）',
});

export const accountList = list<LedgerAccount>()('科目帳戶', {
  id: '編號',
  kind: { word: '科目', value: (row) => accounts[row.kind].text },
  ...owner,
  balance: { word: '餘額', kind: 'money' },
});

export type Balance = z.output<
  (typeof ledgerOffice)['books']['output']
>['data']['balances'][number];
/** Balances of the accounts, with the code of each in the chart of accounts. */
export const balanceList = list<Balance>()('帳務', {
  code: { word: '代號', value: (row) => accounts[row.kind].code },
  kind: { word: '科目', value: (row) => accounts[row.kind].text },
  group: { word: '類別', value: (row) => classText[accounts[row.kind].class] },
  entity: { word: '帳簿', value: (row) => entityText[accounts[row.kind].entity] },
  accounts: { word: '帳戶數', kind: 'count' },
  balance: { word: '餘額', kind: 'money' },
});

export const feeList = list<FeeRow>()('費用與營業稅', {
  kind: { word: '項目', fileWord: '類別', words: transferText },
  transfers: { word: '筆數', kind: 'count' },
  gross: { word: '含稅金額', kind: 'money' },
  net: { word: '銷售額（未稅）', fileWord: '未稅金額', kind: 'money' },
  vat: { word: '營業稅', kind: 'money' },
});

export const trialBalanceList = list<TrialBalanceRow>()('試算表', {
  entity: { word: '帳簿', value: (row) => entityText[accounts[row.kind].entity] },
  code: { word: '代號', value: (row) => accounts[row.kind].code },
  kind: { word: '會計項目', value: (row) => accountName(row.kind) },
  side: { word: '餘額方向', value: (row) => (isDebitAccount(row.kind) ? '借' : '貸') },
  opening: { word: '期初餘額', kind: 'money' },
  debit: { word: '借方', kind: 'money' },
  credit: { word: '貸方', kind: 'money' },
  closing: { word: '期末餘額', kind: 'money' },
});

export const accountLedgerList = list<AccountLedgerRow>()('分類帳', {
  on: { word: '日期', kind: 'time' },
  valueOn: '銀行日期',
  transfer: { word: '交易', words: transferText },
  transferId: '交易編號',
  memo: '摘要',
  ...owner,
  debit: { word: '借方', kind: 'money', value: (row) => (row.amount > 0 ? row.amount : null) },
  credit: { word: '貸方', kind: 'money', value: (row) => (row.amount < 0 ? -row.amount : null) },
  balance: { word: '餘額', kind: 'money' },
});

export const incomeStatementList = list<IncomeStatementRow>()('損益表', {
  code: '代號',
  name: '會計項目',
  month: { word: '本月', kind: 'money' },
  previous: { word: '上月', kind: 'money' },
  yearToDate: { word: '本年累計', kind: 'money' },
});

export const balanceSheetList = list<BalanceSheetRow>()('資產負債表', {
  class: { word: '類別', value: (row) => (row.class === null ? null : classText[row.class]) },
  code: '代號',
  name: '會計項目',
  amount: { word: '金額', kind: 'money' },
});
