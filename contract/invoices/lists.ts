// The lists of electronic invoices: their columns on the page and in the exported file.
import * as office from './office.ts';
import { invoiceKinds, invoiceStateNames, messageStateNames, messageTypes } from './calls.ts';
import { z } from 'zod';
import { idSchema, officePage } from '../core/lists.ts';
import { daySchema, countSchema, moneySchema } from '../core/wire.ts';
import { choiceFilter } from '../core/filters.ts';
import { list, listsOf } from '../core/list.ts';
import {
  carrierText,
  invoiceKindText,
  invoiceNumberText,
  invoiceStates,
  messageStates,
  messageTypeText,
} from './words.ts';

export const invoiceList = list({
  call: 'invoices.listInvoices',
  name: '電子發票',
  path: '/ops/v1/invoices',
  summary: 'Invoices by kind, state, member, number and day, newest first',
  roles: office.readers,
  filters: {
    kind: z.enum(invoiceKinds).optional(),
    state: z.enum(invoiceStateNames).optional(),
    member: idSchema.optional(),
    number: z
      .string()
      .regex(/^[A-Z]{2}\d{0,8}$/)
      .optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  },
  page: officePage,
  row: office.row,
  beside: { total: countSchema, sum: moneySchema },
  columns: {
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
  },
});

export const invoicePeriodList = list({
  call: 'invoices.invoicePeriods',
  name: '電子發票期別',
  path: '/ops/v1/invoice-periods',
  summary: 'Each tax period: invoices, VAT of the ledger, and what explains the difference',
  roles: office.readers,
  row: office.period,
  columns: {
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
  },
});

export const trackList = list({
  call: 'invoices.listTracks',
  name: '電子發票字軌',
  path: '/ops/v1/invoice-tracks',
  summary: 'Allotted ranges of invoice numbers, newest period first',
  roles: office.readers,
  row: office.track,
  columns: {
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
  },
});

export const invoiceMessageList = list({
  call: 'invoices.listInvoiceMessages',
  name: '電子發票傳送',
  path: '/ops/v1/invoice-messages',
  summary: 'Messages to the value-added centre by state, type and invoice, newest first',
  roles: office.readers,
  filters: {
    /** Messages about this invoice and its allowances. */
    invoice: idSchema.optional(),
    state: choiceFilter('狀態', messageStateNames, messageStates),
    type: choiceFilter('訊息', messageTypes, messageTypeText),
  },
  page: officePage,
  row: office.message,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    type: { word: '訊息', words: messageTypeText },
    about: '號碼',
    state: { word: '狀態', words: messageStates },
    createdAt: { word: '產生時間', kind: 'time' },
    sentAt: { word: '傳送時間', kind: 'time' },
    attempts: { word: '失敗', fileWord: '失敗次數', kind: 'count' },
    failure: '最近的錯誤',
  },
});

export const invoicesLists = listsOf(invoiceList, invoicePeriodList, trackList, invoiceMessageList);
