// The lists of the ledger: their columns on the page and in the exported file.
import type { z } from 'zod';
import { list, type RowOf } from '../core/list.ts';
import type { FeeRow, LedgerAccount } from './books.ts';
import type { ledgerOffice } from './calls.ts';
import { accounts, classText, entityText } from './chart.ts';
import { transferText } from './words.ts';

/** Owner of an account or an entry; 0 means none. */
type Owned = { loanId: number; orderId: number; memberId: number };
const owner = {
  owner: { word: '歸屬', only: 'page' },
  loanId: { word: '申貸案', value: (row: Owned) => row.loanId || null },
  orderId: { word: '訂單', value: (row: Owned) => row.orderId || null },
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
