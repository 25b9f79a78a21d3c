// Lists of payments and receipts: their columns on the page and in the exported file.
import * as payments from './office.ts';
import { z } from 'zod';
import {
  daySchema,
  countSchema,
  MONEY_MAX,
  numberText,
  statedMoneySchema,
  moneySchema,
} from '../core/wire.ts';
import { officePage, idSchema } from '../core/lists.ts';
import * as statements from './statements.ts';
import * as reconciliation from './reconciliation.ts';
import * as bookings from './bookings.ts';
import { entities, entityText, accountName, accounts } from '../ledger/chart.ts';
import { accountKinds } from '../ledger/kinds.ts';
import { isDay } from '../core/day.ts';
import * as vouchers from './vouchers.ts';
import { voucherColumns } from './voucher-columns.ts';
import { office } from '../core/endpoint.ts';
import { list, listsOf, part, withTables } from '../core/list.ts';
import { subjectWord } from '../core/subject-words.ts';
import {
  batchKindText,
  batchWords,
  bookingKindText,
  bookingWords,
  paymentWords,
  receiptSubjectText,
  receiptWords,
  statementWords,
} from './words.ts';

export const batchList = list({
  call: 'banking.listBatches',
  name: '付款批次',
  path: '/ops/v1/batches',
  summary: 'Batches of payments, newest first',
  roles: payments.readers,
  filters: {
    kind: z.enum(payments.batchKinds).optional(),
    state: z.enum(payments.batchStates).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  },
  page: officePage,
  row: payments.batch,
  beside: { total: countSchema },
  columns: {
    id: '批次',
    kind: { word: '類型', words: batchKindText },
    state: { word: '狀態', words: batchWords },
    payments: { word: '筆數', kind: 'number' },
    total: { word: '總額', fileWord: '金額', kind: 'money' },
    end: { word: '銀行回報', only: 'page' },
    confirmed: '已匯出',
    cameBack: '銀行退回',
    releasedBy: '放行',
    releasedAt: { word: '時間', fileWord: '放行時間', kind: 'time' },
    checkedBy: '覆核',
    sentAt: '送出時間',
  },
});

export const paymentList = part({
  name: '付款明細',
  row: payments.payment,
  columns: {
    id: '編號',
    reference: '參考編號',
    account: { word: '收款帳戶', only: 'page' },
    subjectId: '對象編號',
    memberId: { word: '會員', fileWord: '會員編號' },
    bankCode: '銀行',
    accountTail: '帳號末四碼',
    amount: { word: '金額', kind: 'money' },
    memo: '附言',
    status: { word: '狀態', words: paymentWords },
    settledOn: { word: '銀行日期', fileWord: '銀行日', kind: 'time' },
    reason: '退回原因',
  },
});

export const getBatch = withTables(
  office.read({
    path: '/ops/v1/batches/:id',
    summary: 'One batch with a page of its payments; accounts by their last digits',
    input: z.strictObject({ id: idSchema, ...officePage }),
    output: z.object({
      data: payments.batch,
      payments: z.array(payments.payment),
      total: countSchema,
    }),
    refusals: ['BATCH_NOT_FOUND'],
    roles: payments.readers,
  }),
  { payments: paymentList },
);

export const receiptList = list({
  call: 'banking.listReceipts',
  name: '入帳',
  path: '/ops/v1/receipts',
  summary: 'What arrived at the trust account, newest first; those in suspense with their task',
  // An approver may read batches and unclaimed receipts, because they approve matches and
  // returned money.
  roles: payments.readers,
  filters: {
    state: z.enum(payments.receiptStates).optional(),
    account: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    amount: numberText(z.int().positive().max(MONEY_MAX)).optional(),
    /** Order number, case number, payment reference, or the bank's seq, as pages show it. */
    number: z.string().trim().min(1).max(40).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  },
  page: officePage,
  row: payments.receipt,
  beside: {
    total: countSchema,
    /**
     * Sum of all rows that match the filter in NT$; null if there are too many rows to add up.
     */
    sum: statedMoneySchema.nullable(),
  },
  columns: {
    id: '編號',
    day: { word: '入帳日', fileWord: '銀行日', kind: 'time' },
    at: '入帳時間',
    seq: { word: '銀行序號', fileWord: '序號' },
    amount: {
      word: '金額',
      kind: 'money',
      value: (row) => (row.sign === '-' ? -row.amount : row.amount),
    },
    virtualAccount: '虛擬帳號',
    payer: { word: '付款帳戶', only: 'page' },
    fromBank: '匯款銀行',
    fromAccountTail: '匯款帳號末碼',
    state: { word: '狀態', words: receiptWords },
    subjectType: { word: '記入', fileWord: '對象', words: receiptSubjectText },
    subjectNumber: '對象編號',
    why: '說明',
  },
});

export const statementList = list({
  call: 'banking.listStatements',
  name: '對帳單',
  path: '/ops/v1/statements',
  summary: 'Statement files brought in, newest first',
  roles: statements.readers,
  page: officePage,
  row: statements.statement,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    filename: { word: '檔案', fileWord: '檔名' },
    layout: '格式',
    sha256: 'SHA-256',
    state: { word: '狀態', words: statementWords },
    lines: { word: '行數', kind: 'count' },
    booked: { word: '新入帳', kind: 'count' },
    suspended: '待比對',
    known: { word: '已入帳過', fileWord: '已知', kind: 'count' },
    passedOver: '略過',
    problems: { word: '錯誤', fileWord: '問題', kind: 'count' },
    importedBy: '匯入',
    importedAt: { word: '時間', fileWord: '匯入時間', kind: 'time' },
  },
});

export const statementLineList = list({
  call: 'banking.statementLines',
  name: '對帳單明細',
  path: '/ops/v1/statements/:id/lines',
  summary: 'A page of the lines of a file: each as the bank wrote it, and what it does',
  roles: statements.readers,
  refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_COLUMNS'],
  formerly: '/ops/v1/statements/:id/table',
  filters: { id: idSchema },
  page: officePage,
  row: statements.statementLine,
  columns: {
    line: { word: '行號', kind: 'count' },
    day: { word: '日期', kind: 'time' },
    time: '時間',
    seq: '序號',
    amount: { word: '金額', kind: 'money' },
    account: { word: '虛擬帳號或備註', only: 'page' },
    virtualAccount: '虛擬帳號',
    fromBank: '匯款銀行',
    accountTail: '匯款帳號末四碼',
    reference: '付款參考編號',
    result: { word: '核定後', fileWord: '結果' },
    subjectType: {
      word: '對象',
      value: (row) => row.subjectType && subjectWord(row.subjectType),
    },
    subjectId: '對象編號',
    why: '說明',
  },
});

export const reconciledDayList = list({
  call: 'banking.listDays',
  name: '每日對帳',
  path: '/ops/v1/reconciliation',
  summary: 'Days of the trust account, newest first: bank, books, what we owe, who signed',
  roles: reconciliation.readers,
  page: officePage,
  row: reconciliation.daySummary,
  beside: { total: countSchema },
  columns: {
    day: { word: '日期', kind: 'time' },
    closing: { word: '銀行日終餘額', fileWord: '銀行餘額', kind: 'money' },
    books: { word: '帳上信託專戶', fileWord: '帳上餘額', kind: 'money' },
    difference: {
      word: '差額',
      kind: 'money',
      value: (row) => (row.closing === null ? null : row.closing - row.books),
    },
    owed: { word: '應付客戶與平台', fileWord: '應付客戶', kind: 'money' },
    standing: { word: '對帳', only: 'page' },
    signedBy: '簽核',
    signedAt: '簽核時間',
    secondBy: '覆簽',
    secondAt: '覆簽時間',
  },
});

export const bookingList = list({
  call: 'banking.listBookings',
  name: '撥轉與調整',
  path: '/ops/v1/bookings',
  summary: 'Bookings between trust, company and bank, and manual journals, newest first',
  roles: bookings.readers,
  filters: {
    kind: z.enum(bookings.bookingKinds).optional(),
    state: z.enum(bookings.bookingStates).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  },
  page: officePage,
  row: bookings.booking,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    day: { word: '日期', kind: 'time' },
    kind: { word: '類型', words: bookingKindText },
    state: { word: '狀態', words: bookingWords },
    amount: { word: '金額', kind: 'money' },
    reason: '事由',
    maker: '經辦',
    madeAt: '提出時間',
    checker: '覆核',
    checkedAt: '覆核時間',
    transferId: '交易編號',
    reverses: '沖銷的分錄',
    files: { word: '憑證', kind: 'count' },
  },
});

export const voucherList = list({
  call: 'banking.listVouchers',
  name: '傳票',
  path: '/ops/v1/books/vouchers',
  summary: 'Vouchers of accounting days, one for each transfer and book, a page at a time',
  roles: ['finance', 'auditor', 'admin'],
  filters: {
    entity: z.enum(entities).optional(),
    account: z.enum(accountKinds).optional(),
    /** Default: the first day of the month of `to`. */
    from: daySchema.optional(),
    /** Default: today. */
    to: daySchema.optional(),
  },
  page: {
    /** The position `next` of the page before. */
    after: z
      .string()
      .regex(vouchers.voucherPlace)
      .refine((text) => isDay(text.slice(0, 10)))
      .optional(),
    item_per_page: numberText(z.int().min(1).max(200)).default(100),
  },
  row: vouchers.line,
  beside: {
    from: z.string(),
    to: z.string(),
    /** Sums of the whole range in NT$, from the same totals as the trial balance. */
    debit: moneySchema,
    credit: moneySchema,
    /** Position of the next page; null at the end. */
    next: z.string().nullable(),
  },
  columns: {
    number: { word: voucherColumns.number, value: vouchers.voucherNumber },
    on: { word: voucherColumns.on, kind: 'time' },
    line: { word: voucherColumns.line, kind: 'number' },
    code: { word: voucherColumns.code, value: ({ account }) => accounts[account].code },
    name: { word: voucherColumns.name, value: ({ account }) => accountName(account) },
    summary: { word: voucherColumns.summary, value: vouchers.voucherSummary },
    debit: { word: voucherColumns.debit, kind: 'money', value: ({ debit }) => debit || null },
    credit: { word: voucherColumns.credit, kind: 'money', value: ({ credit }) => credit || null },
    cause: { word: voucherColumns.cause, value: ({ transferId }) => transferId },
    entity: { word: voucherColumns.entity, words: entityText },
    state: { word: voucherColumns.state, value: ({ isFinal }) => (isFinal ? '定號' : '暫編') },
  },
});

export const bankingLists = {
  ...listsOf(
    batchList,
    receiptList,
    statementList,
    statementLineList,
    reconciledDayList,
    bookingList,
    voucherList,
  ),
  getBatch,
};
