// The lists of electronic invoices: their columns on the page and in the exported file.
import { list } from '../core/list.ts';
import type { InvoiceMessageRow, InvoicePeriod, OfficeInvoice, Track } from './office.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
  messageStates,
  messageTypeText,
} from './words.ts';

export const invoiceList = list<OfficeInvoice>()('電子發票', {
  number: { word: '發票號碼', value: (row) => invoiceNumberText(row.number) },
  issuedOn: '發票日期',
  kind: { word: '項目', words: invoiceKindText },
  memberId: { word: '會員', fileWord: '會員編號' },
  caseNo: '案號',
  carrier: { word: '載具', words: carrierText },
  sales: { word: '銷售額', kind: 'money' },
  tax: { word: '稅額', kind: 'money' },
  total: { word: '總計', kind: 'money' },
  allowed: { word: '折讓', kind: 'money' },
  state: { word: '狀態', words: invoiceStates },
  message: { word: '傳送', words: messageStates },
});

export const invoicePeriodList = list<InvoicePeriod>()('電子發票期別', {
  from: { word: '期別', fileWord: '期別起' },
  to: '期別訖',
  invoices: { word: '發票', fileWord: '發票張數', kind: 'count' },
  voided: { word: '作廢', fileWord: '作廢張數', kind: 'count' },
  personTotal: { word: '非營業人', fileWord: '非營業人含稅總額', kind: 'money' },
  companyTotal: { word: '營業人', fileWord: '營業人含稅總額', kind: 'money' },
  companyTax: { word: '營業人稅額', kind: 'money' },
  allowances: { word: '折讓張數', kind: 'count' },
  allowanceTotal: { word: '折讓', fileWord: '折讓總額', kind: 'money' },
  allowanceTax: { word: '折讓稅額', kind: 'money' },
  declared: { word: '發票稅額', kind: 'money' },
  fees: { word: '帳上費用', kind: 'money' },
  vat: { word: '帳上應付營業稅', kind: 'money' },
  pending: { word: '尚未開立', kind: 'money' },
  shifted: { word: '跨期開立', kind: 'money' },
  other: { word: '其他帳務', kind: 'money' },
  unbooked: { word: '待日結入帳稅額', kind: 'money' },
  rounding: { word: '逐張計稅尾差', kind: 'money' },
  difference: { word: '稅額差異', kind: 'money' },
  reasons: { word: '差異說明', only: 'page' },
});

export const trackList = list<Track>()('電子發票字軌', {
  periodFrom: { word: '期別', fileWord: '期別起' },
  periodTo: '期別訖',
  letters: '字軌',
  first: '起號',
  last: '迄號',
  used: { word: '已使用', kind: 'count' },
  left: { word: '剩餘', kind: 'count' },
  addedBy: '登錄',
  addedAt: { word: '登錄時間', kind: 'time' },
  closedAt: { word: '狀態', fileWord: '空白號碼申報', kind: 'time' },
});

export const invoiceMessageList = list<InvoiceMessageRow>()('電子發票傳送', {
  id: '編號',
  type: { word: '訊息', words: messageTypeText },
  about: '號碼',
  state: { word: '狀態', words: messageStates },
  createdAt: { word: '產生時間', kind: 'time' },
  sentAt: { word: '傳送時間', kind: 'time' },
  attempts: { word: '失敗', fileWord: '失敗次數', kind: 'count' },
  failure: '最近的錯誤',
});
