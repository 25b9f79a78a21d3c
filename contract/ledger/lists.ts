// The lists of the ledger: their columns on the page and in the exported file.
import { z } from 'zod';
import {
  moneySchema,
  countSchema,
  statedMoneySchema,
  daySchema,
  numberText,
} from '../core/wire.ts';
import { accountKinds, transferKinds } from './kinds.ts';
import { instantSchema, nothing, idSchema, officePage } from '../core/lists.ts';
import { account, caseNoSchema, fees, monthSchema, readers } from './books.ts';
import * as financial from './financial.ts';
import { entities, accountName, accounts, classText, entityText, isDebitAccount } from './chart.ts';
import { isDay } from '../core/day.ts';
import { orderNoOf } from '../investing/order-number.ts';
import { office } from '../core/endpoint.ts';
import { list, listsOf, part, type RowOf, withTables } from '../core/list.ts';
import { transferText } from './words.ts';

/** Owner of an account or an entry; 0 means none. */
type Owned = { caseNo: string | null; orderId: number; memberId: number };
const owner = {
  owner: { word: '歸屬', only: 'page' },
  loanId: { word: '申貸案', value: (row: Owned) => row.caseNo },
  orderId: { word: '訂單', value: (row: Owned) => (row.orderId ? orderNoOf(row.orderId) : null) },
  memberId: { word: '會員', value: (row: Owned) => row.memberId || null },
} as const;

export const entryList = list({
  call: 'ledger.entries',
  name: '帳務明細',
  path: '/ops/v1/ledger',
  summary: 'Entries by account, kind, loan, case, order, member, transfer and date, newest first',
  roles: ['finance', 'auditor', 'admin'],
  filters: {
    account: idSchema.optional(),
    loan: idSchema.optional(),
    caseNo: caseNoSchema.optional(),
    order: idSchema.optional(),
    member: idSchema.optional(),
    kind: z.enum(accountKinds).optional(),
    transfer: z.string().max(120).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  },
  page: {
    item_per_page: numberText(z.int().min(1).max(500)).default(100),
    offset: numberText(z.int().min(0).max(10_000_000)).default(0),
  },
  row: z.object({
    transferId: z.string(),
    kind: z.enum(transferKinds),
    /** Accounting day. No entry can be posted to a day that has been signed off. */
    on: z.string(),
    /**
     * Value date according to the bank, which determines interest and whether a payment is
     * overdue.
     */
    valueOn: z.string(),
    memo: z.string(),
    account: z.enum(accountKinds),
    loanId: z.number(),
    caseNo: z.string().nullable(),
    orderId: z.number(),
    memberId: z.number(),
    /** NT$: debit positive, credit negative. */
    amount: statedMoneySchema,
  }),
  beside: {
    /**
     * Number of transfers, counted only up to 10,000, which is also as far as the list can be
     * paged.
     */
    total: countSchema,
  },
  columns: {
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
  },
});

export const accountList = list({
  call: 'ledger.accounts',
  name: '科目帳戶',
  path: '/ops/v1/ledger/accounts',
  summary: 'Accounts by kind, loan, case, order or member, with what lies in each',
  roles: readers,
  filters: {
    kind: z.enum(accountKinds).optional(),
    loan: idSchema.optional(),
    caseNo: caseNoSchema.optional(),
    order: idSchema.optional(),
    member: idSchema.optional(),
  },
  page: officePage,
  row: account,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    kind: { word: '科目', value: (row) => accounts[row.kind].text },
    ...owner,
    balance: { word: '餘額', kind: 'money' },
  },
});

const balance = z.object({
  kind: z.enum(accountKinds),
  balance: statedMoneySchema,
  accounts: countSchema,
});

/** Balances of the accounts, with the code of each in the chart of accounts. */
export const balanceList = part({
  name: '帳務',
  row: balance,
  columns: {
    code: { word: '代號', value: (row) => accounts[row.kind].code },
    kind: { word: '科目', value: (row) => accounts[row.kind].text },
    group: { word: '類別', value: (row) => classText[accounts[row.kind].class] },
    entity: { word: '帳簿', value: (row) => entityText[accounts[row.kind].entity] },
    accounts: { word: '帳戶數', kind: 'count' },
    balance: { word: '餘額', kind: 'money' },
  },
});

export const books = withTables(
  office.read({
    path: '/ops/v1/books',
    summary: 'The sum of each kind of account, and every invariant with its offending rows',
    input: nothing,
    output: z.object({
      data: z.object({
        /**
         * Time of the last check of the invariants: now, or last night if the ledger is too long to
         * check on request; null if there was none.
         */
        provenAt: instantSchema.nullable(),
        balances: z.array(balance),
        invariants: z.array(z.object({ name: z.string(), broken: countSchema })),
        /** Client money that lacks in the trust account now; null if it is whole. */
        shortfall: z
          .object({ amount: moneySchema, since: z.string(), cause: z.string() })
          .nullable(),
      }),
    }),
    roles: ['finance', 'auditor', 'admin'],
  }),
  { balances: balanceList },
);

export const feeList = list({
  call: 'ledger.feeReport',
  name: '費用與營業稅',
  path: '/ops/v1/reports/fees',
  summary: 'Fees and the VAT inside them, by what was charged, of a month',
  roles: readers,
  filters: { month: monthSchema },
  row: fees,
  beside: { month: z.string() },
  columns: {
    kind: { word: '項目', fileWord: '類別', words: transferText },
    transfers: { word: '筆數', kind: 'count' },
    gross: { word: '含稅金額', kind: 'money' },
    net: { word: '銷售額（未稅）', fileWord: '未稅金額', kind: 'money' },
    vat: { word: '營業稅', kind: 'money' },
  },
});

export const trialBalanceList = list({
  call: 'ledger.trialBalance',
  name: '試算表',
  path: '/ops/v1/ledger/trial-balance',
  summary: 'Trial balance of accounting days: opening, debits, credits and closing by account',
  roles: financial.readers,
  filters: {
    entity: z.enum(entities).optional(),
    /** Default: the first day of the year of `to`. */
    from: daySchema.optional(),
    /** Default: today. */
    to: daySchema.optional(),
  },
  row: financial.balanceRow,
  beside: { from: z.string(), to: z.string() },
  columns: {
    entity: { word: '帳簿', value: (row) => entityText[accounts[row.kind].entity] },
    code: { word: '代號', value: (row) => accounts[row.kind].code },
    kind: { word: '會計項目', value: (row) => accountName(row.kind) },
    side: { word: '餘額方向', value: (row) => (isDebitAccount(row.kind) ? '借' : '貸') },
    opening: { word: '期初餘額', kind: 'money' },
    debit: { word: '借方', kind: 'money' },
    credit: { word: '貸方', kind: 'money' },
    closing: { word: '期末餘額', kind: 'money' },
  },
});

export const accountLedgerList = list({
  call: 'ledger.accountLedger',
  name: '分類帳',
  path: '/ops/v1/ledger/account-ledger',
  summary: 'Entries of an account with the balance after each, oldest first, a page at a time',
  roles: financial.readers,
  filters: {
    kind: z.enum(accountKinds),
    /** Default: the first day of the month of `to`. */
    from: daySchema.optional(),
    /** Default: today. */
    to: daySchema.optional(),
  },
  page: {
    /** The position `next` of the page before. */
    after: z
      .string()
      .regex(/^20\d\d-\d\d-\d\d~\d{1,9}~[\w:.-]{1,120}$/)
      .refine((text) => isDay(text.slice(0, 10)))
      .optional(),
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
  },
  row: financial.ledgerRow,
  beside: {
    from: z.string(),
    to: z.string(),
    /** NT$ before the first row of this page, positive on the normal side of the account. */
    opening: statedMoneySchema,
    /** Position of the next page; null at the end. */
    next: z.string().nullable(),
  },
  columns: {
    on: { word: '日期', kind: 'time' },
    valueOn: '銀行日期',
    transfer: { word: '交易', words: transferText },
    transferId: '交易編號',
    memo: '摘要',
    ...owner,
    debit: { word: '借方', kind: 'money', value: (row) => (row.amount > 0 ? row.amount : null) },
    credit: { word: '貸方', kind: 'money', value: (row) => (row.amount < 0 ? -row.amount : null) },
    balance: { word: '餘額', kind: 'money' },
  },
});

export const incomeStatementList = list({
  call: 'ledger.incomeStatement',
  name: '損益表',
  path: '/ops/v1/ledger/income-statement',
  summary: 'Income statement of a month: income, expenses and result, with the year so far',
  roles: financial.readers,
  filters: { month: financial.monthSchema },
  row: financial.incomeRow,
  beside: { month: z.string() },
  columns: {
    code: '代號',
    name: '會計項目',
    month: { word: '本月', kind: 'money' },
    previous: { word: '上月', kind: 'money' },
    yearToDate: { word: '本年累計', kind: 'money' },
  },
});

export const balanceSheetList = list({
  call: 'ledger.balanceSheet',
  name: '資產負債表',
  path: '/ops/v1/ledger/balance-sheet',
  summary: 'Balance sheet of the trust or of the company at the end of an accounting day',
  roles: financial.readers,
  filters: { entity: z.enum(entities), on: daySchema },
  row: financial.sheetRow,
  beside: { on: z.string() },
  columns: {
    class: { word: '類別', value: (row) => (row.class === null ? null : classText[row.class]) },
    code: '代號',
    name: '會計項目',
    amount: { word: '金額', kind: 'money' },
  },
});

export type Entry = RowOf<typeof entryList>;

export const ledgerLists = {
  ...listsOf(
    entryList,
    accountList,
    feeList,
    trialBalanceList,
    accountLedgerList,
    incomeStatementList,
    balanceSheetList,
  ),
  books,
};
