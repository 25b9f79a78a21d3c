// Lists of payments and receipts: their columns on the page and in the exported file.
import { list } from '../core/list.ts';
import { subjectWord } from '../core/subject-words.ts';
import type { Booking } from './bookings.ts';
import type { Batch, BatchPayment, ReceiptLine } from './office.ts';
import type { ReconciledDay } from './reconciliation.ts';
import type { ImportedStatement, StatementLineView } from './statements.ts';
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

export const batchList = list<Batch>()('付款批次', {
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
});

export const paymentList = list<BatchPayment>()('付款明細', {
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
});

export const receiptList = list<ReceiptLine>()('入帳', {
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
});

export const statementList = list<ImportedStatement>()('對帳單', {
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
});

export const statementLineList = list<StatementLineView>()('對帳單明細', {
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
});

export const reconciledDayList = list<ReconciledDay>()('每日對帳', {
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
});

export const bookingList = list<Booking>()('撥轉與調整', {
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
});
