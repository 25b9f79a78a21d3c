// Labels of electronic invoices: what they are for, how they are delivered, and their states.
import type { StateWord } from '../core/state-words.ts';
import type { InvoiceKind, InvoiceState, Carrier, MessageState, MessageType } from './calls.ts';

/** What an invoice is for, as it is printed on it. */
export const invoiceKindText: Record<InvoiceKind, string> = {
  disbursement: '借款服務費',
  prepayment: '提前清償手續費',
  service: '出資服務費',
  refund: '退款手續費',
};

export const carrierText: Record<Carrier, string> = {
  member: '會員載具',
  mobile: '手機條碼載具',
  donation: '捐贈發票',
  company: '公司統一編號',
};

export const invoiceStates: Record<InvoiceState, StateWord> = {
  issued: { text: '已開立', tone: 'done' },
  voided: { text: '已作廢', tone: 'neutral' },
  allowed: { text: '已折讓', tone: 'attention' },
};

export const messageTypeText: Record<MessageType, string> = {
  F0401: '開立發票',
  F0501: '作廢發票',
  G0401: '折讓證明單',
  E0402: '空白未使用字軌',
};

export const messageStates: Record<MessageState, StateWord> = {
  waiting: { text: '待傳送', tone: 'progress' },
  sent: { text: '已傳送', tone: 'done' },
  refused: { text: '遭退回', tone: 'problem' },
};

/** Formats a number as on printed invoices: AB-12345678. */
export const invoiceNumberText = (number: string): string =>
  `${number.slice(0, 2)}-${number.slice(2)}`;
